#if Postgres
    import Foundation
    import Synchronization
    import Testing

    @testable import Database

    @testable import Moeum

    /// What only a server in another process can do to the site: here to its transactions, in `PostgresConnectionTests` to its
    /// connections.
    @Suite(.cleanup, .enabled(if: TestEngine.hasPostgres))
    struct PostgresDatabaseTests {
        /// How often two writes ran, and how often they came to the point where they meet.
        private final class Counts: Sendable {
            let runs = Mutex(0)
            let met = Mutex(0)
        }

        func database(_ settings: [String] = [], readers: Int = 2) async throws -> PostgresDatabase {
            let url = try await TestEngine.postgresSchema(settings)
            let database = try PostgresDatabase(url: url, readers: readers, writers: 3)
            try Cleanup.current.add { await database.close() }
            try await database.write { transaction in
                try transaction.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, value BIGINT NOT NULL)")
                try transaction.execute("INSERT INTO notes (id, value) VALUES (1, 0), (2, 0)")
            }
            return database
        }

        func value(_ transaction: Transaction, _ id: Int) throws -> Int {
            try transaction.first("SELECT value FROM notes WHERE id = \(id)") { try $0.int(0) } ?? -1
        }

        func stored(_ id: Int, in database: any Database) async throws -> Int {
            try await database.read { try value($0, id) }
        }

        @Test("Writes that read what the other changes end as if one came first") func serializeWrites() async throws {
            let database = try await database()
            let counts = Counts()
            // Each copies the other's value plus one. One after the other, in any order: 1 and 2, never 1 and 1.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (own, other) in [(1, 2), (2, 1)] {
                    group.addTask {
                        try await database.write { transaction in
                            counts.runs.withLock { $0 += 1 }
                            let found = try value(transaction, other)
                            counts.met.withLock { $0 += 1 }
                            while counts.met.withLock({ $0 }) < 2 { Thread.sleep(forTimeInterval: 0.001) }
                            try transaction.execute("UPDATE notes SET value = \(found + 1) WHERE id = \(own)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let values = [try await stored(1, in: database), try await stored(2, in: database)]
            #expect(values.sorted() == [1, 2])
            // The one that lost ran again, more than once where the other had not ended yet.
            #expect(counts.runs.withLock { $0 } >= 3)
        }

        @Test("Many writes add to one number and none is lost") func addTogether() async throws {
            let database = try await database()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await database.write { transaction in
                            let found = try value(transaction, 1)
                            try transaction.execute("UPDATE notes SET value = \(found + 1) WHERE id = 1")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let kept = try await stored(1, in: database)
            #expect(kept == 40)
        }

        @Test("A long write gets through beside short ones that never end") func letLongWriteThrough() async throws {
            let database = try await database()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await database.write { transaction in
                        for id in 100..<130 {
                            try addSum(as: id, transaction)
                            Thread.sleep(forTimeInterval: 0.001)
                        }
                    }
                    return true
                }
                var next = 1_000
                for _ in 0..<4 {
                    let id = next
                    group.addTask { try await addOne(id, database) }
                    next += 1
                }
                while let isLongOne = try await group.next(), !isLongOne {
                    let id = next
                    group.addTask { try await addOne(id, database) }
                    next += 1
                }
                try await group.waitForAll()
            }
        }

        private func addOne(_ id: Int, _ database: PostgresDatabase) async throws -> Bool {
            try await database.write { try addSum(as: id, $0) }
            return false
        }

        /// Reads what everybody else writes.
        private func addSum(as id: Int, _ transaction: Transaction) throws {
            let sum = try transaction.first("SELECT SUM(value) FROM notes") { try $0.int(0) } ?? 0
            try transaction.execute("INSERT INTO notes (id, value) VALUES (\(id), \(sum % 7))")
        }

        @Test("A write that goes on after a failed statement keeps nothing") func failAfterStatement() async throws {
            let database = try await database()
            await #expect(throws: DatabaseError.uniqueViolation("notes.id")) {
                try await database.write { transaction in
                    try transaction.execute("UPDATE notes SET value = 9 WHERE id = 2")
                    _ = try? transaction.execute("INSERT INTO notes (id, value) VALUES (1, 1)")
                }
            }
            let kept = try await stored(2, in: database)
            #expect(kept == 0)
        }

        @Test("Two programs that start at once migrate once") func migrateOnce() async throws {
            for _ in 0..<3 {
                try await Cleanup.run {
                    let url = try await TestEngine.postgresSchema()
                    let applied = try await withThrowingTaskGroup(of: [String].self) { group in
                        for _ in 0..<4 {
                            group.addTask {
                                let database = try PostgresDatabase(url: url, readers: 1, writers: 1)
                                let applied = try await Migrator().migrate(database)
                                await database.close()
                                return applied
                            }
                        }
                        return try await group.reduce([]) { $0 + $1 }
                    }
                    #expect(applied.sorted() == Migration.all.map(\.name).sorted())
                }
            }
        }
    }
#endif
