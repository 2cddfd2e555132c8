import Foundation

/// One step of the schema: literal SQL, applied once, in order, never changed after it has landed.
package struct Migration: Sendable {
    /// Such as `002-places`; the order in `Migration.all` counts, the name is recorded.
    package let name: String
    /// Statements in the portable subset, run one by one.
    let statements: [SQL]
    /// Statements for one engine alone, such as a full-text index.
    package let sqlite: [SQL]
    package let postgres: [SQL]

    init(name: String, statements: [SQL], sqlite: [SQL] = [], postgres: [SQL] = []) {
        self.name = name
        self.statements = statements
        self.sqlite = sqlite
        self.postgres = postgres
    }
}

/// Migrates a database to the newest schema; a second call does nothing. Each migration is one transaction, and of several
/// programs that start at once one migrates while the others wait.
package struct Migrator: Sendable {
    /// The database is not of this release, or does not exist yet; in words for the person who starts the program.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// What a migration does in Swift, after its statements and in their transaction.
    package typealias Step = @Sendable (Transaction) throws -> Void

    package let migrations: [Migration]
    private let steps: [String: Step]

    /// - Parameter steps: by the names of migrations.
    package init(migrations: [Migration] = Migration.all, steps: [String: Step] = [:]) {
        self.migrations = migrations
        self.steps = steps
    }

    /// Applies missing migrations and returns their names. A database that a newer release has migrated is refused: this
    /// release cannot know its schema.
    /// - Parameter mayCreate: whether a database without any schema gets one.
    @discardableResult
    package func migrate(_ database: any Database, mayCreate: Bool = true) async throws -> [String] {
        // Reads first: where nothing is missing, it need not wait for other writes.
        let known = try await database.read { try $0.hasMigrations() ? $0.appliedMigrations() : nil }
        guard let known, !known.isEmpty else {
            guard mayCreate else { throw Error(description: "the database is empty; `moeum migrate` prepares it") }
            try await database.write { try $0.createMigrationTables() }
            return try await apply(migrations, to: database)
        }
        let unknown = known.subtracting(migrations.map(\.name)).sorted()
        guard unknown.isEmpty else {
            let names = unknown.joined(separator: ", ")
            throw Error(
                description: "the database is newer than this release, which lacks \(names): start the newer release, "
                    + "or put back a copy that was made before it"
            )
        }
        return try await apply(migrations.filter { !known.contains($0.name) }, to: database)
    }

    private func apply(_ missing: [Migration], to database: any Database) async throws -> [String] {
        var applied: [String] = []
        for migration in missing
        where try await database.write({ try $0.applyMigration(migration, steps[migration.name]) }) {
            applied.append(migration.name)
        }
        return applied
    }
}

/// The migrations of the database, compared with those of this release.
package struct MigrationState: Sendable, Equatable {
    package let applied: Int
    /// The name of the newest applied migration.
    package let last: String?
    /// How many are known but not applied.
    package let missing: Int
    /// How many were applied by a newer release.
    package let unknown: Int
}

extension Transaction {
    package func migrationState(_ known: [Migration] = Migration.all) throws -> MigrationState {
        let applied = try appliedMigrations()
        let names = Set(known.map(\.name))
        return MigrationState(
            applied: applied.count,
            last: applied.max(),
            missing: names.subtracting(applied).count,
            unknown: applied.subtracting(names).count
        )
    }

    fileprivate func createMigrationTables() throws {
        // PostgreSQL lets two connections find the same table missing. SQLite's write transactions exclude each other.
        if dialect == .postgres { _ = try first("SELECT 1 FROM pg_advisory_xact_lock(6513)") { try $0.int(0) } }
        try execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at BIGINT NOT NULL)")
        try execute("CREATE TABLE IF NOT EXISTS health (id BIGINT PRIMARY KEY, checked_at BIGINT NOT NULL)")
        if dialect == .postgres { try compareTextsByBytes() }
    }

    /// Whether any migration was ever applied.
    fileprivate func hasMigrations() throws -> Bool {
        let table: SQL =
            dialect == .postgres
            ? "SELECT 1 WHERE to_regclass('migrations') IS NOT NULL"
            : "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
        return try first(table) { try $0.int(0) } != nil
    }

    fileprivate func appliedMigrations() throws -> Set<String> {
        Set(try rows("SELECT name FROM migrations").map { try $0.string(0) })
    }

    /// Applies a migration; false where another program has applied it before this transaction had the lock.
    fileprivate func applyMigration(_ migration: Migration, _ step: Migrator.Step?) throws -> Bool {
        if dialect == .postgres {
            try execute("SET LOCAL statement_timeout = 0")
            // Not an advisory lock: the SELECT that takes one fixes the snapshot before it waits, so that migrations applied
            // meanwhile would not be seen. LOCK TABLE needs no snapshot.
            try execute("LOCK TABLE migrations IN EXCLUSIVE MODE")
        }
        guard try !appliedMigrations().contains(migration.name) else { return false }
        let own = dialect == .sqlite ? migration.sqlite : migration.postgres
        for statement in migration.statements + own { try execute(statement) }
        try step?(self)
        if dialect == .postgres { try compareTextsByBytes() }
        let now = Date.now.milliseconds
        try execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(now))")
        return true
    }

    /// Gives every text column SQLite's order, whatever the server's language: lists, page keys and indexes rely on it.
    private func compareTextsByBytes() throws {
        try execute(
            """
            DO $$
            DECLARE item RECORD;
            BEGIN
                FOR item IN
                    SELECT c.relname AS of_table, a.attname AS of_column
                    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
                        AND NOT a.attisdropped AND a.atttypid = 'text'::regtype
                        AND a.attcollation = 'default'::regcollation
                LOOP
                    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE TEXT COLLATE "C"',
                        item.of_table, item.of_column);
                END LOOP;
            END $$
            """
        )
    }
}
