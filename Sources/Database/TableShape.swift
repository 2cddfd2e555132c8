/// A table as another database of the same schema can take it in.
package struct TableShape: Sendable, Equatable {
    /// What a column holds, in both engines.
    enum Kind: Sendable {
        case integer, real, text, blob

        /// - Parameter type: as the schema declares it.
        init(_ type: String) {
            switch type.lowercased() {
            case "bigint", "smallint", "integer": self = .integer
            case "double precision": self = .real
            case "blob", "bytea": self = .blob
            default: self = .text
            }
        }
    }

    struct Column: Sendable, Equatable {
        let name: String
        let kind: Kind
    }

    package let name: String
    /// Without those that the engine works out itself.
    let columns: [Column]

    package var columnNames: [String] { columns.map(\.name) }

    fileprivate var columnList: SQL {
        SQL(stringLiteral: columns.map { "\"\($0.name)\"" }.joined(separator: ", "))
    }

    fileprivate func values(of row: any Row) throws -> [SQLValue] {
        try columns.enumerated().map { try $1.kind.value($0, of: row) }
    }

    fileprivate var quotedName: SQL { SQL(stringLiteral: "\"\(name)\"") }
}

extension Transaction {
    /// The schema's tables, each after those that its rows name. Without the migrator's, and those with a full-text index, which
    /// each engine has in its own form, and the bytes of accounts, which come with the rows that they are of.
    package func tableShapes() throws -> [TableShape] {
        let own: Set = ["migrations", "place_words", "account_storage", "account_storage_limit"]
        var left = try tableNames().filter { !own.contains($0) }
        let references = try references()
        var sorted: [String] = []
        while !left.isEmpty {
            let ready = left.filter { table in references[table, default: []].isSubset(of: sorted + [table]) }
            guard !ready.isEmpty else { throw DatabaseError.statement("tables name each other: \(left)") }
            sorted += ready
            left.removeAll(where: ready.contains)
        }
        return try sorted.map { TableShape(name: $0, columns: try columns(of: $0)) }
    }

    /// Lets this transaction take as long as it needs, and wait for somebody else in between. Reads end otherwise with
    /// `DatabaseError.unavailable` where one of their statements takes longer than `StatementLimit`.
    package func allowLongReading() throws { try connection.allowLongReading() }

    /// Passes a table's rows on, a piece at a time, in the order of their first column.
    package func readRows(of table: TableShape, atOnce size: Int, _ body: ([[SQLValue]]) throws -> Void) throws {
        let query: SQL = "SELECT \(table.columnList) FROM \(table.quotedName) ORDER BY 1"
        if dialect == .postgres { return try readByCursor(query, of: table, atOnce: size, body) }
        var piece: [[SQLValue]] = []
        try rows(query).forEach { row in
            piece.append(try table.values(of: row))
            guard piece.count >= size else { return }
            try body(piece)
            piece = []
        }
        if !piece.isEmpty { try body(piece) }
    }

    /// PostgreSQL's library would fetch all rows at once. A name of its own for each table, since a statement is prepared once.
    private func readByCursor(
        _ query: SQL,
        of table: TableShape,
        atOnce size: Int,
        _ body: ([[SQLValue]]) throws -> Void
    ) throws {
        let cursor = SQL(stringLiteral: "\"rows of \(table.name)\"")
        try execute("DECLARE \(cursor) NO SCROLL CURSOR FOR \(query)")
        let fetch = SQL(stringLiteral: "FETCH \(size) FROM \"rows of \(table.name)\"")
        while true {
            let piece = try rows(fetch).map { try table.values(of: $0) }
            if piece.isEmpty { break }
            try body(piece)
        }
        try execute("CLOSE \(cursor)")
    }

    package func insertRows(_ rows: [[SQLValue]], into table: TableShape) throws {
        for row in rows {
            var values = SQL.Interpolation(literalCapacity: 0, interpolationCount: row.count)
            for (index, value) in row.enumerated() {
                if index > 0 { values.appendLiteral(", ") }
                values.appendInterpolation(value)
            }
            let list = SQL(stringInterpolation: values)
            try execute("INSERT INTO \(table.quotedName) (\(table.columnList)) VALUES (\(list))")
        }
    }

    /// Deletes what a new schema brings with it.
    package func emptyTables(_ tables: [TableShape]) throws {
        for table in tables.reversed() { try execute("DELETE FROM \(table.quotedName)") }
    }

    /// The tables whose rows each table's rows name.
    private func references() throws -> [String: Set<String>] {
        let pairs: SQL =
            dialect == .postgres
            ? """
            SELECT t.relname, o.relname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
                JOIN pg_class o ON o.oid = c.confrelid
            WHERE c.contype = 'f' AND t.relnamespace = current_schema()::regnamespace
            """
            : """
            SELECT t.name, f."table" FROM pragma_table_list t, pragma_foreign_key_list(t.name) f
            WHERE t.schema = 'main' AND t.type = 'table'
            """
        return try rows(pairs).map { (try $0.string(0), try $0.string(1)) }
            .reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
    }

    private func columns(of table: String) throws -> [TableShape.Column] {
        let columns: SQL =
            dialect == .postgres
            ? """
            SELECT column_name::text, data_type::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = \(table) AND is_generated = 'NEVER'
            ORDER BY ordinal_position
            """
            : "SELECT name, type FROM pragma_table_xinfo(\(table)) WHERE hidden < 2 ORDER BY cid"
        return try rows(columns).map { TableShape.Column(name: try $0.string(0), kind: .init(try $0.string(1))) }
    }
}

extension TableShape.Kind {
    fileprivate func value(_ index: Int, of row: any Row) throws -> SQLValue {
        if row.isNull(index) { return .null }
        switch self {
        case .integer: return .integer(try row.int64(index))
        case .real: return .real(try row.double(index))
        case .text: return .text(try row.string(index))
        case .blob: return .blob(try row.blob(index))
        }
    }
}
