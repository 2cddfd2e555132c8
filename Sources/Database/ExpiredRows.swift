import Synchronization

/// Expired rows that a transaction found. They are ended in a write of their own before anybody sees that they are over, so
/// that setting the clock back does not revive them; also where the transaction only reads, or is rolled back.
final class ExpiredRows: Sendable {
    private let endings = Mutex<[SQL]>([])

    var all: [SQL] { endings.withLock { $0 } }

    func add(_ ending: SQL) { endings.withLock { $0.append(ending) } }
}

extension Transaction {
    /// Ends expired rows for good, where there are any. This transaction still sees them as they were.
    /// - Parameters:
    ///   - condition: which rows, and that they are expired.
    ///   - change: marks them as ended; nil deletes them.
    package func endExpired(_ table: SQL, where condition: SQL, by change: SQL? = nil) throws {
        let isThere = try first("SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1") { try $0.int(0) } != nil
        guard isThere else { return }
        let beginning: SQL = change.map { "UPDATE \(table) SET \($0)" } ?? "DELETE FROM \(table)"
        expired?.add("\(beginning) WHERE \(condition)")
    }
}

extension Database {
    /// Runs a transaction, then ends the expired rows that it found.
    func endingExpired<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        _ run: (@escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    ) async throws -> Value {
        let expired = ExpiredRows()
        let result: Result<Value, any Error>
        do { result = .success(try await run { try body($0.noting(expired)) }) } catch { result = .failure(error) }
        let endings = expired.all
        if !endings.isEmpty {
            // Where the write fails, the next transaction that finds the rows tries again.
            _ = try? await write { for ending in endings { try $0.execute(ending) } }
        }
        return try result.get()
    }
}
