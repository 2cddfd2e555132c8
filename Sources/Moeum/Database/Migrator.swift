import Foundation

/// One step of the schema: literal SQL, applied once, in order, never changed after it has landed.
public struct Migration: Sendable {
    /// Such as `002-places`; the order in `Migration.all` counts, the name is recorded.
    let name: String
    /// Statements in the portable subset, run one by one.
    let statements: [SQL]
    /// Statements for one engine alone, such as a full-text index.
    let sqlite: [SQL]
    let postgres: [SQL]

    init(name: String, statements: [SQL], sqlite: [SQL] = [], postgres: [SQL] = []) {
        self.name = name
        self.statements = statements
        self.sqlite = sqlite
        self.postgres = postgres
    }
}

/// Brings a database to the newest schema; a second call finds nothing to do.
public struct Migrator: Sendable {
    let migrations: [Migration]
    public init(migrations: [Migration] = Migration.all) { self.migrations = migrations }

    /// Applies what is missing and returns the names applied.
    @discardableResult
    public func migrate(_ database: any Database) async throws -> [String] {
        let migrations = migrations
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        return try await database.write { transaction in
            try transaction.execute(
                "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at BIGINT NOT NULL)"
            )
            try transaction.execute(
                "CREATE TABLE IF NOT EXISTS health (id BIGINT PRIMARY KEY, checked_at BIGINT NOT NULL)"
            )
            let done = Set(try transaction.rows("SELECT name FROM migrations").map { try $0.string(0) })
            var applied: [String] = []
            for migration in migrations where !done.contains(migration.name) {
                let own = transaction.dialect == .sqlite ? migration.sqlite : migration.postgres
                for statement in migration.statements + own { try transaction.execute(statement) }
                try transaction.execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(now))")
                applied.append(migration.name)
            }
            return applied
        }
    }
}
