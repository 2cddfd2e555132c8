#if Postgres
    import Foundation
    import Synchronization
    import Testing

    @testable import Moeum

    /// What only a server in another process can do to the site.
    @Suite(.enabled(if: TestEngine.hasPostgres))
    struct PostgresDatabaseTests {
        /// How often two writes ran, and how often they came to the point where they meet.
        private final class Counts: Sendable {
            let runs = Mutex(0)
            let met = Mutex(0)
        }

        private func withDatabase(
            _ settings: [String] = [],
            readers: Int = 2,
            _ body: (PostgresDatabase) async throws -> Void
        ) async throws {
            try await TestEngine.withPostgres(settings) { url in
                let database = try PostgresDatabase(url: url, readers: readers, writers: 3)
                try await database.write { transaction in
                    try transaction.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, value BIGINT NOT NULL)")
                    try transaction.execute("INSERT INTO notes (id, value) VALUES (1, 0), (2, 0)")
                }
                try await body(database)
                await database.close()
            }
        }

        private func value(_ transaction: Transaction, _ id: Int) throws -> Int {
            try transaction.first("SELECT value FROM notes WHERE id = \(id)") { try $0.int(0) } ?? -1
        }

        private func stored(_ id: Int, in database: any Database) async throws -> Int {
            try await database.read { try value($0, id) }
        }

        private func endOwnConnection(_ transaction: Transaction) throws {
            _ = try transaction.first("SELECT pg_terminate_backend(pg_backend_pid())") { try $0.bool(0) }
        }

        @Test func writesThatReadWhatTheOtherChangesEndAsIfOneCameFirst() async throws {
            try await withDatabase { database in
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
                #expect(counts.runs.withLock { $0 } == 3)
            }
        }

        @Test func manyAddToOneNumberAndNoneIsLost() async throws {
            try await withDatabase { database in
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
        }

        @Test func aLongWriteGetsThroughBesideShortOnesThatNeverEnd() async throws {
            try await withDatabase { database in
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

        @Test func whoGoesOnAfterAFailedStatementKeepsNothing() async throws {
            try await withDatabase { database in
                await #expect(throws: DatabaseError.uniqueViolation("notes.id")) {
                    try await database.write { transaction in
                        try transaction.execute("UPDATE notes SET value = 9 WHERE id = 2")
                        _ = try? transaction.execute("INSERT INTO notes (id, value) VALUES (1, 1)")
                    }
                }
                let kept = try await stored(2, in: database)
                #expect(kept == 0)
            }
        }

        @Test func aConnectionLostInTheMiddleIsReplacedAndTheWorkDoneOnce() async throws {
            try await withDatabase { database in
                let runs = Mutex((reads: 0, writes: 0))
                let found = try await database.read { transaction in
                    let run = runs.withLock {
                        $0.reads += 1
                        return $0.reads
                    }
                    if run == 1 { try self.endOwnConnection(transaction) }
                    return try self.value(transaction, 1)
                }
                #expect(found == 0)
                try await database.write { transaction in
                    let run = runs.withLock {
                        $0.writes += 1
                        return $0.writes
                    }
                    let found = try self.value(transaction, 1)
                    try transaction.execute("UPDATE notes SET value = \(found + 1) WHERE id = 1")
                    if run == 1 { try self.endOwnConnection(transaction) }
                }
                let kept = try await stored(1, in: database)
                #expect(kept == 1)
                #expect(runs.withLock { $0 } == (2, 2))
            }
        }

        @Test func connectionsLostWhileNobodyUsedThemAreNotNoticed() async throws {
            try await TestEngine.withPostgres { url in
                let name = "idle-\(UUID().uuidString)"
                let database = try PostgresDatabase(url: "\(url)&application_name=\(name)", readers: 2, writers: 2)
                let other = try PostgresDatabase(url: url, readers: 1, writers: 1)
                for _ in 0..<3 {
                    // Two at a time, so that more than one connection is open.
                    async let first = database.read { try $0.first("SELECT 1 FROM pg_sleep(0.02)") { try $0.int(0) } }
                    async let second = database.read { try $0.first("SELECT 1 FROM pg_sleep(0.02)") { try $0.int(0) } }
                    let seen = try await [first, second]
                    #expect(seen == [1, 1])
                    let ended = try await other.read {
                        try $0.rows(
                            """
                            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = \(name)
                            """
                        ).map { try $0.bool(0) }
                    }
                    #expect(!ended.isEmpty)
                }
                await database.close()
                await other.close()
            }
        }

        @Test func aConnectionLostDuringTheCommitIsNotTriedAgain() async throws {
            try await withDatabase { database in
                try await database.write { transaction in
                    try transaction.execute(
                        """
                        CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
                        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
                        """
                    )
                    try transaction.execute(
                        """
                        CREATE CONSTRAINT TRIGGER leaving AFTER UPDATE ON notes DEFERRABLE INITIALLY DEFERRED
                        FOR EACH ROW EXECUTE FUNCTION leave()
                        """
                    )
                }
                let runs = Mutex(0)
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { transaction in
                        runs.withLock { $0 += 1 }
                        try transaction.execute("UPDATE notes SET value = 5 WHERE id = 1")
                    }
                }
                guard case .unavailable(let words)? = error else {
                    Issue.record("told as \(String(describing: error))")
                    return
                }
                #expect(words.contains("may have gone through"))
                #expect(runs.withLock { $0 } == 1)
                let kept = try await stored(1, in: database)
                #expect(kept == 0)
            }
        }

        @Test func whatTakesTooLongIsEndedAndHarmsNobodyElse() async throws {
            try await withDatabase(["statement_timeout=100"]) { database in
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.read { try $0.first("SELECT 1 FROM pg_sleep(30)") { try $0.int(0) } }
                }
                guard case .unavailable? = error else {
                    Issue.record("told as \(String(describing: error))")
                    return
                }
                let kept = try await stored(1, in: database)
                #expect(kept == 0)
            }
        }

        @Test func anIdleTransactionIsEndedByTheServerAndRunAgain() async throws {
            try await withDatabase(["idle_in_transaction_session_timeout=50"]) { database in
                let isFirst = Mutex(true)
                try await database.write { transaction in
                    let found = try value(transaction, 1)
                    let waits = isFirst.withLock { first in
                        defer { first = false }
                        return first
                    }
                    if waits { Thread.sleep(forTimeInterval: 0.5) }
                    try transaction.execute("UPDATE notes SET value = \(found + 1) WHERE id = 1")
                }
                let kept = try await stored(1, in: database)
                #expect(kept == 1)
            }
        }

        @Test func statementsOfManyShapesAreForgottenInTime() async throws {
            try await withDatabase(readers: 1) { database in
                for count in 0..<600 {
                    let found = try await database.read {
                        try $0.first("SELECT COUNT(*) FROM notes WHERE id IN \(list: Array(0...count))") {
                            try $0.int(0)
                        }
                    }
                    #expect(found == min(count, 2))
                }
                let kept = try await database.read {
                    try $0.first("SELECT COUNT(*) FROM pg_prepared_statements") { try $0.int(0) } ?? 0
                }
                #expect(kept > 0 && kept <= 257)
            }
        }

        @Test func aTableThatChangedUnderAPreparedStatementIsReadAnew() async throws {
            try await withDatabase { database in
                for _ in 0..<3 {
                    #expect(
                        try await database.read { try $0.rows("SELECT * FROM notes").map { try $0.int(0) } } == [1, 2]
                    )
                }
                try await database.write { try $0.execute("ALTER TABLE notes ADD COLUMN more TEXT") }
                for _ in 0..<3 {
                    #expect(
                        try await database.read { try $0.rows("SELECT * FROM notes").map { try $0.int(0) } } == [1, 2]
                    )
                }
            }
        }

        @Test func aTypeThatDoesNotFitIsRefused() async throws {
            try await withDatabase { database in
                await #expect(throws: DatabaseError.decoding(column: 0, expected: "an integer")) {
                    try await database.read { try $0.first("SELECT 'x'") { try $0.int(0) } }
                }
                await #expect(throws: DatabaseError.decoding(column: 0, expected: "a text")) {
                    try await database.read { try $0.first("SELECT 1") { try $0.string(0) } }
                }
                await #expect(throws: DatabaseError.decoding(column: 1, expected: "an integer")) {
                    try await database.read { try $0.first("SELECT 1, 1.5") { try $0.int(1) } }
                }
                let numbers = try await database.read {
                    try $0.first(
                        "SELECT 0.00012, -12345.6, 100000000, 1.50, 1e20::numeric, 2.5::real, 7::smallint, true"
                    ) { row in
                        try (0..<7).map { try row.double($0) } + [try row.bool(7) ? 1 : 0]
                    }
                }
                #expect(numbers == [0.00012, -12_345.6, 1e8, 1.5, 1e20, 2.5, 7, 1])
            }
        }

        @Test func twoThatStartAtOnceMigrateOnce() async throws {
            for _ in 0..<3 {
                try await TestEngine.withPostgres { url in
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
