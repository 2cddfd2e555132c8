import Foundation
import Testing

@testable import Database
@testable import Moeum

/// A database from before the first release goes on where it has every step of then, and is refused where it lacks one.
@Suite(.cleanup)
struct UnreleasedStepsTests {
    private static let names = Migration.all.map(\.name)
    private static let lacking = "049-place-words"

    /// Records the steps in place of the schema's migrations, the first a second after 1970.
    private func age(_ database: any Database, without lacking: String? = nil) async throws {
        try await database.write { transaction in
            try transaction.execute("DELETE FROM migrations")
            for (index, name) in Migration.unreleasedSteps.sorted().enumerated() where name != lacking {
                try transaction.execute("INSERT INTO migrations (name, applied_at) VALUES (\(name), \(1_000 + index))")
            }
        }
    }

    /// What the database has of triggers, by their texts.
    private func triggers(_ database: any Database) async throws -> [String] {
        try await database.read { transaction in
            let texts: SQL =
                transaction.dialect == .sqlite
                ? "SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
                : """
                SELECT pg_get_triggerdef(t.oid) || pg_get_functiondef(t.tgfoid)
                FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal ORDER BY t.tgname
                """
            return try transaction.rows(texts).map { try $0.string(0) }
        }
    }

    /// Another trigger under the same name, as an earlier state had.
    private static func otherTrigger(_ engine: TestEngine) -> [SQL] {
        switch engine {
        case .sqlite:
            [
                "DROP TRIGGER account_storage_tags_added",
                """
                CREATE TRIGGER account_storage_tags_added AFTER INSERT ON tags
                BEGIN UPDATE account_storage SET bytes = bytes + 1000 WHERE account_id = NEW.account_id; END
                """,
            ]
        case .postgres:
            [
                "DROP FUNCTION account_storage_tags_added() CASCADE",
                """
                CREATE FUNCTION account_storage_tags_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                UPDATE account_storage SET bytes = bytes + 1000 WHERE account_id = NEW.account_id; RETURN NULL; END $$
                """,
                """
                CREATE TRIGGER account_storage_tags_added AFTER INSERT ON tags
                FOR EACH ROW EXECUTE FUNCTION account_storage_tags_added()
                """,
                // One state had this reference too.
                "ALTER TABLE account_storage ADD FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE",
            ]
        }
    }

    @Test("Migrations are in order and use no name of an unreleased step") func orderNames() {
        #expect(Self.names.sorted() == Self.names)
        #expect(Migration.unreleasedSteps.allSatisfy { $0 < "101" })
    }

    @Test("A database with all unreleased steps is taken over with its schema", arguments: TestEngine.available)
    func adoptSteps(_ engine: TestEngine) async throws {
        let database = try await engine.database(of: Migration.schema)
        let fresh = try await triggers(database)
        let account = try await RouletteFixture.account(in: database)
        try await database.write { transaction in
            for statement in Self.otherTrigger(engine) { try transaction.execute(statement) }
            try Self.addTag(1, to: account, transaction)
            // Less than the account has, as after a lower limit.
            try transaction.setAccountStorageLimit(1)
        }
        try await age(database)
        #expect(try await Migrator().missing(in: database) == Self.names)
        #expect(try await database.read { try $0.migrationState().unknown } == 0)

        let changes = Changes()
        let applied = try await Migrator().migrate(database) { await changes.append($0) }
        #expect(applied == Self.names)
        #expect(await changes.names == [Self.names[0]])
        #expect(try await Migrator().migrate(database) == [])
        #expect(try await triggers(database) == fresh)
        try await database.write { transaction in
            #expect(try transaction.migrationNames() == Self.names)
            #expect(try transaction.migrationState().beganAt == Date(milliseconds: 1_000))
            #expect(try transaction.storedBytes(of: account) == 9)
            try Self.addTag(2, to: account, transaction)
            #expect(try transaction.storedBytes(of: account) == 18)
            #expect(try transaction.accountsWithWrongStorage() == 0)
            try transaction.execute("DELETE FROM accounts")
            #expect(try transaction.rowCounts()["account_storage"] == 0)
        }
    }

    private actor Changes {
        private(set) var names: [String] = []
        func append(_ name: String) { names.append(name) }
    }

    /// Nine bytes.
    private static func addTag(_ id: Int64, to account: Account.ID, _ transaction: Transaction) throws {
        try transaction.execute(
            "INSERT INTO tags (id, account_id, group_name, value) VALUES (\(id), \(account), \("맛\(id)"), 'apple')"
        )
    }

    @Test("A database that lacks a step is refused and stays as it is", arguments: TestEngine.available)
    func refuseIncomplete(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await age(database, without: Self.lacking)
        let error = await #expect(throws: Migrator.Error.self) { try await Migrator().migrate(database) }
        #expect(error?.description.contains("`moeum migrate` of commit \(Migration.unreleasedCommit)") == true)
        await #expect(throws: Migrator.Error.self) { try await Migrator().missing(in: database) }
        let names = try await database.read { try $0.migrationNames() }
        #expect(Set(names) == Migration.unreleasedSteps.subtracting([Self.lacking]))
    }

    @Test("A backup with unreleased steps is restored in the same way") func restoreUnreleased() async throws {
        let (folder, database) = (try temporaryFolder(), try await TestEngine.sqlite.database(of: Migration.schema))
        try await database.write { for statement in JobsMigrationTests.work.prefix(2) { try $0.execute(statement) } }
        try await age(database)
        let before = try await BackupSite.rows(database)
        func restore(_ name: String) async throws -> Restore.Result {
            let path = "\(folder)/\(name).tar"
            let site = try BackupSite.config("\(folder)/site")
            _ = try await BackupWriter(config: site, database: database).write(to: .file(path))
            return try await Restore(config: BackupSite.config("\(folder)/\(name)")).run(.file(path)) { _ in }
        }
        let result = try await restore("new")
        #expect(result.applied == Self.names && result.heldMails == 2)
        let restored = try SQLiteDatabase(path: "\(folder)/new/moeum.sqlite")
        try await restored.closing { database in
            let after = try await BackupSite.rows(database)
            let others = Set(before.keys).intersection(after.keys).subtracting(["migrations"])
            #expect(others.isSuperset(of: ["accounts", "outbox"]))
            #expect(others.allSatisfy { after[$0] == before[$0] })
        }
        try await age(database, without: Self.lacking)
        await #expect(throws: Migrator.Error.self) { _ = try await restore("none") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/none") == [])
    }

    #if Postgres
        @Test("Programs that start at once take the database over once", .enabled(if: TestEngine.hasPostgres))
        func adoptOnce() async throws {
            let database = try await TestEngine.postgres.database(of: Migration.schema)
            try await age(database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { try await Migrator().migrate(database) } }
                try await group.waitForAll()
            }
            #expect(try await database.read { try $0.migrationNames() } == Self.names)
        }
    #endif
}
