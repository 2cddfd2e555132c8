import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging

@testable import Moeum

/// The whole site on a temporary database, with the project's own sample in it.
struct TestSite {
    let app: App

    /// - Parameter resources: the folder with `Views`, `Public` and `Data`, when it is not the project's own.
    static func withSample<Value>(
        on engine: TestEngine = .sqlite,
        resources: String = Project.root.path,
        _ body: (TestSite) async throws -> Value
    ) async throws -> Value {
        let folder = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await engine.withDatabase { try await body(try await TestSite(folder, $0, resources)) }
    }

    private init(_ folder: String, _ database: any Database, _ resources: String) async throws {
        try await Migrator().migrate(database)
        let settings = [
            "MOEUM_DATA_DIR": folder, "MOEUM_BASE_URL": "http://moeum.example",
            "MOEUM_RESOURCES": resources, "MOEUM_PORT": "0",
        ]
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        app = try App(config: try Config { settings[$0] }, database: database, logger: logger)
        let loader = SampleLoader(directory: Project.root.path + "/Data", districts: app.districts)
        _ = try await loader.load(into: database)
    }

    /// One GET through the router.
    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await Application(router: Routes.router(app)).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers) { $0 }
        }
    }

    /// The page model of a page as a program gets it.
    func twin(_ path: String) async throws -> [String: Any] {
        let answer = try await get(path, [.accept: "application/json"])
        return try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any] ?? [:]
    }
}
