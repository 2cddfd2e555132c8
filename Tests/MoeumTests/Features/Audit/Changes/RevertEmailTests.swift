import Foundation
import Testing

@testable import Moeum

/// What people hear when something is done, taken back, and done after all: never what is not so.
@Suite(.cleanup)
struct RevertEmailTests {
    private func kinds(_ site: TestSite, _ account: Account.ID) async throws -> [String] {
        try await site.app.database.read { transaction in
            let email = try transaction.account(account)?.email ?? ""
            return try transaction.rows("SELECT kind FROM outbox WHERE recipient = \(email) ORDER BY id").map {
                try $0.string(0)
            }
        }
    }

    private func audit(_ site: TestSite, _ note: String = "", until: Date? = nil) -> AuditContext {
        var audit = AuditContext(
            actor: .command,
            reason: .abuse,
            note: note,
            at: site.now,
            emailRenderer: site.app.emailRenderer
        )
        audit.until = until
        return audit
    }

    @Test("A resumed sanction is mailed with its original reason and note", arguments: TestEngine.available)
    func resumeSanction(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let (imposing, lifting) = (
            audit(site, "made-up words", until: site.now + 86_400), audit(site, "for staff alone")
        )
        try await site.app.database.write { transaction in
            let id = try transaction.imposeSanction(.suspension, on: person, imposing)
            let sanction = try #require(try transaction.sanction(id))
            var audit = lifting
            audit.reason = nil
            try transaction.liftSanction(sanction, audit)
            let lift = try transaction.latestAuditEntry(on: AuditEntry.Target.user(person))
            try transaction.revertChange(lift, audit)
            #expect(try transaction.isSuspended(person, at: imposing.at))
        }
        #expect(try await kinds(site, person) == ["suspended", "sanction-lifted", "sanction-resumed"])
        let email = try await site.app.database.read { try $0.account(person)?.email ?? "" }
        let mail = try #require(try await site.mail(to: email))
        #expect(mail.text.contains("made-up words") && !mail.text.contains("for staff alone"))
        #expect(mail.text.contains(site.app.views.text("reason.abuse", [:], .korean)))
        #expect(mail.text.contains(site.app.views.text("mail.detail.until", [:], .korean)))
    }

    @Test("A sanction that has expired meanwhile is not mailed again", arguments: TestEngine.available)
    func skipExpired(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let imposing = audit(site, until: site.now + 60)
        try await site.app.database.write { transaction in
            let id = try transaction.imposeSanction(.noPosting, on: person, imposing)
            try transaction.liftSanction(try #require(try transaction.sanction(id)), imposing)
            var late = imposing
            late = AuditContext(actor: .command, at: imposing.at + 3_600, emailRenderer: imposing.emailRenderer)
            try transaction.revertChange(
                try transaction.latestAuditEntry(on: AuditEntry.Target.user(person)),
                late
            )
            #expect(try transaction.sanctionsToEnd(at: late.at, limit: 9).isEmpty)
        }
        #expect(try await kinds(site, person) == ["barred-from-posting", "sanction-lifted"])
    }

    @Test("No mail says that content is back while it is still hidden", arguments: TestEngine.available)
    func skipStillHidden(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: person, try ReviewsFixture.input())
        let (audit, target) = (audit(site), AuditEntry.Target.review(review))
        try await site.app.database.write { transaction in
            try transaction.recordChange(.hold, on: target, .reviewHold, audit) {
                $0.adding(.links, since: audit.at)
            }
            // One cause more is nothing new to the author.
            try transaction.recordChange(.hold, on: target, .reviewHold, audit) {
                $0.adding(.words, since: audit.at)
            }
            try transaction.recordChange(.hide, on: target, .reviewVisibility, audit) { _ in
                VisibilityState(hiddenAt: audit.at)
            }
            try transaction.recordChange(.unhold, on: target, .reviewHold, audit) { _ in HoldState() }
        }
        #expect(try await kinds(site, person) == ["content-held", "content-hidden"])
    }

    @Test("Content that is hidden again has the same sanction as before", arguments: TestEngine.available)
    func reuseSanction(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: person, try ReviewsFixture.input())
        let (audit, target) = (audit(site, "made-up words"), AuditEntry.Target.review(review))
        // Hidden before there was a log.
        try await site.app.database.write { try $0.hideReview(review, at: audit.at - 9_000) }
        try await site.app.database.write { transaction in
            for _ in 1...3 {
                try transaction.recordChange(.restore, on: target, .reviewVisibility, audit) { _ in
                    VisibilityState()
                }
                try transaction.revertChange(try transaction.latestAuditEntry(on: target), audit)
            }
            let standing = try transaction.sanctions(of: person)
            #expect(standing.count == 1 && standing[0].kind == .hiddenReview && standing[0].liftedAt == nil)
        }
    }

    @Test("A closed case stays closed while its target has an open one", arguments: TestEngine.available)
    func keepClosed(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let (audit, target) = (audit(site), AuditEntry.Target.user(people[0]))
        let close = try await site.app.database.write { transaction in
            let first = try transaction.findOrInsertCase(of: target, account: people[0], place: nil, at: audit.at)
            return try #require(
                try transaction.recordChange(.close, on: target, .caseState, key: String(first.id), audit) { _ in
                    CaseState(state: .closed, assignee: nil, outcome: .approved)
                }
            )
        }
        try await site.app.database.write {
            _ = try $0.findOrInsertCase(of: target, account: people[0], place: nil, at: audit.at)
        }
        await #expect(throws: Problem.cannotRevert) {
            try await site.app.database.write { _ = try $0.revertChange(close, audit) }
        }
    }
}
