#if Postgres
    import Foundation
    import Synchronization
    import Testing

    @testable import Database

    @testable import Moeum

    extension PostgresDatabaseTests {
        @Test("Statements of many shapes are dropped in time") func dropStatements() async throws {
            let database = try await database(readers: 1)
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

        @Test("A prepared statement is made again after its table has changed") func prepareAgain() async throws {
            let database = try await database()
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

        @Test("A type that does not fit is refused") func refuseType() async throws {
            let database = try await database()
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

        @Test("A statement that takes too long ends and harms no other") func endSlowStatement() async throws {
            let database = try await database()
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { transaction in
                    _ = try transaction.first("SELECT set_config('statement_timeout', '100', true)") { _ in }
                    return try transaction.first("SELECT 1 FROM pg_sleep(30)") { try $0.int(0) }
                }
            }
            guard case .unavailable? = error else {
                Issue.record("told as \(String(describing: error))")
                return
            }
            let kept = try await stored(1, in: database)
            #expect(kept == 0)
        }

        @Test("A transaction that the server ended for idling is run again") func rerunIdle() async throws {
            let database = try await database(["idle_in_transaction_session_timeout=500"])
            let (connections, connection) = AsyncStream.makeStream(of: Int64.self)
            let isEnded = DispatchSemaphore(value: 0)
            let isFirst = Mutex(true)
            let watch = Task {
                for await idle in connections {
                    defer { isEnded.signal() }
                    while try await isAlive(idle, in: database) { try await Task.sleep(for: .milliseconds(20)) }
                }
            }
            defer { watch.cancel() }
            try await database.write { transaction in
                let found = try self.value(transaction, 1)
                let waits = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if waits {
                    connection.yield(try transaction.first("SELECT pg_backend_pid()") { try $0.int64(0) } ?? 0)
                    isEnded.wait()
                }
                try transaction.execute("UPDATE notes SET value = \(found + 1) WHERE id = 1")
            }
            let kept = try await stored(1, in: database)
            #expect(kept == 1)
        }

        @Test("A connection lost in the middle is replaced and the work done once") func replaceLost() async throws {
            let database = try await database()
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

        @Test("Connections lost while idle are replaced unnoticed") func replaceIdle() async throws {
            let url = try await TestEngine.postgresSchema()
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

        @Test("A write whose connection is lost during the commit is not tried again")
        func keepLostCommit() async throws {
            let database = try await database()
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
            guard case .failing(let words)? = error else {
                Issue.record("told as \(String(describing: error))")
                return
            }
            #expect(words.contains("may have gone through"))
            #expect(runs.withLock { $0 } == 1)
            let kept = try await stored(1, in: database)
            #expect(kept == 0)
        }

        private func isAlive(_ connection: Int64, in database: any Database) async throws -> Bool {
            try await database.read {
                try $0.first("SELECT COUNT(*) FROM pg_stat_activity WHERE pid = \(connection)") { try $0.int(0) > 0 }
            } ?? false
        }

        private func endOwnConnection(_ transaction: Transaction) throws {
            _ = try transaction.first("SELECT pg_terminate_backend(pg_backend_pid())") { try $0.bool(0) }
        }
    }
#endif
