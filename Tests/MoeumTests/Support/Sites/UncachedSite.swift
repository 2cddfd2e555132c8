import HTTPTypes
import RouterClient

@testable import Moeum

extension TestSite {
    /// The same site on the same rows, without a memory.
    func uncached() async throws -> UncachedSite {
        var config = app.config
        config.pageCacheBytes = 0
        let clock = clock
        let other = try App(
            config: config,
            resources: try Resources(config: config),
            database: app.database,
            logger: app.logger
        ) { clock.now }
        return UncachedSite(client: try RouterClient(Routes.router(other)))
    }
}

/// Keeps no answer.
struct UncachedSite: Sendable {
    let client: RouterClient

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get, headers: headers)
    }
}
