import Foundation
import Testing

@testable import Database

/// What a change moves, and what it leaves alone: kept pages hang on it.
@Suite(.cleanup)
struct DataChangesTests {
    private static let tables: [SQL] = [
        "CREATE TABLE shelves (id BIGINT PRIMARY KEY, name TEXT NOT NULL, seen BIGINT NOT NULL DEFAULT 0)",
        """
        CREATE TABLE books (id BIGINT PRIMARY KEY,
            shelf_id BIGINT NOT NULL REFERENCES shelves (id) ON DELETE CASCADE, title TEXT NOT NULL)
        """,
        "CREATE TABLE others (id BIGINT PRIMARY KEY)",
        "INSERT INTO shelves (id, name) VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO books (id, shelf_id, title) VALUES (1, 1, 'c'), (2, 2, 'd')",
    ]

    private static func database(_ engine: TestEngine) async throws -> any Database {
        let database = try await engine.database()
        try await database.write { for table in Self.tables { try $0.execute(table) } }
        try await database.changes.untilKnown()
        return database
    }

    /// What a read was made from.
    private static func trace(_ database: any Database, _ sql: SQL) async throws -> ReadTrace {
        let number = try #require(database.changes.number)
        let recorder = ReadRecorder()
        try await ReadRecorder.$current.withValue(recorder) {
            try await database.read { try $0.rows(sql).forEach { _ in } }
        }
        return try #require(recorder.trace(since: number))
    }

    /// Whether what was read is still true after a write.
    private static func survives(_ read: SQL, _ write: SQL, on engine: TestEngine) async throws -> Bool {
        try await Cleanup.run {
            let database = try await database(engine)
            let trace = try await Self.trace(database, read)
            #expect(database.changes.isCurrent(trace))
            try await database.write { try $0.execute(write) }
            return database.changes.isCurrent(trace)
        }
    }

    @Test(
        "A write to columns that were not read leaves a value current",
        arguments: TestEngine.available,
        [
            "INSERT INTO others (id) VALUES (1)",
            "UPDATE shelves SET seen = 5",
            "UPDATE shelves SET name = 'x' WHERE id = 99",
            "DELETE FROM books WHERE id = 99",
        ] as [SQL]
    )
    func ignoreUnread(_ engine: TestEngine, _ write: SQL) async throws {
        #expect(
            try await Self.survives(
                "SELECT s.id, s.name, b.title FROM shelves s JOIN books b ON b.shelf_id = s.id",
                write,
                on: engine
            )
        )
    }

    @Test(
        "A write to columns that were read outdates a value",
        arguments: TestEngine.available,
        [
            "UPDATE shelves SET name = 'x' WHERE id = 1",
            "INSERT INTO shelves (id, name) VALUES (3, 'x')",
            "DELETE FROM books WHERE id = 1",
            "DELETE FROM books",
            "UPDATE books SET title = 'x'",
            "INSERT INTO books (id, shelf_id, title) VALUES (1, 1, 'y') ON CONFLICT (id) DO UPDATE SET title = excluded.title",
            "WITH gone AS (SELECT id FROM books) DELETE FROM books WHERE id IN (SELECT id FROM gone)",
        ] as [SQL]
    )
    func noticeRead(_ engine: TestEngine, _ write: SQL) async throws {
        #expect(
            try await !Self.survives(
                "SELECT s.id, s.name, b.title FROM shelves s JOIN books b ON b.shelf_id = s.id",
                write,
                on: engine
            )
        )
    }

    @Test("Rows that follow by a foreign key change too", arguments: TestEngine.available)
    func followForeignKeys(_ engine: TestEngine) async throws {
        #expect(try await !Self.survives("SELECT title FROM books", "DELETE FROM shelves WHERE id = 1", on: engine))
    }

    /// Anyone who takes the first row of what a statement returns ends it before it is done.
    @Test("A statement that returns its rows changes them", arguments: TestEngine.available)
    func noticeReturning(_ engine: TestEngine) async throws {
        let database = try await Self.database(engine)
        for _ in 1...2 {
            let trace = try await Self.trace(database, "SELECT seen FROM shelves")
            _ = try await database.write { transaction in
                try transaction.first(
                    """
                    INSERT INTO shelves (id, name, seen) VALUES (1, 'a', 1), (2, 'b', 1)
                    ON CONFLICT (id) DO UPDATE SET seen = shelves.seen + 1 RETURNING seen
                    """
                ) { try $0.int(0) }
            }
            #expect(!database.changes.isCurrent(trace))
        }
    }

    @Test("A count changes with the rows", arguments: TestEngine.available)
    func noticeCounts(_ engine: TestEngine) async throws {
        #expect(try await !Self.survives("SELECT COUNT(*) FROM books", "DELETE FROM books WHERE id = 1", on: engine))
        // PostgreSQL's words do not tell what the star counts.
        guard engine == .sqlite else { return }
        #expect(try await Self.survives("SELECT COUNT(*) FROM books", "UPDATE books SET title = 'x'", on: engine))
    }

    @Test("A generated column changes with those that it is made of", arguments: TestEngine.available)
    func noticeGenerated(_ engine: TestEngine) async throws {
        let database = try await Self.database(engine)
        try await database.write { transaction in
            try transaction.execute(
                "CREATE TABLE ranks (id BIGINT PRIMARY KEY, a BIGINT, b BIGINT GENERATED ALWAYS AS (-a) STORED)"
            )
            try transaction.execute("INSERT INTO ranks (id, a) VALUES (1, 1)")
        }
        let trace = try await Self.trace(database, "SELECT b FROM ranks ORDER BY b")
        try await database.write { try $0.execute("UPDATE ranks SET a = 2") }
        #expect(!database.changes.isCurrent(trace))
    }

    /// SQLite's update hook would say nothing of these.
    @Test("Tables without row ids and full-text indexes are noticed") func noticeSpecialTables() async throws {
        let database = try await TestEngine.sqlite.database()
        try await database.write { transaction in
            try transaction.execute("CREATE TABLE pairs (a INTEGER PRIMARY KEY, b TEXT) WITHOUT ROWID")
            try transaction.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
            try transaction.execute("INSERT INTO words (rowid, text) VALUES (1, 'old')")
            try transaction.execute("INSERT INTO pairs (a, b) VALUES (1, 'old')")
        }
        let reads: [(read: SQL, write: SQL)] = [
            ("SELECT b FROM pairs", "UPDATE pairs SET b = 'new'"),
            ("SELECT b FROM pairs", "REPLACE INTO pairs (a, b) VALUES (1, 'newer')"),
            ("SELECT rowid FROM words WHERE words MATCH 'old'", "UPDATE words SET text = 'new' WHERE rowid = 1"),
            ("SELECT rowid FROM words WHERE words MATCH 'new'", "DELETE FROM words"),
        ]
        for (read, write) in reads {
            let trace = try await Self.trace(database, read)
            try await database.write { try $0.execute(write) }
            #expect(!database.changes.isCurrent(trace), "\(write)")
        }
    }

    @Test("A write that is rolled back changes nothing for readers", arguments: TestEngine.available)
    func ignoreRollback(_ engine: TestEngine) async throws {
        let database = try await Self.database(engine)
        let trace = try await Self.trace(database, "SELECT name FROM shelves")
        await #expect(throws: (any Error).self) {
            try await database.write { transaction in
                try transaction.execute("INSERT INTO others (id) VALUES (7)")
                throw CancellationError()
            }
        }
        #expect(database.changes.isCurrent(trace))
    }

    /// Another process opens the file as this second database does.
    @Test("Another process's commit is seen at once") func seeOtherProcess() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        defer { SQLiteDatabase.removeFiles(path) }
        let (server, command) = (try SQLiteDatabase(path: path), try SQLiteDatabase(path: path, role: .command))
        try await server.write { for table in Self.tables { try $0.execute(table) } }
        for round in 1...50 {
            let own = try await Self.trace(server, "SELECT name FROM shelves")
            try await server.write { try $0.execute("UPDATE shelves SET seen = \(round)") }
            #expect(server.changes.isCurrent(own))
            try await command.write { try $0.execute("UPDATE shelves SET name = \("n\(round)")") }
            #expect(!server.changes.isCurrent(own))
            // Both at once: the server's next commit does not hide the other's.
            let both = try await Self.trace(server, "SELECT name FROM shelves")
            try await command.write { try $0.execute("UPDATE shelves SET name = \("m\(round)")") }
            try await server.write { try $0.execute("UPDATE shelves SET seen = \(round)") }
            #expect(!server.changes.isCurrent(both))
        }
        await command.close()
        await server.close()
        #expect(server.changes.number == nil)
    }

    #if Postgres
        @Test(
            "Another node's commit arrives, and without a line nothing counts as current",
            .enabled(if: TestEngine.hasPostgres)
        )
        func hearOtherNode() async throws {
            let url = try await TestEngine.postgresSchema()
            let (node, other) = (
                try PostgresDatabase(url: url, readers: 1, writers: 1),
                try PostgresDatabase(url: url, readers: 1, writers: 1)
            )
            try await node.write { for table in Self.tables { try $0.execute(table) } }
            try await node.changes.untilKnown()
            let trace = try await Self.trace(node, "SELECT name FROM shelves")
            try await other.write { try $0.execute("UPDATE shelves SET name = 'x'") }
            while node.changes.isCurrent(trace) { try await Task.sleep(for: .milliseconds(5)) }
            try await node.changes.untilKnown()
            let second = try await Self.trace(node, "SELECT name FROM shelves")
            // Every connection that listens is ended, as by a server that restarts.
            try await other.read {
                _ = try $0.first(
                    """
                    SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE query LIKE 'LISTEN%' AND query LIKE '%' || current_schema() || '%'
                    """
                ) { try $0.int(0) }
            }
            while node.changes.isCurrent(second) { try await Task.sleep(for: .milliseconds(5)) }
            try await node.changes.untilKnown()
            await other.close()
            await node.close()
            #expect(node.changes.number == nil)
        }
    #endif
}

extension DataChanges {
    /// Returns once it is known what changes: PostgreSQL's line takes a moment.
    func untilKnown() async throws { while number == nil { try await Task.sleep(for: .milliseconds(2)) } }
}

extension DataChanges {
    func isCurrent(_ trace: ReadTrace) -> Bool { currentNumber(trace.columns, since: trace.number) != nil }
}
