import Foundation

/// The database as a whole, as backups and checks see it.
extension Transaction {
    /// Copies the database as this transaction sees it into a new file: SQLite's own format, or an archive of `pg_dump`.
    /// - Parameter onProgress: gets the share that is done, from 0 to 1, where it is known; throws to end it.
    package func copyDatabase(to path: String, onProgress: (Double) throws -> Void) throws {
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: mode) else {
            throw DatabaseError.unavailable("\(path) cannot be made")
        }
        try connection.copy(to: path, onProgress: onProgress)
    }

    /// What `copyDatabase` makes is called, by the engine.
    package var copyName: String { dialect == .sqlite ? "moeum.sqlite" : "moeum.pgdump" }

    /// The numbers of rows by table, without what an engine keeps for itself.
    package func rowCounts() throws -> [String: Int] {
        try allowLongReading()
        var counts: [String: Int] = [:]
        for table in try tableNames() {
            // A name of the schema's own: nothing from outside.
            let count = SQL(stringLiteral: "SELECT COUNT(*) FROM \"\(table)\"")
            counts[table] = try first(count) { try $0.int(0) } ?? 0
        }
        return counts
    }

    package func migrationNames() throws -> [String] {
        try rows("SELECT name FROM migrations ORDER BY name").map { try $0.string(0) }
    }

    /// What SQLite finds wrong with its own file, and rows that name rows which are not there: it reads everything. Nil of
    /// PostgreSQL, which looks after its files itself.
    package func integrityProblems() throws -> [String]? {
        guard dialect == .sqlite else { return nil }
        let damages = try rows("SELECT integrity_check FROM pragma_integrity_check").map { try $0.string(0) }
        let lost = try rows(
            "SELECT \"table\", parent, COUNT(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2"
        ).map { row in
            "rows of \(try row.string(0)) that name rows of \(try row.string(1)) not there: \(try row.int(2))"
        }
        return damages.filter { $0 != "ok" } + lost
    }

    package func hasTable(_ name: String) throws -> Bool {
        let table: SQL =
            dialect == .postgres
            ? "SELECT 1 WHERE to_regclass(\(name)) IS NOT NULL"
            : "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = \(name)"
        return try first(table) { try $0.int(0) } != nil
    }

    func tableNames() throws -> [String] {
        let names: SQL =
            dialect == .postgres
            ? "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
            : """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
            ORDER BY name
            """
        return try rows(names).map { try $0.string(0) }
    }
}
