import Foundation
import HTTPTypes
import Hummingbird
import Logging
import RouterClient
import Synchronization
import Testing

@testable import Database
@testable import Moeum

@Suite(.cleanup)
struct ErrorLogTests {
    /// A database that is not there.
    private struct LostDatabase: Database {
        static let reason = "the made-up disk is full"

        func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            throw DatabaseError.failing(Self.reason)
        }

        func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
            throw DatabaseError.failing(Self.reason)
        }

        func close() async {}

        var statistics: DatabaseStatistics { DatabaseStatistics(waitingReads: 0, waitingWrites: 0, bytes: 0) }
        let changes = DataChanges()
    }

    /// Keeps the errors that are logged.
    private final class Lines: Sendable {
        private let kept = Mutex<[Logger.Metadata]>([])

        var all: [Logger.Metadata] { kept.withLock { $0 } }

        func add(_ metadata: Logger.Metadata) { kept.withLock { $0.append(metadata) } }
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add(event.metadata ?? [:]) }
    }

    @Test("The cause of a 503 is logged and not shown", arguments: ["/healthz", "/places", "/"])
    func logCause(_ path: String) async throws {
        let site = try await TestSite()
        let lines = Lines()
        let logger = Logger(label: "test") { _ in Recorder(lines: lines) }
        let app = try App(config: site.app.config, database: LostDatabase(), logger: logger)
        let client = try RouterClient(Routes.router(app), logger: logger)
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .serviceUnavailable)
        #expect(!String(buffer: answer.body).contains(LostDatabase.reason))
        // Nothing is said of many visitors.
        #expect(path == "/healthz" || String(buffer: answer.body).contains("저장 장치에 문제"))
        let errors = lines.all.filter { $0["error"]?.description.contains(LostDatabase.reason) == true }
        #expect(errors.count == 1)
        #expect(errors.first?["id"]?.description.isEmpty == false)
    }

    @Test("A client's mistake is not logged as a fault") func ignoreNotFound() async throws {
        let site = try await TestSite()
        let lines = Lines()
        let logger = Logger(label: "test") { _ in Recorder(lines: lines) }
        let app = try App(config: site.app.config, database: site.app.database, logger: logger)
        let client = try RouterClient(Routes.router(app), logger: logger)
        let answer = try await client.execute(uri: "/nowhere", method: .get)
        #expect(answer.status == .notFound)
        #expect(lines.all.isEmpty)
    }

    @Test("The health check does not wait for a write that is held up") func giveUpHeldWrite() async throws {
        let database = try await PlacesFixture.database()
        let release = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = database.write { _ in
            begin.finish()
            release.wait()
        }
        for await _ in begun {}
        await #expect(throws: DatabaseError.self) {
            try await database.checkWritable(within: .milliseconds(20))
        }
        release.signal()
        try await held
        try await database.checkWritable(within: .seconds(60))
    }
}
