import Testing

@testable import Database
@testable import Moeum

@Suite(.cleanup)
struct MigratorTests {
    private static let notes = Migration(
        name: "001-notes",
        statements: ["CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT NOT NULL)"]
    )
    private static let words = Migration(name: "002-words", statements: ["CREATE TABLE words (id BIGINT PRIMARY KEY)"])

    @Test("A second run finds nothing to do", arguments: TestEngine.available)
    func runTwice(_ engine: TestEngine) async throws {
        let database = try await engine.database()
        let applied = try await Migrator().migrate(database)
        #expect(applied == Migration.all.map(\.name))
        let again = try await Migrator().migrate(database)
        #expect(again == [])
    }

    @Test("A migration that fails leaves the schema from before it", arguments: TestEngine.available)
    func undoFailure(_ engine: TestEngine) async throws {
        let broken = Migration(
            name: "002-broken",
            statements: ["CREATE TABLE half (id BIGINT)", "CREATE TABLE notes (id BIGINT)"]
        )
        let database = try await engine.database()
        await #expect(throws: DatabaseError.self) {
            try await Migrator(migrations: [Self.notes, broken]).migrate(database)
        }
        await #expect(throws: DatabaseError.self) {
            try await database.read { try $0.rows("SELECT id FROM half").map { _ in } }
        }
        let applied = try await Migrator(migrations: [Self.notes, Self.words]).migrate(database)
        #expect(applied == ["002-words"])
    }

    @Test("A database that a newer release changed is refused", arguments: TestEngine.available)
    func refuseNewer(_ engine: TestEngine) async throws {
        let later = Migration(name: "003-later", statements: [])
        let database = try await engine.database()
        _ = try await Migrator(migrations: [Self.notes, later]).migrate(database)
        for older in [[Self.notes], [Self.notes, Self.words]] {
            let error = await #expect(throws: Migrator.Error.self) {
                try await Migrator(migrations: older).migrate(database)
            }
            #expect(
                error?.description.contains("newer than this release (\(Release.current)), which lacks 003-later")
                    == true
            )
        }
        // Nothing was mixed in.
        let applied = try await Migrator(migrations: [Self.notes, Self.words, later]).migrate(database)
        #expect(applied == ["002-words"])
    }

    @Test("A newer database is used where it says that this release may", arguments: TestEngine.available)
    func useAllowedNewer(_ engine: TestEngine) async throws {
        let settings = Migration(
            name: "002-settings",
            statements: ["CREATE TABLE site_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)"]
        )
        let added = Migration(name: "003-added", statements: [], usableSince: Release(1, 0, 0))
        let changed = Migration(name: "004-changed", statements: [])
        func migrator(_ migrations: [Migration], _ release: Release) -> Migrator {
            Migrator(migrations: migrations, release: release)
        }
        let database = try await engine.database()
        let old = [Self.notes, settings]
        _ = try await migrator(old, Release(1, 0, 0)).migrate(database)
        _ = try await migrator(old + [added], Release(1, 2, 0)).migrate(database)
        // It changed nothing that the first release does not bear, but one before that may not know what was there.
        #expect(try await migrator(old, Release(1, 0, 0)).migrate(database) == [])
        await #expect(throws: Migrator.Error.self) { try await migrator(old, Release(0, 9, 9)).migrate(database) }
        _ = try await migrator(old + [added, changed], Release(1, 10, 0)).migrate(database)
        let error = await #expect(throws: Migrator.Error.self) {
            try await migrator(old + [added], Release(1, 9, 0)).migrate(database)
        }
        #expect(error?.description.contains("start release 1.10.0 or a newer one") == true)
        #expect(try await migrator(old + [added, changed], Release(1, 9, 0)).migrate(database) == [])
    }

    @Test("A program that may not create a site leaves an empty database empty", arguments: TestEngine.available)
    func leaveEmpty(_ engine: TestEngine) async throws {
        let database = try await engine.database()
        await #expect(throws: Migrator.Error.self) { try await Migrator().migrate(database, mayCreate: false) }
        await #expect(throws: DatabaseError.self) {
            try await database.read { try $0.rows("SELECT name FROM migrations").map { _ in } }
        }
        _ = try await Migrator(migrations: [Self.notes]).migrate(database)
        let applied = try await Migrator(migrations: [Self.notes, Self.words])
            .migrate(database, mayCreate: false)
        #expect(applied == ["002-words"])
    }

    @Test("Texts are ordered by their bytes", arguments: TestEngine.available)
    func orderByBytes(_ engine: TestEngine) async throws {
        let texts = ["나", "가", "b", "B", "a", "A", "1", "é", "-", " x", "ㅎ", "Z"]
        let database = try await engine.database()
        _ = try await Migrator(migrations: [Self.notes]).migrate(database)
        let sorted = try await database.write { transaction in
            for (id, text) in texts.enumerated() {
                try transaction.execute("INSERT INTO notes (id, text) VALUES (\(id), \(text))")
            }
            return try transaction.rows("SELECT text FROM notes ORDER BY text").map { try $0.string(0) }
        }
        #expect(sorted == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
}
