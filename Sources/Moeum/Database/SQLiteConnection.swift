import Foundation
import GRDB
import GRDBSQLite

/// One connection: GRDB opens it and keeps its prepared statements; rows are stepped through SQLite's own interface, so
/// that none is copied before it is decoded.
final class SQLiteConnection: DatabaseConnection {
    private let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    var dialect: Dialect { .sqlite }

    func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws {
        try withStatement(sql) { statement in
            let row = SQLiteRow(statement: statement)
            while try step(statement) {
                if try !body(row) { return }
            }
        }
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try withStatement(sql) { statement in
            while try step(statement) {}
            return Int(sqlite3_changes(database.sqliteConnection))
        }
    }

    /// A setting of SQLite's own, such as `synchronous`.
    func pragma(_ name: StaticString) throws -> Int? {
        try SQLiteError.translated { try Int.fetchOne(database, sql: "PRAGMA \(name)") }
    }

    private func withStatement<Value>(_ sql: SQL, _ body: (OpaquePointer) throws -> Value) throws -> Value {
        let text = sql.fragments.count == 1 ? sql.fragments[0] : sql.fragments.joined(separator: "?")
        return try SQLiteError.translated {
            var statement = try database.cachedStatement(sql: text)
            // A query inside the rows of the same query needs a statement of its own.
            if sqlite3_stmt_busy(statement.sqliteStatement) != 0 { statement = try database.makeStatement(sql: text) }
            return try withExtendedLifetime(statement) {
                let pointer = statement.sqliteStatement
                defer { sqlite3_reset(pointer) }
                try bind(sql.parameters, to: pointer)
                return try body(pointer)
            }
        }
    }

    /// Whether there is a row.
    private func step(_ statement: OpaquePointer) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw lastError()
        }
    }

    private func bind(_ parameters: [SQLValue], to statement: OpaquePointer) throws {
        guard sqlite3_bind_parameter_count(statement) == parameters.count else {
            throw DatabaseError.statement("the statement has other placeholders than parameters")
        }
        for (offset, parameter) in parameters.enumerated() {
            guard bind(parameter, to: statement, at: Int32(offset + 1)) == SQLITE_OK else { throw lastError() }
        }
    }

    private func bind(_ value: SQLValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, a cast in a C macro that Swift cannot import: SQLite copies the bytes at once.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .text(let text):
            return text.withCString { sqlite3_bind_text(statement, index, $0, Int32(text.utf8.count), copied) }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copied)
            }
        }
    }

    private func lastError() -> GRDB.DatabaseError {
        GRDB.DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
            message: database.lastErrorMessage
        )
    }
}

/// The row that a statement stands on.
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

/// Tells SQLite's errors apart where a caller can do something about them (sqlite.org/rescode.html).
enum SQLiteError {
    static func translated<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw translate(error) }
    }

    static func translate(_ error: any Error) -> any Error {
        guard let error = error as? GRDB.DatabaseError else { return error }
        let message = error.message ?? ""
        let detail = message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? message
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: return DatabaseError.uniqueViolation(detail)
        case .SQLITE_CONSTRAINT_FOREIGNKEY: return DatabaseError.foreignKeyViolation
        case .SQLITE_CONSTRAINT_CHECK, .SQLITE_CONSTRAINT_NOTNULL: return DatabaseError.checkViolation(detail)
        default: break
        }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            return DatabaseError.unavailable(message)
        default: return DatabaseError.statement(message)
        }
    }
}
