import Foundation
import GRDB

/// The embedded default engine.
public final class SQLiteDatabase: Database {
    private let pool: DatabasePool

    public init(path: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        pool = try DatabasePool(path: path, configuration: configuration)
    }

    public func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await pool.read { try body(Transaction(SQLiteConnection($0))) }
    }

    public func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value
    {
        try await pool.write { try body(Transaction(SQLiteConnection($0))) }
    }

    public func close() async { try? pool.close() }
}

final class SQLiteConnection: DatabaseConnection {
    private let database: GRDB.Database
    init(_ database: GRDB.Database) { self.database = database }
    var dialect: Dialect { .sqlite }

    func query(_ sql: SQL, _ body: (any Row) throws -> Bool) throws {
        let statement = try database.cachedStatement(sql: sql.fragments.joined(separator: "?"))
        let cursor = try GRDB.Row.fetchCursor(statement, arguments: arguments(sql))
        while let row = try cursor.next() {
            if try !body(SQLiteRow(row: row)) { return }
        }
    }

    func execute(_ sql: SQL) throws -> Int {
        let statement = try database.cachedStatement(sql: sql.fragments.joined(separator: "?"))
        try statement.execute(arguments: arguments(sql))
        return database.changesCount
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

struct SQLiteRow: Row {
    let row: GRDB.Row
    func int(_ column: Int) throws -> Int { try row.decode(atIndex: column) }
    func int64(_ column: Int) throws -> Int64 { try row.decode(atIndex: column) }
    func double(_ column: Int) throws -> Double { try row.decode(atIndex: column) }
    func string(_ column: Int) throws -> String { try row.decode(atIndex: column) }
    func blob(_ column: Int) throws -> [UInt8] { [UInt8](try row.decode(Data.self, atIndex: column)) }
    func isNull(_ column: Int) -> Bool { row.hasNull(atIndex: column) }
}
