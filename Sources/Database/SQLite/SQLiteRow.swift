import CSQLite

/// The current row of a statement.
struct SQLiteRow: Row {
    let statement: OpaquePointer

    func int(_ column: Int) throws -> Int { Int(try int64(column)) }

    func int64(_ column: Int) throws -> Int64 {
        try check(column, SQLITE_INTEGER, "an integer")
        return sqlite3_column_int64(statement, Int32(column))
    }

    func double(_ column: Int) throws -> Double {
        if sqlite3_column_type(statement, Int32(column)) != SQLITE_INTEGER {
            try check(column, SQLITE_FLOAT, "a number")
        }
        return sqlite3_column_double(statement, Int32(column))
    }

    func string(_ column: Int) throws -> String {
        try check(column, SQLITE_TEXT, "a text")
        let start = sqlite3_column_text(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) throws -> [UInt8] {
        try check(column, SQLITE_BLOB, "bytes")
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }

    private func check(_ column: Int, _ type: Int32, _ expected: String) throws {
        guard sqlite3_column_type(statement, Int32(column)) == type else {
            throw DatabaseError.decoding(column: column, expected: expected)
        }
    }
}
