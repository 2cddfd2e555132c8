import CSQLite

/// One connection with its prepared statements; rows are read while stepping, so that none is copied before it is decoded.
///
/// `@unchecked Sendable`: used by one thread at a time: the one that opens it, then a database thread, then the one that closes
/// it.
final class SQLiteConnection: DatabaseConnection, @unchecked Sendable {
    enum Access {
        case readOnly, readWrite
    }

    /// Lists of different lengths make different statements: with more than this, all are dropped and prepared again.
    private static let maxStatements = 1_000

    let handle: OpaquePointer
    private let recorder: SQLiteColumnRecorder
    /// The columns read and changed since somebody emptied the set.
    var read = ColumnSet.none
    var written = ColumnSet.none
    private var statements: [String: SQLiteStatement] = [:]
    private var isClosed = false
    /// How long one statement may take; nil for as long as it likes.
    private let statementLimit: Duration?
    private var mayTakeLong = false
    /// When the statement that runs has to be done, with those inside its rows.
    private var deadline: ContinuousClock.Instant?
    /// Steps of SQLite's virtual machine between two looks at the clock.
    private static let stepsPerLook: Int32 = 2_000

    /// - Parameters:
    ///   - path: the file; created where it is missing, except for reading only.
    ///   - lockSeconds: how long a statement waits for another connection's lock.
    ///   - statementLimit: a statement that takes longer ends with `DatabaseError.unavailable`.
    init(path: String, access: Access, lockSeconds: Double, statementLimit: Duration? = nil) throws {
        let flags = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close(opened) }
            throw SQLiteError.from(code: code, handle: opened)
        }
        handle = opened
        recorder = SQLiteColumnRecorder(opened)
        self.statementLimit = statementLimit
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(lockSeconds * 1_000))
        sqlite_refuse_double_quoted_text(handle)
        if statementLimit != nil { watchDeadline() }
    }

    /// Has SQLite end a statement that is past its deadline.
    private func watchDeadline() {
        sqlite3_progress_handler(
            handle,
            Self.stepsPerLook,
            { context in
                guard let context else { return 0 }
                let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
                return connection.deadline.map { ContinuousClock.now > $0 } == true ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit { close() }

    var dialect: Dialect { .sqlite }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws {
        try withStatement(sql) { statement in
            let row = SQLiteRow(statement: statement.pointer)
            while try statement.step() {
                if try !body(row) { return }
            }
        }
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try withStatement(sql) { statement in
            while try statement.step() {}
            return Int(sqlite3_changes(handle))
        }
    }

    private func withStatement<Value>(_ sql: SQL, _ body: (SQLiteStatement) throws -> Value) throws -> Value {
        let text = sql.fragments.count == 1 ? sql.fragments[0] : sql.fragments.joined(separator: "?")
        let statement = try prepared(text)
        let changes = sqlite3_total_changes(handle)
        let isInner = deadline != nil
        if !isInner, !mayTakeLong { deadline = statementLimit.map { .now + $0 } }
        defer {
            if !isInner { deadline = nil }
            // Of a statement with RETURNING, SQLite counts what it has changed only now.
            statement.reset()
            if !statement.written.isEmpty, sqlite3_total_changes(handle) != changes {
                written.formUnion(statement.written)
            }
        }
        try statement.bind(sql.parameters)
        read.formUnion(statement.read)
        return try body(statement)
    }

    /// Until the next transaction begins.
    func allowLongReading() { (mayTakeLong, deadline) = (true, nil) }

    /// Begins a read, whose statements have a deadline.
    func beginRead() throws {
        mayTakeLong = false
        try execute("BEGIN DEFERRED")
    }

    private func prepared(_ text: String) throws -> SQLiteStatement {
        // A query inside the rows of the same query needs a statement of its own.
        if let kept = statements[text] { return kept.isBusy ? try SQLiteStatement(text, handle, recorder) : kept }
        if statements.count == Self.maxStatements { statements = [:] }
        let statement = try SQLiteStatement(text, handle, recorder)
        statements[text] = statement
        return statement
    }

    /// Ends the transaction, and says whether it had anything to write: a savepoint that was rolled back may leave nothing, or
    /// pages that are written again as they were.
    func commit() throws -> Bool {
        let before = writtenPages
        try execute("COMMIT")
        return writtenPages != before
    }

    private var writtenPages: Int32 {
        var (current, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return current
    }

    /// The counter of all processes' commits; nil where this SQLite does not show it.
    func commitCounter() throws -> SQLiteCommitCounter? {
        // A first read maps the memory that it is in.
        try query("SELECT count(*) FROM sqlite_master") { _ in true }
        return SQLiteCommitCounter(handle)
    }

    /// Must be the last call.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        statements = [:]
        sqlite3_close_v2(handle)
    }
}
