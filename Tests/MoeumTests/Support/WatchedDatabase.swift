import Synchronization

@testable import Database

/// A database that remembers what each write did, and lets somebody in between.
final class WatchedDatabase: Database {
    /// A statement of a write as it is written down, without its values.
    typealias Statement = String

    private let base: any Database
    private let writes = Mutex<[[Statement]]>([])
    private let between: @Sendable (_ writes: Int) async throws -> Void

    /// - Parameter between: runs before each write, and gets how many there were.
    init(_ base: any Database, between: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
        self.base = base
        self.between = between
    }

    /// The statements of each write that was kept.
    var kept: [[Statement]] { writes.withLock { $0 } }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await between(kept.count)
        let (value, statements) = try await base.write { transaction in
            let watched = WatchedConnection(transaction.connection)
            let value = try body(Transaction(watched, CommitActions()))
            return (value, watched.statements)
        }
        writes.withLock { $0.append(statements) }
        return value
    }

    func close() async { await base.close() }

    var statistics: DatabaseStatistics { base.statistics }
    var changes: DataChanges { base.changes }
}

private final class WatchedConnection: DatabaseConnection {
    private let base: any DatabaseConnection
    private(set) var statements: [String] = []
    var read: ColumnSet {
        get { base.read }
        set { base.read = newValue }
    }
    var written: ColumnSet {
        get { base.written }
        set { base.written = newValue }
    }

    init(_ base: any DatabaseConnection) { self.base = base }

    var dialect: Dialect { base.dialect }

    func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws {
        statements.append(sql.fragments.joined(separator: "?"))
        try base.query(sql, body)
    }

    func execute(_ sql: SQL) throws -> Int {
        statements.append(sql.fragments.joined(separator: "?"))
        return try base.execute(sql)
    }

    func allowLongReading() throws { try base.allowLongReading() }

    func copy(to path: String, onProgress: (Double) throws -> Void) throws {
        try base.copy(to: path, onProgress: onProgress)
    }
}
