import Foundation
import Testing

@testable import Moeum

/// From the outbox to a mailer, once each.
@Suite(.cleanup)
struct OutboxSenderTests {
    private static let soon = RetryBackoff(firstDelay: 0, maxDelay: 0, maxAttempts: 3)
    private static let refused = MailError(reason: "451 later", summary: "later", isPermanent: false)

    private struct State: Equatable {
        var isSent = false
        var isDead = false
        /// Of the job, which is gone once it is sent.
        var attempts = 0
        var hasWords = false
        var error: String?
    }

    private func databaseWithMails(_ engine: TestEngine, mails count: Int64 = 1) async throws -> any Database {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            for id in 1...count {
                try transaction.insertMail(MIMEMessageTests.mail("제목", id: Identifier(rawValue: id)))
            }
        }
        return database
    }

    private func state(_ database: any Database) async throws -> State? {
        try await database.read { transaction in
            try transaction.first(
                """
                SELECT o.sent_at, j.died_at, COALESCE(j.attempts, 0), o.body_text, j.error
                FROM outbox o LEFT JOIN jobs j ON j.kind = 'mail' AND j.key = CAST(o.id AS TEXT) WHERE o.id = 1
                """
            ) { row in
                State(
                    isSent: !row.isNull(0),
                    isDead: !row.isNull(1),
                    attempts: try row.int(2),
                    hasWords: !row.isNull(3),
                    error: try row.optionalString(4)
                )
            }
        }
    }

    private func sender(_ mailer: any Mailer) -> OutboxSender {
        OutboxSender(mailer: mailer, rules: JobRules(concurrency: 4, backoff: Self.soon))
    }

    private func send(_ database: any Database, _ mailer: any Mailer) async throws {
        try await JobWorker.quiet(database).drain(sender(mailer))
    }

    @Test("A sent mail keeps no words", arguments: TestEngine.available)
    func eraseWords(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        let mailer = MemoryMailer()
        for _ in 1...2 { try await send(database, mailer) }
        #expect(mailer.sent.map(\.id) == [1])
        #expect(try await state(database) == State(isSent: true))
    }

    @Test("Twenty senders send each mail once", arguments: TestEngine.available)
    func sendOnce(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine, mails: 60)
        let mailer = MemoryMailer()
        let (sender, worker) = (sender(mailer), JobWorker.quiet(database))
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await worker.drain(sender) } }
            try await group.waitForAll()
        }
        #expect(mailer.sent.map(\.id.rawValue).sorted() == Array(1...60))
    }

    @Test("A mail is tried again until it is accepted", arguments: TestEngine.available)
    func retry(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        #expect(try await JobWorker.quiet(database).doNext(sender(MemoryMailer { _ in Self.refused })) == .failed)
        #expect(try await state(database) == State(attempts: 1, hasWords: true, error: "451 later"))
        let mailer = MemoryMailer()
        try await send(database, mailer)
        #expect(mailer.sent.map(\.messageID) == ["00ff1@moeum.example"])
        #expect(try await state(database) == State(isSent: true))
    }

    @Test("A mail is given up after its attempts", arguments: TestEngine.available)
    func giveUp(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        try await send(database, MemoryMailer { _ in Self.refused })
        #expect(try await state(database) == State(isDead: true, attempts: 3, hasWords: true, error: "451 later"))
    }

    @Test("A permanent failure is not retried", arguments: TestEngine.available)
    func permanentFailure(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        let final = MailError(reason: "550 nobody", summary: "550", isPermanent: true)
        try await send(database, MemoryMailer { _ in final })
        #expect(try await state(database) == State(isDead: true, attempts: 1, hasWords: true, error: "550 nobody"))
    }

    @Test("A mail that was given up loses its words after a week", arguments: TestEngine.available)
    func eraseAfterWeek(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine, mails: 2)
        let final = MailError(reason: "550 nobody", summary: "550", isPermanent: true)
        try await send(database, MemoryMailer { _ in final })
        let (now, week) = (Date.now, OutboxSender.textLifetime)
        try await database.write {
            try $0.execute("UPDATE outbox SET created_at = \((now - week - 1).milliseconds) WHERE id = 1")
            try $0.execute("UPDATE outbox SET created_at = \((now - week + 60).milliseconds) WHERE id = 2")
            #expect(try $0.deleteOldMails(at: now, atMost: 9) == 0)
        }
        #expect(try await state(database) == State(isDead: true, attempts: 1, error: "550 nobody"))
        let subjects = try await database.read { try [$0.mailSubject(1), $0.mailSubject(2)] }
        #expect(subjects.map { $0?.canRetry } == [false, true])
        #expect(try await database.read { try $0.waitingMails() }.map(\.id) == [2])
    }

    @Test("Mails to an address are deleted in whatever case it is written", arguments: TestEngine.available)
    func deleteByAddress(
        _ engine: TestEngine
    ) async throws {
        let database = try await databaseWithMails(engine, mails: 2)
        let recipient = MIMEMessageTests.mail("제목", id: 1).recipient
        try await database.write { try $0.deleteMails(to: "x\(recipient)") }
        #expect(try await database.read { try $0.waitingMails() }.count == 2)
        try await database.write { try $0.deleteMails(to: recipient.uppercased()) }
        #expect(try await database.read { try $0.waitingMails() }.isEmpty)
    }

    @Test("Only mails that waited at the restore are held", arguments: TestEngine.available)
    func holdAfterRestore(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine, mails: 3)
        let mailer = MemoryMailer()
        // One is just being tried, and one was given up.
        try await database.write { transaction in
            let job = try transaction.takeJob(sender(mailer), as: 1, at: .now)
            #expect(job?.key == "1")
            let dead = try #require(try transaction.takeJob(sender(mailer), as: 2, at: .now))
            try transaction.giveUpJob(dead, "550", at: .now)
        }
        #expect(try await database.write { try $0.settleRestored(at: .now) } == 2)
        try await database.write { try $0.insertMail(MIMEMessageTests.mail("새 글", id: 9)) }
        func counts() async throws -> JobCounts {
            try await database.read { try $0.jobCounts(of: OutboxSender.name, at: .now) }
        }
        var state = try await counts()
        #expect(state.unfinished == 1 && state.held == 2 && state.dead == 1)
        #expect(HeldMail.notice(state.held)?.contains("moeum mail release") == true && HeldMail.notice(0) == nil)
        try await send(database, mailer)
        #expect(mailer.sent.map(\.id) == [9])
        // Somebody asked for this one.
        try await database.write { transaction in
            for dead in try transaction.deadJobs(kind: OutboxSender.name, key: "2") {
                try transaction.addJob(dead.kind, dead.key, due: .now)
            }
        }
        try await send(database, mailer)
        #expect(mailer.sent.map(\.id) == [9, 2])
        #expect(try await HeldMail.release(in: database) == 2)
        #expect(try await HeldMail.release(in: database) == 0)
        try await send(database, mailer)
        #expect(Set(mailer.sent.map(\.id)) == [9, 2, 1, 3])
        state = try await counts()
        #expect(state == JobCounts(kind: OutboxSender.name))
        // Nothing waits, so nothing is held.
        #expect(try await database.write { try $0.settleRestored(at: .now) } == 0)
    }
}
