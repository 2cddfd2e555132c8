import Foundation

/// A database. Bodies are synchronous and run inside one transaction on a database thread, so that no transaction is held
/// across an `await`: a page is one consistent read, a command one transaction.
package protocol Database: Sendable {
    /// Runs `body` on one consistent snapshot. A page does all its queries, and its rendering, in one read.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

    /// Runs `body` in one durable transaction: committed and synced when this returns, rolled back when it throws. PostgreSQL
    /// may run a body, a read's too, more than once, so it may change nothing but rows; and it must pass a statement's error
    /// on, because PostgreSQL rolls back a transaction in which a statement failed.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

    /// Closes every connection after the running transactions.
    func close() async

    /// The values that operators monitor.
    var statistics: DatabaseStatistics { get }

    /// The changes of its rows, by this process and others.
    var changes: DataChanges { get }
}

/// How busy and how large a database is.
package struct DatabaseStatistics: Sendable {
    package let waitingReads: Int
    package let waitingWrites: Int
    /// SQLite: the size of the data file alone.
    package let bytes: Int
    /// SQLite: the size of the log beside the data file; nil where the engine has none of its own.
    package var logBytes: Int?
}

extension Database {
    /// Runs the body and closes the database, also where the body throws.
    package func closing<Value>(_ body: (any Database) async throws -> Value) async throws -> Value {
        do {
            let value = try await body(self)
            await close()
            return value
        } catch {
            await close()
            throw error
        }
    }

    /// Does a small durable write, so that a full disk or a lost server is noticed.
    /// - Parameter timeout: a write that takes longer, such as behind another program's lock, counts as failed and is not
    ///   waited for.
    package func checkWritable(within timeout: Duration) async throws {
        let (results, result) = AsyncStream.makeStream(of: (any Error)?.self)
        let check = Task {
            do {
                try await checkWritable()
                result.yield(nil)
            } catch { result.yield(error) }
        }
        let limit = Task {
            try await Task.sleep(for: timeout)
            result.yield(DatabaseError.unavailable("no write went through within \(timeout)"))
        }
        defer {
            check.cancel()
            limit.cancel()
        }
        for await error in results {
            if let error { throw error }
            return
        }
    }

    private func checkWritable() async throws {
        let now = Date.now.milliseconds
        try await write {
            try $0.execute(
                """
                INSERT INTO health (id, checked_at) VALUES (1, \(now))
                ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at
                """
            )
        }
    }
}

/// How long one statement may keep a reader from others.
enum StatementLimit {
    static let seconds = 15
}

/// The engines whose SQL the adapters, the migrator and `PlaceSearch` distinguish.
package enum Dialect: Sendable {
    case sqlite
    case postgres
}

/// One open transaction; stores are extensions of it. Valid only inside the body it was handed to.
package struct Transaction {
    let connection: any DatabaseConnection
    private let commitActions: CommitActions?
    /// The number of the last change before this snapshot; nil where it is unknown, and in a write.
    let number: Int?
    /// Whether something has changed since; nil in a write.
    let changes: DataChanges?
    private(set) var expired: ExpiredRows?

    /// A write.
    /// - Parameter commitActions: the actions that its body adds.
    init(_ connection: any DatabaseConnection, _ commitActions: CommitActions) {
        self.connection = connection
        self.commitActions = commitActions
        (number, changes) = (nil, nil)
    }

    /// A read.
    init(_ connection: any DatabaseConnection, since number: Int?, _ changes: DataChanges?) {
        self.connection = connection
        commitActions = nil
        (self.number, self.changes) = (number, changes)
    }

    /// The same transaction, which adds expired rows that it finds to `expired`.
    func noting(_ expired: ExpiredRows) -> Transaction {
        var transaction = self
        transaction.expired = expired
        return transaction
    }

    /// The engine of this transaction. Only the migrator and `PlaceSearch` distinguish engines; a store may pass it to
    /// `PlaceSearch`.
    package var dialect: Dialect { connection.dialect }

    /// The rows of a query, read one at a time by `map`, `forEach` or `first`.
    package func rows(_ sql: SQL) -> Rows { Rows(connection: connection, sql: sql) }

    /// The first row of a query, read with `transform`; nil without rows.
    package func first<Value>(_ sql: SQL, _ transform: (Row) throws -> Value) throws -> Value? {
        try rows(sql).first(transform)
    }

    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    package func execute(_ sql: SQL) throws -> Int { try connection.execute(sql) }

    /// Runs an action once this transaction is durable, and not where it is rolled back: wakes whatever works on its rows. Runs
    /// on a database thread, so it must be short.
    package func afterCommit(_ action: @escaping @Sendable () -> Void) { commitActions?.add(action) }
}

/// The actions after the commit of one run of a write's body. Used by one thread only.
final class CommitActions {
    private var actions: [@Sendable () -> Void] = []

    func add(_ action: @escaping @Sendable () -> Void) { actions.append(action) }

    func perform() { for action in actions { action() } }
}

/// A query that has not run yet; it runs once, when one of its functions is called.
package struct Rows {
    let connection: any DatabaseConnection
    package let sql: SQL

    package func map<Value>(_ transform: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try connection.query(sql) { row in
            values.append(try transform(row))
            return true
        }
        return values
    }

    package func forEach(_ body: (Row) throws -> Void) throws {
        try connection.query(sql) { row in
            try body(row)
            return true
        }
    }

    package func first<Value>(_ transform: (Row) throws -> Value) throws -> Value? {
        var value: Value?
        try connection.query(sql) { row in
            value = try transform(row)
            return false
        }
        return value
    }
}

/// One row while it is being read: columns by index, starting at 0. A type that does not fit is a programming error that throws
/// `DatabaseError.decoding`.
package protocol Row {
    func int(_ column: Int) throws -> Int
    func int64(_ column: Int) throws -> Int64
    func double(_ column: Int) throws -> Double
    func string(_ column: Int) throws -> String
    func blob(_ column: Int) throws -> [UInt8]
    func isNull(_ column: Int) -> Bool
}

extension Row {
    package func bool(_ column: Int) throws -> Bool { try int(column) != 0 }
    package func optionalInt(_ column: Int) throws -> Int? { isNull(column) ? nil : try int(column) }
    package func optionalInt64(_ column: Int) throws -> Int64? { isNull(column) ? nil : try int64(column) }
    package func date(_ column: Int) throws -> Date { Date(milliseconds: try int64(column)) }
    package func optionalDate(_ column: Int) throws -> Date? { isNull(column) ? nil : try date(column) }
    package func optionalDouble(_ column: Int) throws -> Double? { isNull(column) ? nil : try double(column) }
    package func optionalString(_ column: Int) throws -> String? { isNull(column) ? nil : try string(column) }
}

/// What the adapter of an engine provides to `Transaction`.
protocol DatabaseConnection: AnyObject {
    var dialect: Dialect { get }
    /// The columns read, and those changed, since somebody emptied the set.
    var read: ColumnSet { get set }
    var written: ColumnSet { get set }
    /// Reads rows until `body` returns false.
    func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws
    func execute(_ sql: SQL) throws -> Int
    /// Lets the statements of the open transaction take as long as they need.
    func allowLongReading() throws
    /// Copies the database as the open transaction sees it into an empty file.
    func copy(to path: String, onProgress: (Double) throws -> Void) throws
}

/// Errors of an engine, distinguished where a caller can do something about them.
package enum DatabaseError: Error, Equatable {
    /// A UNIQUE or PRIMARY KEY constraint refused the row; names the constraint or its columns.
    case uniqueViolation(String)
    case foreignKeyViolation
    case checkViolation(String)
    /// An account would keep more bytes than it may.
    case accountFull
    /// Too much is waiting, or another program is in the way. Answered with 503.
    case unavailable(String)
    /// What the engine stands on fails: a full or read-only disk, an I/O error, a server that is gone. Answered with 503.
    case failing(String)
    /// The file is not a database, or is damaged.
    case damaged(String)
    case decoding(column: Int, expected: String)
    case statement(String)

    /// What both engines' triggers say of it.
    static let accountIsFull = "an account keeps more than it may"
}

extension DatabaseError: CustomStringConvertible {
    /// One plain line for logs and the command line.
    package var description: String {
        switch self {
        case .uniqueViolation(let columns): "the database has this already: \(columns)"
        case .foreignKeyViolation: "the database lacks a row that this one names, or has one that names it"
        case .checkViolation(let rule): "the database refused a value: \(rule)"
        case .accountFull: Self.accountIsFull
        case .unavailable(let reason), .failing(let reason): "the database does not answer: \(reason)"
        case .damaged(let reason): "the database is damaged: \(reason)"
        case .decoding(let column, let expected): "column \(column) of a row does not hold \(expected)"
        case .statement(let reason): "the database refused a statement: \(reason)"
        }
    }
}
