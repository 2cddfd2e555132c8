import Foundation
import Synchronization
import Testing

@testable import Database
@testable import Moeum

@Suite(.cleanup)
struct SQLiteDatabaseTests {
    private func databaseWithNotes() async throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: "\(try temporaryFolder())/moeum.sqlite")
        try Cleanup.current.add { await database.close() }
        try await database.write {
            try $0.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT, CHECK (id >= 0))")
        }
        return database
    }

    private func ids(_ database: any Database) async throws -> [Int] {
        try await database.read { try $0.rows("SELECT id FROM notes ORDER BY id").map { try $0.int(0) } }
    }

    /// What SQLite itself says of the writer's connection.
    private func pragma(_ sql: SQL, _ database: SQLiteDatabase) async throws -> Int? {
        try await database.write { try $0.first(sql) { try $0.int(0) } }
    }

    @Test("Commits are synced and foreign keys checked") func syncCommits() async throws {
        let database = try await databaseWithNotes()
        // 2 is FULL (sqlite.org/pragma.html#pragma_synchronous).
        let synchronous = try await pragma("PRAGMA synchronous", database)
        #expect(synchronous == 2)
        let foreignKeys = try await pragma("PRAGMA foreign_keys", database)
        #expect(foreignKeys == 1)
    }

    @Test("Only the server's writer checkpoints") func checkpointByWriter() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let server = try SQLiteDatabase(path: path)
        let command = try SQLiteDatabase(path: path, role: .command)
        let pages = try await pragma("PRAGMA wal_autocheckpoint", server) ?? 0
        #expect(pages > 0)
        let none = try await pragma("PRAGMA wal_autocheckpoint", command)
        #expect(none == 0)
        await command.close()
        await server.close()
    }

    @Test("A query without an end is ended, and its reader answers the next one") func endLongRead() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let database = try SQLiteDatabase(path: path, readers: 1, readLimit: .milliseconds(20))
        let endless: SQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"
        for _ in 1...2 {
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.first(endless) { try $0.int(0) } }
            }
            #expect(error.flatMap(Problem.from) == .unavailable)
            let answer = try await database.read { try $0.first("SELECT 7") { try $0.int(0) } }
            #expect(answer == 7)
        }
        await database.close()
        SQLiteDatabase.removeFiles(path)
    }

    /// What has to read everything says so, and for its own transaction alone.
    @Test("A read takes long only where it says so") func allowLongRead() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let database = try SQLiteDatabase(path: path, readers: 1, readLimit: .zero)
        let count: SQL = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT COUNT(*) FROM n
            """
        await #expect(throws: DatabaseError.self) { try await database.read { try $0.first(count) { try $0.int(0) } } }
        let counted = try await database.read { transaction in
            try transaction.allowLongReading()
            return try transaction.first(count) { try $0.int(0) }
        }
        #expect(counted == 10_000)
        await #expect(throws: DatabaseError.self) { try await database.read { try $0.first(count) { try $0.int(0) } } }
        await database.close()
        SQLiteDatabase.removeFiles(path)
    }

    @Test("A reader whose transaction cannot end answers the next read") func recoverReader() throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        defer { SQLiteDatabase.removeFiles(path) }
        let connection = try SQLiteConnection(path: path, access: .readWrite, lockSeconds: 1)
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("CREATE TABLE one (id INTEGER PRIMARY KEY)")
        try connection.execute("CREATE TABLE two (id INTEGER REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED)")
        let reader = SQLiteReader(connection: connection)
        // COMMIT refuses this, and the transaction stays open.
        reader.run { _ = try? $0.get().execute("INSERT INTO two VALUES (1)") }
        let outcome = Mutex<(any Error)?>(nil)
        reader.run { result in
            if case .failure(let error) = result { outcome.withLock { $0 = error } }
        }
        #expect(outcome.withLock { $0 } == nil)
    }

    /// A file of something else, and one of ours with pages overwritten.
    @Test("A file that is no database is reported as damaged", arguments: [0, 4_096])
    func reportDamage(_ intact: Int) async throws {
        let file = SQLiteFile(path: NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite")
        defer { SQLiteDatabase.removeFiles(file.path) }
        let database = try SQLiteDatabase(path: file.path)
        _ = try await Migrator().migrate(database)
        await database.close()
        let bytes = try Data(contentsOf: URL(filePath: file.path))
        let spoilt = bytes.prefix(intact) + Data(repeating: 0x7A, count: bytes.count - intact)
        try spoilt.write(to: URL(filePath: file.path))
        let error = await #expect(throws: DatabaseError.self) {
            let database = try SQLiteDatabase(path: file.path)
            try await database.closing { database in _ = try await Migrator().migrate(database) }
        }
        let said = error.flatMap(file.error)?.description ?? ""
        #expect(said.contains(file.path) && said.contains("is damaged") && said.contains("a backup"))
    }

    @Test("The file is readable by its owner alone") func restrictFile() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let database = try SQLiteDatabase(path: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await database.close()
    }

    @Test("A full disk refuses writes until there is room") func surviveFullDisk() async throws {
        let database = try await databaseWithNotes()
        try await database.write { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
        let text = String(repeating: "x", count: 200_000)
        try await database.write { transaction in
            _ = try transaction.rows("PRAGMA max_page_count = 20").map { try $0.int(0) }
        }
        // Which is not that too many ask at once.
        await #expect(throws: DatabaseError.failing("database or disk is full")) {
            try await database.write { try $0.execute("INSERT INTO notes (id, text) VALUES (2, \(text))") }
        }
        #expect(try await ids(database) == [1])
        try await database.write { transaction in
            _ = try transaction.rows("PRAGMA max_page_count = 100000").map { try $0.int(0) }
        }
        try await database.write { try $0.execute("INSERT INTO notes (id, text) VALUES (2, \(text))") }
        #expect(try await ids(database) == [1, 2])
    }

    @Test("A text of two statements, or with an unknown name in quotes, is refused")
    func refuseStatements() async throws {
        let database = try await databaseWithNotes()
        for sql: SQL in ["SELECT 1; SELECT 2", "", "SELECT \"misspelt\" FROM notes", "SELECT ?"] {
            await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.rows(sql).forEach { _ in } }
            }
        }
        let three = try await database.read { try $0.first("SELECT 3;\n") { try $0.int(0) } }
        #expect(three == 3)
    }

    @Test("More statements than are kept all run, also inside each other") func runManyStatements() async throws {
        let database = try await databaseWithNotes()
        let sum = try await database.read { transaction in
            var sum = 0
            try transaction.rows("SELECT 1 UNION ALL SELECT 2").forEach { outer in
                for number in 0..<1_100 {
                    let bits = (0..<11).map { number >> $0 & 1 == 1 ? "1" as SQL : "0" }
                    let text: SQL = "SELECT \(SQL.joined(bits, separator: " + "))"
                    sum += try transaction.first(text) { try $0.int(0) } ?? 0
                }
                sum += try outer.int(0)
                try transaction.rows("SELECT 1 UNION ALL SELECT 2").forEach { sum += try $0.int(0) }
            }
            return sum
        }
        #expect(sum == 2 * (0..<1_100).map(\.nonzeroBitCount).reduce(0, +) + 3 + 2 * 3)
    }

    @Test("A database is closed whether or not the work succeeds") func closeAlways() async throws {
        let folder = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try SQLiteDatabase(path: folder + "/moeum.sqlite")
        await #expect(throws: CancellationError.self) {
            try await database.closing { database in
                try await Migrator().migrate(database)
                throw CancellationError()
            }
        }
        // The last connection that closes takes the log and its index with it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["moeum.sqlite"])
        await #expect(throws: (any Error).self) { try await database.read { _ in } }
    }
}
