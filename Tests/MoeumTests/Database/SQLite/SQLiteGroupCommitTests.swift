import Foundation
import Synchronization
import Testing

@testable import Moeum

@Suite(.cleanup)
struct SQLiteGroupCommitTests {
    /// A write that holds its transaction open until it is let go.
    private final class Hold: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let running: Task<Void, any Error>

        init(_ database: any Database) async {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            running = Task { [gate] in
                try await database.write { _ in
                    begin.finish()
                    gate.wait()
                }
            }
            for await _ in begun {}
        }

        func end() async throws {
            gate.signal()
            try await running.value
        }
    }

    /// Two connections to one file, as a server and a command beside it have.
    private func twoConnections() async throws -> (SQLiteDatabase, SQLiteDatabase) {
        let path = "\(try temporaryFolder())/moeum.sqlite"
        let one = try SQLiteDatabase(path: path, lockSeconds: 0.05)
        try Cleanup.current.add { await one.close() }
        try await one.write { try $0.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY)") }
        let other = try SQLiteDatabase(path: path, role: .command)
        try Cleanup.current.add { await other.close() }
        return (one, other)
    }

    /// What a write ends with; nil when it was kept.
    private func failure(
        _ database: any Database,
        _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async -> DatabaseError? {
        do {
            try await database.write(body)
            return nil
        } catch { return error as? DatabaseError }
    }

    private func ids(_ database: any Database) async throws -> [Int] {
        try await database.read { try $0.rows("SELECT id FROM notes ORDER BY id").map { try $0.int(0) } }
    }

    @Test("A write that waited for a lock in vain does not run") func skipUnlocked() async throws {
        let (one, other) = try await twoConnections()
        let hold = await Hold(other)
        let ran = Mutex(0)
        for id in 1...3 {
            let error = await failure(one) { transaction in
                ran.withLock { $0 += 1 }
                try transaction.execute("INSERT INTO notes (id) VALUES (\(id))")
            }
            #expect(error == .unavailable("database is locked"))
        }
        #expect(ran.withLock { $0 } == 0)
        try await hold.end()
        #expect(await failure(one) { try $0.execute("INSERT INTO notes (id) VALUES (4)") } == nil)
        #expect(try await ids(one) == [4])
    }

    @Test("A refused write keeps nothing") func keepNothingRefused() async throws {
        let (one, _) = try await twoConnections()
        let hold = await Hold(one)
        // As a full disk does, this ends the transaction that the waiting writes share.
        async let ended = failure(one) { transaction in
            try transaction.execute("ROLLBACK")
            throw DatabaseError.unavailable("database or disk is full")
        }
        while one.statistics.waitingWrites < 1 { await Task.yield() }
        async let refused = failure(one) { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
        while one.statistics.waitingWrites < 2 { await Task.yield() }
        try await hold.end()
        let errors = await [ended, refused]
        #expect(errors == [.unavailable("database or disk is full"), .unavailable("database or disk is full")])
        #expect(try await ids(one) == [])
    }
}
