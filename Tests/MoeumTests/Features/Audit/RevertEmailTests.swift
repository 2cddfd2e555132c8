import Foundation
import Testing

@testable import Moeum

/// What people hear when something is done, taken back, and done after all: never what is not so.
struct UndoLetterTests {
    private func kinds(_ site: TestSite, _ account: Account.ID) async throws -> [String] {
        try await site.app.database.read { transaction in
            let email = try transaction.account(account)?.email ?? ""
            return try transaction.rows("SELECT kind FROM outbox WHERE recipient = \(email) ORDER BY id").map {
                try $0.string(0)
            }
        }
    }

    private func act(_ site: TestSite, _ note: String = "", until: Date? = nil) -> Act {
        var act = Act(actor: .command, reason: .abuse, note: note, at: site.now, press: site.app.press)
        act.until = until
        return act
    }

    @Test(arguments: TestEngine.available)
    func aSanctionThatAppliesAfterAllIsToldInItsOwnWords(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let person = try #require(try await site.people(1).first)
            let (imposing, lifting) = (
                act(site, "made-up words", until: site.now + 86_400), act(site, "for staff alone")
            )
            try await site.app.database.write { transaction in
                let id = try transaction.impose(.suspension, on: person, imposing)
                let sanction = try #require(try transaction.sanction(id))
                var act = lifting
                act.reason = nil
                try transaction.lift(sanction, act)
                let lift = try transaction.latestDeed(on: Deed.Target(.user, person))
                try transaction.undo(lift, act)
                #expect(try transaction.isSuspended(person, at: imposing.at))
            }
            #expect(try await kinds(site, person) == ["suspended", "sanction-lifted", "sanction-resumed"])
            let email = try await site.app.database.read { try $0.account(person)?.email ?? "" }
            let mail = try #require(try await site.mail(to: email))
            #expect(mail.text.contains("made-up words") && !mail.text.contains("for staff alone"))
            #expect(mail.text.contains(site.app.views.text("reason.abuse", [:], .korean)))
            #expect(mail.text.contains(site.app.views.text("mail.detail.until", [:], .korean)))
        }
    }

    @Test(arguments: TestEngine.available)
    func whatIsOverMeanwhileIsNotTold(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let person = try #require(try await site.people(1).first)
            let imposing = act(site, until: site.now + 60)
            try await site.app.database.write { transaction in
                let id = try transaction.impose(.noPosting, on: person, imposing)
                try transaction.lift(try #require(try transaction.sanction(id)), imposing)
                var late = imposing
                late = Act(actor: .command, at: imposing.at + 3_600, press: imposing.press)
                try transaction.undo(try transaction.latestDeed(on: Deed.Target(.user, person)), late)
                #expect(try transaction.sanctionsToEnd(at: late.at, limit: 9).isEmpty)
            }
            #expect(try await kinds(site, person) == ["barred-from-posting", "sanction-lifted"])
        }
    }

    @Test(arguments: TestEngine.available)
    func nobodyHearsThatSomethingIsBackWhichIsHidden(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let person = try #require(try await site.people(1).first)
            let place = try #require(try await site.places(1).first)
            let review = try await site.review(place, by: person, try MadeUpReviews.draft())
            let (act, target) = (act(site), Deed.Target(.review, review))
            try await site.app.database.write { transaction in
                let since = String(act.at.milliseconds)
                try transaction.perform(.hold, on: target, .reviewHold, act) { _ in ["links": since] }
                // One cause more is nothing new to the author.
                try transaction.perform(.hold, on: target, .reviewHold, act) { $0.merging(["words": since]) { $1 } }
                try transaction.perform(.hide, on: target, .reviewSight, act) { _ in Sight.state(hiddenAt: act.at) }
                try transaction.perform(.unhold, on: target, .reviewHold, act) { _ in [:] }
            }
            #expect(try await kinds(site, person) == ["content-held", "content-hidden"])
        }
    }

    @Test(arguments: TestEngine.available)
    func hiddenAgainItIsTheSameSanction(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let person = try #require(try await site.people(1).first)
            let place = try #require(try await site.places(1).first)
            let review = try await site.review(place, by: person, try MadeUpReviews.draft())
            let (act, target) = (act(site, "made-up words"), Deed.Target(.review, review))
            // Hidden before there was a log.
            try await site.app.database.write { try $0.hideReview(review, at: act.at - 9_000) }
            try await site.app.database.write { transaction in
                for _ in 1...3 {
                    try transaction.perform(.restore, on: target, .reviewSight, act) { _ in [:] }
                    try transaction.undo(try transaction.latestDeed(on: target), act)
                }
                let standing = try transaction.sanctions(of: person)
                #expect(standing.count == 1 && standing[0].kind == .hiddenReview && standing[0].liftedAt == nil)
            }
        }
    }

    /// A closed case whose thing has a new case stays closed.
    @Test(arguments: TestEngine.available)
    func aCaseIsNotReopenedBesideALivingOne(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let people = try await site.people(2)
            let (act, target) = (act(site), Deed.Target(.user, people[0]))
            let close = try await site.app.database.write { transaction in
                let first = try transaction.openCase(of: target, account: people[0], place: nil, at: act.at)
                return try #require(
                    try transaction.perform(.close, on: target, .caseState, key: String(first.id), act) { _ in
                        Aspect.state(.closed, assignee: nil, .approved)
                    }
                )
            }
            try await site.app.database.write {
                _ = try $0.openCase(of: target, account: people[0], place: nil, at: act.at)
            }
            await #expect(throws: Problem.cannotUndo) {
                try await site.app.database.write { _ = try $0.undo(close, act) }
            }
        }
    }
}
