import Foundation
import Synchronization
import Testing

@testable import Moeum

/// What the seam promises on every engine.
@Suite(.cleanup)
struct DatabaseTests {
    private func databaseWithNotes(_ engine: TestEngine) async throws -> any Database {
        let database = try await engine.database()
        try await database.write {
            try $0.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT, CHECK (id >= 0))")
        }
        return database
    }

    private func ids(_ database: any Database) async throws -> [Int] {
        try await database.read { try $0.rows("SELECT id FROM notes ORDER BY id").map { try $0.int(0) } }
    }

    @Test("Writes at the same time are all kept, and one that fails harms no other", arguments: TestEngine.available)
    func writeTogether(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
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

    @Test("Errors of different causes are different cases", arguments: TestEngine.available)
    func distinguishErrors(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
        try await database.write { transaction in
            try transaction.execute("INSERT INTO notes (id) VALUES (1)")
            try transaction.execute(
                """
                CREATE TABLE marks (note BIGINT NOT NULL REFERENCES notes (id), kind TEXT, place TEXT,
                    UNIQUE (kind, place))
                """
            )
            try transaction.execute("INSERT INTO marks (note, kind, place) VALUES (1, 'a', 'b')")
        }
        func error(_ sql: SQL) async -> DatabaseError? {
            do { try await database.write { try $0.execute(sql) } } catch { return error as? DatabaseError }
            return nil
        }
        #expect(await error("INSERT INTO notes (id) VALUES (1)") == .uniqueViolation("notes.id"))
        let repeated: SQL = "INSERT INTO marks (note, kind, place) VALUES (1, 'a', 'b')"
        #expect(await error(repeated) == .uniqueViolation("marks.kind, marks.place"))
        #expect(await error("INSERT INTO marks (note) VALUES (2)") == .foreignKeyViolation)
        #expect(await error("DELETE FROM notes WHERE id = 1") == .foreignKeyViolation)
        #expect(await error("INSERT INTO marks (kind) VALUES ('c')") == .checkViolation("marks.note"))
        guard case .checkViolation = await error("INSERT INTO notes (id) VALUES (-1)") else {
            Issue.record("a CHECK told as something else")
            return
        }
        guard case .statement = await error("INSERT INTO nothing (id) VALUES (1)") else {
            Issue.record("a missing table told as something else")
            return
        }
        await #expect(throws: DatabaseError.decoding(column: 0, expected: "an integer")) {
            try await database.read { try $0.first("SELECT NULL") { try $0.int(0) } }
        }
    }

    @Test("A read sees one snapshot", arguments: TestEngine.available)
    func readSnapshot(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
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

    @Test("A read cannot write", arguments: TestEngine.available)
    func refuseWriteInRead(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
        await #expect(throws: DatabaseError.self) {
            try await database.read { try $0.execute("INSERT INTO notes (id) VALUES (1)") }
        }
        let kept = try await ids(database)
        #expect(kept == [])
    }

    @Test("Values come back as they were, and none is pasted into the statement", arguments: TestEngine.available)
    func bindValues(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
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
        for count in [1, 2, 3, 5, 64, 65] {
            let listed = try await database.read {
                try $0.rows("SELECT id FROM notes WHERE id IN \(list: Array(0..<count)) ORDER BY id").map {
                    try $0.int(0)
                }
            }
            #expect(listed == Array(0..<min(count, texts.count)))
        }
        let numbers = try await database.read {
            try $0.first("SELECT \(Int64.max), \(Int64.min), \(-0.1), \([UInt8]([0, 255])), \([UInt8]())") {
                (try $0.int64(0), try $0.int64(1), try $0.double(2), try $0.blob(3), try $0.blob(4))
            }
        }
        #expect(numbers?.0 == .max && numbers?.1 == .min && numbers?.2 == -0.1)
        #expect(numbers?.3 == [0, 255] && numbers?.4 == [])
    }

    @Test("The same statement takes values and nulls", arguments: TestEngine.available)
    func bindNulls(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
        let texts: [String?] = [nil, "a", nil, "b"]
        try await database.write { transaction in
            for (number, text) in texts.enumerated() {
                try transaction.execute("INSERT INTO notes (id, text) VALUES (\(number), \(text))")
            }
        }
        let back = try await database.read {
            try $0.rows("SELECT text FROM notes ORDER BY id").map { try $0.optionalString(0) }
        }
        #expect(back == texts)
    }

    @Test("Calculated values have the types of every engine", arguments: TestEngine.available)
    func typeCalculated(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
        try await database.write { transaction in
            for id in [3, 4, 100_000] { try transaction.execute("INSERT INTO notes (id) VALUES (\(id))") }
        }
        let row = try await database.read {
            try $0.first(
                """
                SELECT COUNT(*), SUM(id), AVG(id), MAX(id), SUM(id) * -1, EXISTS (SELECT 1 FROM notes), 5,
                    SUM(id) - SUM(id), AVG(id) * 0
                FROM notes
                """
            ) { row in
                (
                    try [0, 1, 3, 4, 5, 6, 7].map { try row.int($0) }, try [2, 8, 0].map { try row.double($0) }
                )
            }
        }
        #expect(row?.0 == [3, 100_007, 100_000, -100_007, 1, 5, 0])
        #expect(row?.1 == [100_007.0 / 3, 0, 3])
    }

    @Test("A query may run inside the rows of another", arguments: TestEngine.available)
    func nestQueries(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
        try await database.write { transaction in
            for id in 0..<5 { try transaction.execute("INSERT INTO notes (id) VALUES (\(id))") }
        }
        let found = try await database.read { transaction in
            try transaction.rows("SELECT id FROM notes ORDER BY id").map { row in
                let id = try row.int(0)
                return try transaction.first("SELECT COUNT(*) FROM notes WHERE id < \(id)") { try $0.int(0) }
            }
        }
        #expect(found == [0, 1, 2, 3, 4])
    }

    @Test("Closing finishes the running write and refuses what comes later", arguments: TestEngine.available)
    func closeDatabase(_ engine: TestEngine) async throws {
        let database = try await databaseWithNotes(engine)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        async let written: Int = database.write { transaction in
            beginning.yield()
            Thread.sleep(forTimeInterval: 0.05)
            return try transaction.execute("INSERT INTO notes (id) VALUES (1)")
        }
        for await _ in begun { break }
        await database.close()
        let count = try await written
        #expect(count == 1)
        await #expect(throws: DatabaseError.self) { try await database.read { _ in 1 } }
        await #expect(throws: DatabaseError.self) { try await database.write { _ in 1 } }
    }

    @Test("Ids grow, never repeat and fit into a script's number") func makeIDs() {
        let ids = (0..<10_000).map { _ in Place.ID.next() }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0 > .absent && $0.rawValue < 1 << 53 })
    }
}
