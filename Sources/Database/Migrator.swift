import Foundation

/// One step of the schema: literal SQL, applied once, in order, never changed after it has landed.
package struct Migration: Sendable {
    /// Such as `104-places`; the order in `Migration.all` counts, the name is recorded.
    package let name: String
    /// Statements in the portable subset, run one by one.
    var statements: [SQL] = []
    /// Statements for one engine alone, such as a full-text index.
    var sqlite: [SQL] = []
    var postgres: [SQL] = []
    /// The oldest release that may use a database with this migration, without knowing it; nil for those alone that have it.
    var usableSince: Release?

    fileprivate func statements(for dialect: Dialect) -> [SQL] {
        statements + (dialect == .sqlite ? sqlite : postgres)
    }
}

/// Migrates a database to the newest schema; a second call does nothing. Each migration is one transaction, and of several
/// programs that start at once one migrates while the others wait.
package struct Migrator: Sendable {
    /// The database is not of this release, or does not exist yet; in words for the person who starts the program.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    private let migrations: [Migration]
    private let release: Release

    /// - Parameter release: of this program.
    package init(migrations: [Migration] = Migration.all, release: Release = .current) {
        self.migrations = migrations
        self.release = release
    }

    /// Applies missing migrations and returns their names. A database that a newer release has migrated is refused, unless it
    /// says that this release may use it: otherwise this release cannot know its schema. One from before the first release is
    /// taken with all of `Migration.unreleasedSteps` alone.
    /// - Parameters:
    ///   - mayCreate: whether a database without any schema gets one.
    ///   - beforeChange: gets the name of the first missing migration before it is applied to a database that has a schema.
    @discardableResult
    package func migrate(
        _ database: any Database,
        mayCreate: Bool = true,
        beforeChange: (String) async throws -> Void = { _ in }
    ) async throws -> [String] {
        // Reads first: where nothing is missing, it need not wait for other writes.
        let known = try await applied(in: database)
        if known.isEmpty {
            guard mayCreate else { throw Error(description: "the database is empty; `moeum migrate` prepares it") }
            try await database.write { try $0.createMigrationTables() }
            return try await apply(migrations, to: database)
        }
        if known == Migration.unreleasedSteps {
            try await beforeChange(Migration.accounts.name)
            try await database.write { try $0.adoptUnreleasedSteps() }
            return try await Migration.schema.map(\.name) + migrate(database)
        }
        let unknown = known.subtracting(migrations.map(\.name)).sorted()
        if !unknown.isEmpty {
            let smallest = try await database.read { try $0.smallestRelease() }
            guard let smallest, release >= smallest else {
                let names = unknown.joined(separator: ", ")
                throw Error(
                    description: "the database is newer than this release (\(release)), which lacks \(names): start "
                        + "\(smallest.map { "release \($0) or a newer one" } ?? "the newer release"), or restore a "
                        + "backup that was made before it"
                )
            }
        }
        let missing = migrations.filter { !known.contains($0.name) }
        if let first = missing.first { try await beforeChange(first.name) }
        return try await apply(missing, to: database)
    }

    /// The names of the migrations that would be applied.
    package func missing(in database: any Database) async throws -> [String] {
        let known = try await applied(in: database)
        return migrations.map(\.name).filter { !known.contains($0) }
    }

    /// The names of the applied migrations.
    /// - Throws: where the database is from before the first release and lacks any of `Migration.unreleasedSteps`.
    @discardableResult
    package func applied(in database: any Database) async throws -> Set<String> {
        let known = try await database.read { try $0.hasTable("migrations") ? $0.appliedMigrations() : [] }
        guard known.isDisjoint(with: Migration.unreleasedSteps) || known == Migration.unreleasedSteps else {
            throw Error(
                description:
                    "the database is from before the first release: bring it up to date with `moeum migrate` of "
                    + "commit \(Migration.unreleasedCommit), then use this program"
            )
        }
        return known
    }

    private func apply(_ missing: [Migration], to database: any Database) async throws -> [String] {
        var applied: [String] = []
        for migration in missing
        where try await database.write({ try $0.applyMigration(migration, release) }) {
            applied.append(migration.name)
        }
        return applied
    }
}

/// The migrations of the database, compared with those of this release.
package struct MigrationState: Sendable, Equatable {
    package let applied: Int
    package let last: String?
    package let missing: Int
    /// How many were applied by a newer release.
    package let unknown: Int
    /// When the first was applied: the site's beginning.
    package let beganAt: Date?
}

extension Transaction {
    package func migrationState(_ known: [Migration] = Migration.all) throws -> MigrationState {
        let applied = try appliedMigrations()
        let names = Set(known.map(\.name))
        return MigrationState(
            applied: applied.count,
            last: applied.max(),
            missing: names.subtracting(applied).count,
            unknown: applied.subtracting(names).subtracting(Migration.unreleasedSteps).count,
            beganAt: try first("SELECT MIN(applied_at) FROM migrations") { try $0.optionalDate(0) } ?? nil
        )
    }

    fileprivate func createMigrationTables() throws {
        // PostgreSQL lets two connections find the same table missing. SQLite's write transactions exclude each other.
        if dialect == .postgres { _ = try first("SELECT 1 FROM pg_advisory_xact_lock(6513)") { try $0.int(0) } }
        try execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at BIGINT NOT NULL)")
        try execute("CREATE TABLE IF NOT EXISTS health (id BIGINT PRIMARY KEY, checked_at BIGINT NOT NULL)")
        if dialect == .postgres { try compareTextsByBytes() }
    }

    /// The smallest release that may use the database, as the newest that changed it has said; nil where none has.
    fileprivate func smallestRelease() throws -> Release? {
        guard try hasTable("site_settings") else { return nil }
        return try first("SELECT value FROM site_settings WHERE name = 'smallest-release'") { try $0.string(0) }
            .flatMap { Release($0) }
    }

    /// Keeps the larger of this and what the database says already.
    private func raiseSmallestRelease(to release: Release) throws {
        guard try hasTable("site_settings"), try smallestRelease().map({ $0 < release }) ?? true else { return }
        try execute(
            """
            INSERT INTO site_settings (name, value) VALUES ('smallest-release', \(release.description))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """
        )
    }

    func appliedMigrations() throws -> Set<String> {
        Set(try rows("SELECT name FROM migrations").map { try $0.string(0) })
    }

    /// Applies a migration; false where another program has applied it before this transaction had the lock.
    fileprivate func applyMigration(_ migration: Migration, _ release: Release) throws -> Bool {
        try lockMigrations()
        guard try !appliedMigrations().contains(migration.name) else { return false }
        try runStatements(of: migration)
        try raiseSmallestRelease(to: migration.usableSince ?? release)
        if dialect == .postgres { try compareTextsByBytes() }
        let now = Date.now.milliseconds
        try execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(now))")
        return true
    }

    /// Keeps other programs from migrating at the same time, for as long as this transaction takes.
    func lockMigrations() throws {
        guard dialect == .postgres else { return }
        try execute("SET LOCAL statement_timeout = 0")
        // Not an advisory lock: the SELECT that takes one fixes the snapshot before it waits, so that migrations applied
        // meanwhile would not be seen. LOCK TABLE needs no snapshot.
        try execute("LOCK TABLE migrations IN EXCLUSIVE MODE")
    }

    func runStatements(of migration: Migration) throws {
        for statement in migration.statements(for: dialect) { try execute(statement) }
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
