import CSQLite

/// Distinguishes SQLite's errors where a caller can do something about them (sqlite.org/rescode.html).
enum SQLiteError {
    /// The error of the last call on this connection.
    /// - Parameter code: the result of that call.
    static func from(code: Int32, handle: OpaquePointer?) -> DatabaseError {
        let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        let detail = message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? message
        switch handle.map({ sqlite3_extended_errcode($0) }) ?? code {
        case constraintUnique, constraintPrimaryKey: return .uniqueViolation(detail)
        case constraintForeignKey: return .foreignKeyViolation
        case constraintCheck, constraintNotNull: return .checkViolation(detail)
        case constraintTrigger where message == DatabaseError.accountIsFull: return .accountFull
        default: break
        }
        // The lowest byte is the kind of error, the others are details.
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: return .unavailable(message)
        case SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN: return .failing(message)
        case SQLITE_INTERRUPT: return .unavailable("a statement took longer than it may")
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(message)
        default: return .statement(message)
        }
    }

    /// Whether another program held a lock for longer than the wait.
    static func isLocked(_ error: DatabaseError) -> Bool {
        error == .unavailable(String(cString: sqlite3_errstr(SQLITE_BUSY)))
    }

    // Macros that Swift does not import.
    private static let constraintCheck = SQLITE_CONSTRAINT | 1 << 8
    private static let constraintForeignKey = SQLITE_CONSTRAINT | 3 << 8
    private static let constraintNotNull = SQLITE_CONSTRAINT | 5 << 8
    private static let constraintPrimaryKey = SQLITE_CONSTRAINT | 6 << 8
    private static let constraintTrigger = SQLITE_CONSTRAINT | 7 << 8
    private static let constraintUnique = SQLITE_CONSTRAINT | 8 << 8
}
