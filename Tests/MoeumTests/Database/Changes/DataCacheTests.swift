import Synchronization
import Testing

@testable import Database

/// A value made from rows is made again when they change, and not before.
@Suite(.cleanup)
struct DataCacheTests {
    private static func database(_ engine: TestEngine) async throws -> any Database {
        let database = try await engine.database()
        try await database.write { transaction in
            try transaction.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT)")
            try transaction.execute("CREATE TABLE others (id BIGINT PRIMARY KEY)")
        }
        try await database.changes.untilKnown()
        return database
    }

    @Test("A value is made again only where its rows have changed", arguments: TestEngine.available)
    func remakeChanged(_ engine: TestEngine) async throws {
        let database = try await Self.database(engine)
        let (cache, made) = (DataCache<Int, Int>(), Counter())
        let count: @Sendable () async throws -> Int = {
            try await database.read { transaction in
                try transaction.value(from: cache) {
                    made.add()
                    return try transaction.first("SELECT COUNT(*) FROM notes") { try $0.int(0) } ?? 0
                }
            }
        }
        #expect(try await count() == 0)
        try await database.write { try $0.execute("INSERT INTO others (id) VALUES (1)") }
        #expect(try await count() == 0)
        #expect(made.value == 1)
        try await database.write { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
        #expect(try await count() == 1)
        #expect(made.value == 2)
    }

    @Test("A page that shows a kept value has read the value's columns", arguments: TestEngine.available)
    func countColumnsAsRead(_ engine: TestEngine) async throws {
        let database = try await Self.database(engine)
        let cache = DataCache<String, Int>(limit: 4)
        for _ in 1...2 {
            let number = try #require(database.changes.number)
            let recorder = ReadRecorder()
            try await ReadRecorder.$current.withValue(recorder) {
                _ = try await database.read { transaction in
                    try transaction.value(of: "count", from: cache) {
                        try transaction.first("SELECT COUNT(*) FROM notes") { try $0.int(0) } ?? 0
                    }
                }
            }
            let trace = try #require(recorder.trace(since: number))
            #expect(database.changes.isCurrent(trace))
            try await database.write { try $0.execute("INSERT INTO notes (id) SELECT COUNT(*) + 1 FROM notes") }
            #expect(!database.changes.isCurrent(trace))
        }
    }

    @Test("A write sees its own rows and keeps no value made of them", arguments: TestEngine.available)
    func keepNothingOfWrites(_ engine: TestEngine) async throws {
        let database = try await Self.database(engine)
        let cache = DataCache<Int, Int>()
        let count: @Sendable (Transaction) throws -> Int = { transaction in
            try transaction.value(from: cache) {
                try transaction.first("SELECT COUNT(*) FROM notes") { try $0.int(0) } ?? 0
            }
        }
        await #expect(throws: CancellationError.self) {
            try await database.write { transaction in
                try transaction.execute("INSERT INTO notes (id) VALUES (1)")
                #expect(try count(transaction) == 1)
                throw CancellationError()
            }
        }
        let left = try await database.read(count)
        #expect(left == 0)
    }
}

/// Counts across threads.
final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}
