import Foundation
import Logging
import Testing

@testable import Moeum

/// From the outbox to a mailer, once each.
@Suite(.cleanup)
struct OutboxSenderTests {
    private static let logger: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()

    private static let soon = RetryBackoff(first: 0, maxPause: 0, tries: 3)
    private static let refused = MailError(reason: "451 later", summary: "later", isPermanent: false)

    private struct State: Equatable {
        var isSent = false
        var isDead = false
        var tries = 0
        var hasWords = false
        var error: String?
    }

    private func databaseWithMails(_ engine: TestEngine, mails count: Int64 = 1) async throws -> any Database {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            for id in 1...count {
                try transaction.insertMail(MessageTextTests.mail("제목", id: Identifier(rawValue: id)))
            }
        }
        return database
    }

    private func state(_ database: any Database) async throws -> State? {
        try await database.read { transaction in
            try transaction.first("SELECT sent_at, died_at, tries, body_text, error FROM outbox WHERE id = 1") { row in
                State(
                    isSent: !row.isNull(0),
                    isDead: !row.isNull(1),
                    tries: try row.int(2),
                    hasWords: !row.isNull(3),
                    error: try row.optionalString(4)
                )
            }
        }
    }

    private func sender(_ database: any Database, _ mailer: any Mailer) -> OutboxSender {
        OutboxSender(database: database, mailer: mailer, logger: Self.logger, backoff: Self.soon)
    }

    @Test(arguments: TestEngine.available) func whatIsSentKeepsNoWords(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        let mailer = MemoryMailer()
        try await sender(database, mailer).run()
        try await sender(database, mailer).run()
        #expect(mailer.sent.map(\.id) == [1])
        #expect(try await state(database) == State(isSent: true, tries: 1))
    }

    @Test(arguments: TestEngine.available) func twentySendersSendEachMailOnce(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine, mails: 60)
        let mailer = MemoryMailer()
        let sender = sender(database, mailer)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await sender.run() } }
            try await group.waitForAll()
        }
        #expect(mailer.sent.map(\.id.rawValue).sorted() == Array(1...60))
    }

    @Test(arguments: TestEngine.available) func triesAgainUntilItIsTaken(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        try await sender(database, MemoryMailer { _ in Self.refused }).run(rounds: 1)
        #expect(try await state(database) == State(tries: 1, hasWords: true, error: "451 later"))
        let mailer = MemoryMailer()
        try await sender(database, mailer).run()
        #expect(mailer.sent.map(\.messageID) == ["00ff1@moeum.example"])
        #expect(try await state(database) == State(isSent: true, tries: 2))
    }

    @Test(arguments: TestEngine.available) func givesUpAfterSoManyTries(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        try await sender(database, MemoryMailer { _ in Self.refused }).run()
        #expect(try await state(database) == State(isDead: true, tries: 3, hasWords: true, error: "451 later"))
    }

    @Test(arguments: TestEngine.available) func aFinalRefusalIsNotTriedAgain(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        let final = MailError(reason: "550 nobody", summary: "550", isPermanent: true)
        try await sender(database, MemoryMailer { _ in final }).run()
        #expect(try await state(database) == State(isDead: true, tries: 1, hasWords: true, error: "550 nobody"))
    }

    @Test(arguments: TestEngine.available) func whatWasGivenUpLosesItsWordsAfterAWeek(_ engine: TestEngine) async throws
    {
        let database = try await databaseWithMails(engine, mails: 2)
        let final = MailError(reason: "550 nobody", summary: "550", isPermanent: true)
        try await sender(database, MemoryMailer { _ in final }).run()
        let (now, week) = (Date.now.milliseconds, OutboxSender.textLifetime)
        try await database.write {
            try $0.execute("UPDATE outbox SET created_at = \(now - week - 1_000) WHERE id = 1")
            try $0.execute("UPDATE outbox SET created_at = \(now - week + 60_000) WHERE id = 2")
        }
        try await sender(database, MemoryMailer()).run()
        #expect(try await state(database) == State(isDead: true, tries: 1, error: "550 nobody"))
        let letters = try await database.read { try $0.deadLetters(limit: 9) }
        #expect(letters.filter(\.hasWords).map(\.id) == [2] && letters.count == 2)
        #expect(try await database.read { try $0.waitingMails() }.map(\.id) == [2])
    }

    @Test(arguments: TestEngine.available) func mailsAreForgottenHoweverTheAddressIsWritten(
        _ engine: TestEngine
    ) async throws {
        let database = try await databaseWithMails(engine, mails: 2)
        let recipient = MessageTextTests.mail("제목", id: 1).recipient
        try await database.write { try $0.deleteMails(to: "x\(recipient)") }
        #expect(try await database.read { try $0.waitingMails() }.count == 2)
        try await database.write { try $0.deleteMails(to: recipient.uppercased()) }
        #expect(try await database.read { try $0.waitingMails() }.isEmpty)
    }

    @Test(arguments: TestEngine.available) func onlyWhatWaitedAtTheRestoreIsHeld(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine, mails: 3)
        let now = Date.now
        // One is just being tried, and one was given up.
        try await database.write { transaction in
            let due = now.milliseconds
            // Else the words of the one that was given up are forgotten meanwhile.
            try transaction.execute("UPDATE outbox SET created_at = \(due)")
            _ = try transaction.claimMails(due: due, until: due + 60_000, claim: "c", limit: 1)
            _ = try transaction.claimMails(due: due, until: due + 60_000, claim: "d", limit: 1)
            try transaction.markMailDead(2, "d", "550", at: due)
        }
        #expect(try await database.write { try $0.settleRestored(at: now) } == 2)
        let written = MessageTextTests.mail("새 글", id: 9)
        try await database.write { transaction in
            try transaction.insertMail(written)
            try transaction.execute("UPDATE outbox SET due_at = \(now.milliseconds + 1) WHERE id = \(written.id)")
        }
        var state = try await database.read { try $0.outboxState() }
        #expect(state.waiting == 1 && state.held == 2 && state.dead == 1)
        #expect(HeldMail.notice(state.held)?.contains("moeum mail release") == true && HeldMail.notice(0) == nil)
        let mailer = MemoryMailer()
        try await sender(database, mailer).run()
        #expect(mailer.sent.map(\.id) == [9])
        // Somebody asked for this one.
        try await database.write { transaction in
            try transaction.execute("UPDATE outbox SET died_at = NULL, due_at = \(now.milliseconds + 1) WHERE id = 2")
        }
        try await sender(database, mailer).run()
        #expect(mailer.sent.map(\.id) == [9, 2])
        #expect(try await HeldMail.release(in: database) == 2)
        #expect(try await HeldMail.release(in: database) == 0)
        try await sender(database, mailer).run()
        #expect(Set(mailer.sent.map(\.id)) == [9, 2, 1, 3])
        state = try await database.read { try $0.outboxState() }
        #expect(state.waiting == 0 && state.held == 0)
        // Nothing waits, so nothing is held.
        #expect(try await database.write { try $0.settleRestored(at: now) } == 0)
    }

    @Test(arguments: TestEngine.available) func aClaimHoldsUntilItsLeaseEnds(_ engine: TestEngine) async throws {
        let database = try await databaseWithMails(engine)
        let now = Date.now.milliseconds
        func claim(_ name: String, at time: Int64) async throws -> Int {
            try await database.write {
                try $0.claimMails(due: time, until: time + 1_000, claim: name, limit: 4).count
            }
        }
        #expect(try await claim("first", at: now) == 1)
        #expect(try await claim("second", at: now + 999) == 0)
        #expect(try await claim("second", at: now + 1_000) == 1)
        // The first comes too late to say anything about it.
        try await database.write { try $0.markMailDead(1, "first", "too late", at: now) }
        #expect(try await state(database) == State(tries: 2, hasWords: true))
    }

    @Test func pausesGrowAndPart() {
        let backoff = RetryBackoff()
        for tries in 1...60 {
            let plain = min(backoff.maxPause, backoff.first << min(tries - 1, 20))
            let pauses = (0..<50).map { _ in backoff.pause(after: tries) }
            #expect(pauses.allSatisfy { abs($0 - plain) <= plain / 4 })
            #expect(Set(pauses).count > 10)
        }
    }
}
