import Foundation
import Testing

@testable import Moeum

struct SQLiteDatabaseTests {
    private func withTable(_ body: (SQLiteDatabase) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let database = try SQLiteDatabase(path: path)
        try await database.write {
            try $0.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT, CHECK (id >= 0))")
        }
        try await body(database)
        await database.close()
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }

    private func ids(_ database: any Database) async throws -> [Int] {
        try await database.read { try $0.rows("SELECT id FROM notes ORDER BY id").map { try $0.int(0) } }
    }

    @Test func commitsAreSyncedAndForeignKeysChecked() async throws {
        try await withTable { database in
            // 2 is FULL (sqlite.org/pragma.html#pragma_synchronous).
            let synchronous = try await database.pragma("synchronous")
            #expect(synchronous == 2)
            let foreignKeys = try await database.pragma("foreign_keys")
            #expect(foreignKeys == 1)
        }
    }

    @Test func onlyTheServersWriterCheckpoints() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let server = try SQLiteDatabase(path: path)
        let command = try SQLiteDatabase(path: path, role: .command)
        let pages = try await server.pragma("wal_autocheckpoint") ?? 0
        #expect(pages > 0)
        let none = try await command.pragma("wal_autocheckpoint")
        #expect(none == 0)
        await command.close()
        await server.close()
    }

    @Test func theFileIsItsOwnersAlone() async throws {
        let path = NSTemporaryDirectory() + "moeum-\(UUID().uuidString).sqlite"
        let database = try SQLiteDatabase(path: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await database.close()
    }

    @Test func manyWritersEachKeepTheirOwnAndABadOneHarmsNobody() async throws {
        try await withTable { database in
            let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        do {
                            try await database.write { transaction in
                                try transaction.execute("INSERT INTO notes (id) VALUES (\(number))")
                                if number.isMultiple(of: 10) {
                                    try transaction.execute("INSERT INTO notes (id) VALUES (\(-1))")
                                }
                            }
                            return false
                        } catch DatabaseError.checkViolation { return true }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(refused == 20)
            #expect(try await ids(database) == (0..<200).filter { !$0.isMultiple(of: 10) })
        }
    }

    @Test func whatFailsIsToldApart() async throws {
        try await withTable { database in
            try await database.write { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
            await #expect(throws: DatabaseError.uniqueViolation("notes.id")) {
                try await database.write { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
            }
            await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.execute("INSERT INTO nothing (id) VALUES (1)") }
            }
            await #expect(throws: DatabaseError.decoding(column: 0, expected: "an integer")) {
                try await database.read { try $0.first("SELECT NULL") { try $0.int(0) } }
            }
        }
    }

    @Test func aFullDiskRefusesWritesUntilThereIsRoom() async throws {
        try await withTable { database in
            try await database.write { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
            let text = String(repeating: "x", count: 200_000)
            try await database.write { transaction in
                _ = try transaction.rows("PRAGMA max_page_count = 20").map { try $0.int(0) }
            }
            await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.execute("INSERT INTO notes (id, text) VALUES (2, \(text))") }
            }
            #expect(try await ids(database) == [1])
            try await database.write { transaction in
                _ = try transaction.rows("PRAGMA max_page_count = 100000").map { try $0.int(0) }
            }
            try await database.write { try $0.execute("INSERT INTO notes (id, text) VALUES (2, \(text))") }
            #expect(try await ids(database) == [1, 2])
        }
    }

    @Test func aReadIsOneSnapshot() async throws {
        try await withTable { database in
            let seen = try await database.read { transaction in
                let before = try transaction.first("SELECT COUNT(*) FROM notes") { try $0.int(0) }
                let written = DispatchSemaphore(value: 0)
                Task {
                    try await database.write { try $0.execute("INSERT INTO notes (id) VALUES (7)") }
                    written.signal()
                }
                written.wait()
                let after = try transaction.first("SELECT COUNT(*) FROM notes") { try $0.int(0) }
                return [before, after]
            }
            #expect(seen == [0, 0])
            #expect(try await ids(database) == [7])
        }
    }

    @Test func aDatabaseIsClosedWhetherOrNotTheWorkSucceeds() async throws {
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

    @Test func valuesComeBackAsTheyWereAndNothingIsPasted() async throws {
        try await withTable { database in
            let texts = ["한글 😀", "'; DROP TABLE notes; --", "\\(x) ? $1 :a", ""]
            try await database.write { transaction in
                for (number, text) in texts.enumerated() {
                    try transaction.execute("INSERT INTO notes (id, text) VALUES (\(number), \(text))")
                }
            }
            let back = try await database.read {
                try $0.rows("SELECT text FROM notes WHERE id IN \(list: [0, 1, 2, 3]) ORDER BY id").map {
                    try $0.string(0)
                }
            }
            #expect(back == texts)
            let none = try await database.read {
                try $0.rows("SELECT id FROM notes WHERE id IN \(list: [Int]())").map { try $0.int(0) }
            }
            #expect(none == [])
            let numbers = try await database.read {
                try $0.first("SELECT \(Int64.max), \(Int64.min), \(-0.1), \([UInt8]([0, 255]))") {
                    (try $0.int64(0), try $0.int64(1), try $0.double(2), try $0.blob(3))
                }
            }
            #expect(numbers?.0 == .max && numbers?.1 == .min && numbers?.2 == -0.1 && numbers?.3 == [0, 255])
        }
    }

    @Test func aSecondMigrationFindsNothingToDo() async throws {
        try await withTable { database in
            let applied = try await Migrator().migrate(database)
            #expect(applied.first == "001-places")
            let again = try await Migrator().migrate(database)
            #expect(again == [])
        }
    }

    @Test func idsGrowAndFitAScript() {
        let ids = (0..<10_000).map { _ in Identifier.next() }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0 > 0 && $0 < 1 << 53 })
    }
}
