import Foundation
import GRDB

/// One connection inside a transaction.
final class SQLiteConnection: DatabaseConnection {
    private let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    var dialect: Dialect { .sqlite }

    func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws {
        let cursor = try SQLiteError.translated {
            let statement = try database.cachedStatement(sql: sql.fragments.joined(separator: "?"))
            return try GRDB.Row.fetchCursor(statement, arguments: arguments(sql))
        }
        while let row = try SQLiteError.translated({ try cursor.next() }) {
            if try !body(SQLiteRow(row: row)) { return }
        }
    }

    func execute(_ sql: SQL) throws -> Int {
        try SQLiteError.translated {
            let statement = try database.cachedStatement(sql: sql.fragments.joined(separator: "?"))
            try statement.execute(arguments: arguments(sql))
            return database.changesCount
        }
    }

    private func arguments(_ sql: SQL) -> StatementArguments {
        StatementArguments(
            sql.parameters.map { parameter -> DatabaseValue in
                switch parameter {
                case .null: .null
                case .integer(let value): value.databaseValue
                case .real(let value): value.databaseValue
                case .text(let value): value.databaseValue
                case .blob(let value): Data(value).databaseValue
                }
            }
        )
    }
}

/// One row; GRDB's own type stays in this file.
struct SQLiteRow: Row {
    let row: GRDB.Row

    func int(_ column: Int) throws -> Int { try value(column, "an integer") }
    func int64(_ column: Int) throws -> Int64 { try value(column, "an integer") }
    func double(_ column: Int) throws -> Double { try value(column, "a number") }
    func string(_ column: Int) throws -> String { try value(column, "a text") }
    func blob(_ column: Int) throws -> [UInt8] { [UInt8](try value(column, "bytes") as Data) }
    func isNull(_ column: Int) -> Bool { row.hasNull(atIndex: column) }

    private func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: Int,
        _ expected: String
    ) throws -> Value {
        guard let value = row[column] as Value? else {
            throw DatabaseError.decoding(column: column, expected: expected)
        }
        return value
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
