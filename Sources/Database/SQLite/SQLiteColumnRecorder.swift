import CSQLite

/// Hears from SQLite, while it prepares a statement, which columns the statement reads and changes, through foreign keys and
/// triggers too. SQLite's update hook would tell less: no columns, and nothing of tables without row ids or of a table that is
/// emptied at once.
final class SQLiteColumnRecorder {
    private struct Column: Hashable {
        let table: String
        let name: String
    }

    private let handle: OpaquePointer
    private var read: Set<Column> = []
    private var updated: Set<Column> = []
    private var changedTables: Set<String> = []
    /// Whether SQLite works a column out from others of its row.
    private var isGenerated: [Column: Bool] = [:]

    /// Listens to a connection, for as long as both exist.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        sqlite3_set_authorizer(
            handle,
            { context, action, table, column, _, _ in
                guard let context, let table else { return SQLITE_OK }
                let recorder = Unmanaged<SQLiteColumnRecorder>.fromOpaque(context).takeUnretainedValue()
                recorder.record(action, String(cString: table), column.map { String(cString: $0) } ?? "")
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Forgets what it heard before a statement is prepared.
    func reset() { (read, updated, changedTables) = ([], [], []) }

    /// The columns that the statement just prepared reads, and those that it changes.
    func columns() -> (read: ColumnSet, written: ColumnSet) {
        let (read, updated, changedTables) = (self.read, self.updated, self.changedTables)
        var columns = (read: ColumnSet.none, written: ColumnSet.none)
        for column in read {
            columns.read.formUnion(.rows(of: column.table))
            guard !column.name.isEmpty else { continue }
            columns.read.formUnion(.column(column.name, of: column.table))
            if isGenerated(column) { columns.read.formUnion(.generated(of: column.table)) }
        }
        for column in updated {
            columns.written.formUnion(.column(column.name, of: column.table))
            columns.written.formUnion(.generated(of: column.table))
            // A full-text index is asked by a column that has the table's name.
            columns.written.formUnion(.column(column.table, of: column.table))
        }
        for table in changedTables { columns.written.formUnion(.rows(of: table)) }
        return columns
    }

    private func record(_ action: Int32, _ table: String, _ column: String) {
        switch action {
        case SQLITE_READ: read.insert(Column(table: table, name: column))
        case SQLITE_INSERT, SQLITE_DELETE: changedTables.insert(table)
        case SQLITE_UPDATE: updated.insert(Column(table: table, name: column))
        default: break
        }
    }

    private func isGenerated(_ column: Column) -> Bool {
        if let known = isGenerated[column] { return known }
        isGenerated[column] = false
        var statement: OpaquePointer?
        let sql = "SELECT name, hidden FROM pragma_table_xinfo(?)"
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return false }
        defer { sqlite3_finalize(statement) }
        // SQLITE_TRANSIENT, a cast in a C macro that Swift cannot import.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, 1, column.table, -1, copied)
        while sqlite3_step(statement) == SQLITE_ROW {
            guard let name = sqlite3_column_text(statement, 0) else { continue }
            // 2 is virtual, 3 stored (sqlite.org/pragma.html#pragma_table_xinfo).
            let isGenerated = sqlite3_column_int(statement, 1) >= 2
            self.isGenerated[Column(table: column.table, name: String(cString: name))] = isGenerated
        }
        return isGenerated[column] ?? false
    }
}
