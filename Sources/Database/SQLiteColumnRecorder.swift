import CSQLite

/// Hears from SQLite, while it prepares a statement, which columns the statement reads and changes, through foreign keys and
/// triggers too. SQLite's update hook would tell less: no columns, and nothing of tables without row ids or of a table that is
/// emptied at once.
final class SQLiteColumnRecorder {
    private(set) var read = ColumnSet.none
    private(set) var written = ColumnSet.none

    /// Listens to a connection, for as long as both exist.
    init(_ handle: OpaquePointer) {
        sqlite3_set_authorizer(
            handle,
            { context, action, table, column, _, _ in
                guard let context, let table else { return SQLITE_OK }
                let recorder = Unmanaged<SQLiteColumnRecorder>.fromOpaque(context).takeUnretainedValue()
                recorder.note(action, String(cString: table), column.map { String(cString: $0) } ?? "")
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    func reset() { (read, written) = (.none, .none) }

    private func note(_ action: Int32, _ table: String, _ column: String) {
        switch action {
        case SQLITE_READ:
            read.formUnion(.rows(of: table))
            if !column.isEmpty { read.formUnion(.column(column, of: table)) }
        case SQLITE_INSERT, SQLITE_DELETE: written.formUnion(.rows(of: table))
        case SQLITE_UPDATE:
            written.formUnion(.column(column, of: table))
            // A full-text index is asked by a column that has the table's name.
            written.formUnion(.column(table, of: table))
        default: break
        }
    }
}
