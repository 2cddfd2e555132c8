import Foundation
import HTTPTypes
import Hummingbird
import Logging
import RouterClient
import Synchronization

@testable import Moeum

/// A clock that somebody sets.
final class TestClock: Sendable {
    /// In whole milliseconds, as the database keeps times.
    private let time = Mutex(Date.now.milliseconds)

    var now: Date { Date(milliseconds: time.withLock { $0 }) }

    /// Forth, or back.
    func move(_ seconds: TimeInterval) { time.withLock { $0 += Int64((seconds * 1_000).rounded()) } }
}

/// The whole site on a temporary database, with the project's own sample in it. Its clock stands still unless it is moved.
struct TestSite {
    let app: App
    let clock: TestClock
    let client: RouterClient

    /// What time it is on the site, however long a test takes.
    var now: Date { app.clock() }

    /// It is gone when the test has ended.
    /// - Parameter settings: what is not as usual, by its name in the environment.
    init(on engine: TestEngine = .sqlite, settings: [String: String] = [:]) async throws {
        let folder = try temporaryFolder()
        let database = try await engine.database(.sample)
        let usual = [
            "MOEUM_DATA_DIR": folder, "MOEUM_BASE_URL": "http://moeum.example",
            "MOEUM_RESOURCES": Project.root.path, "MOEUM_PORT": "0",
        ]
        let settings = usual.merging(settings) { $1 }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let clock = TestClock()
        var config = try Config { settings[$0] }
        // Tests are no program that decodes photos; the program was built beside them.
        config.program = Project.program
        let resources = try Self.resources(for: config)
        app = try App(
            config: config,
            resources: resources,
            database: database,
            logger: logger,
            photoWorkers: Self.photoWorkers
        ) { clock.now }
        self.clock = clock
        client = try RouterClient(Routes.router(app))
    }

    /// The project's own files, read once for all tests.
    private static let shared = Result {
        try Resources(config: try Config { $0 == "MOEUM_RESOURCES" ? Project.root.path : nil })
    }

    /// Two for all tests, who wait for them however long it takes.
    private static let photoWorkers = PhotoWorkers(
        program: Project.program,
        folder: NSTemporaryDirectory(),
        limits: PhotoWorkers.Limits(waiting: .max, queueing: .seconds(3_600), working: .seconds(600)),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )

    /// Those that every test shares, or a site's own where its settings have a say in them.
    private static func resources(for config: Config) throws -> Resources {
        let isUsual = config.resourceDirectory == Project.root.path && config.tileURL == nil && !config.isProduction
        return isUsual ? try shared.get() : try Resources(config: config)
    }

    /// One GET through the router.
    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get, headers: headers)
    }

    /// The page model of a page as a program gets it.
    func json(_ path: String) async throws -> [String: Any] {
        let answer = try await get(path, [.accept: "application/json"])
        return try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any] ?? [:]
    }
}
