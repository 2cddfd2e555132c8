import Synchronization

/// What a transaction found to be past its time. It is ended in a write of its own before anybody hears that it is over, so
/// that a clock set back brings nothing to life; also where the transaction only reads, or is undone because it refuses.
final class ExpiredRows: Sendable {
    private let endings = Mutex<[SQL]>([])

    var all: [SQL] { endings.withLock { $0 } }

    func add(_ ending: SQL) { endings.withLock { $0.append(ending) } }
}

extension Transaction {
    /// Ends for good what is past its time, where there is any. This transaction sees it as it was.
    /// - Parameters:
    ///   - condition: which rows, and that they are past their time.
    ///   - change: what marks them as ended; without it they are deleted.
    package func endExpired(_ table: SQL, where condition: SQL, by change: SQL? = nil) throws {
        let isThere = try first("SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1") { try $0.int(0) } != nil
        guard isThere else { return }
        let beginning: SQL = change.map { "UPDATE \(table) SET \($0)" } ?? "DELETE FROM \(table)"
        expired?.add("\(beginning) WHERE \(condition)")
    }
}

extension Database {
    /// Runs a transaction, and then ends what it found to be past its time.
    func endingExpired<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        _ run: (@escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    ) async throws -> Value {
        let expired = ExpiredRows()
        let result: Result<Value, any Error>
        do { result = .success(try await run { try body($0.noting(expired)) }) } catch { result = .failure(error) }
        let endings = expired.all
        if !endings.isEmpty {
            // Where nothing can be written, whoever sees them next tries again.
            _ = try? await write { for ending in endings { try $0.execute(ending) } }
        }
        return try result.get()
    }
}
