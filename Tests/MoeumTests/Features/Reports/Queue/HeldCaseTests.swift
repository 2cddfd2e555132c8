import Foundation
import Testing

@testable import Moeum

/// What the site holds stands in the queue, whatever is taken back.
@Suite(.cleanup)
struct HeldCaseTests {
    private func audit(_ site: TestSite, in caseID: ReportCase.ID? = nil) -> AuditContext {
        AuditContext(actor: .site, caseID: caseID, at: site.now, emailRenderer: site.app.emailRenderer)
    }

    private func undo(_ action: AuditEntry.Action, _ site: TestSite) async throws {
        let audit = audit(site)
        try await site.app.database.write { transaction in
            let entry = try #require(
                try transaction.auditEntries(where: "d.action = \(action.rawValue)", limit: 1).first
            )
            try transaction.revertChange(entry.id, audit)
        }
    }

    @Test(
        "Content that is held again has a case again",
        arguments: TestEngine.available,
        [AuditEntry.Target.Kind.review, .photo]
    )
    func reopenCase(_ engine: TestEngine, _ kind: AuditEntry.Target.Kind) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let staff = try #require(try await site.moderators(1).first)
        let place = try #require(try await site.places(1).first)
        let photo = try await site.photo(by: people[0])
        let review = try await site.review(place, by: people[0], try ReviewsFixture.input(photos: [photo]))
        let target = kind == .photo ? AuditEntry.Target.photo(photo) : AuditEntry.Target.review(review)
        let hold = try #require(AuditedChange.hold(of: kind))
        var report = ReportFixture(target: target, account: people[0], place: place, at: site.now)
        report.reporters = [people[1]]
        let id = try await site.report(report)
        let holding = audit(site, in: id)
        try await site.app.database.write { transaction in
            try transaction.recordChange(.hold, on: target, hold, holding) { _ in
                HoldState([.links: holding.at])
            }
        }
        #expect(try await site.currentCase(of: target)?.isHeld == true)
        try await site.decide(.dismiss, on: target, by: staff)
        #expect(try await site.currentCase(of: target) == nil)

        // That it was let go is taken back, and nothing else.
        try await undo(.unhold, site)
        let currentCase = try #require(try await site.currentCase(of: target))
        #expect(currentCase.id != id && currentCase.isHeld && currentCase.state == .open)
        #expect(currentCase.account == people[0] && currentCase.place == place)
        let queue = try await site.app.database.read {
            try $0.queue(QueueQuery(), for: staff, limit: 9)
        }
        #expect(queue.map(\.found.id) == [currentCase.id])
        #expect(try await site.app.database.read { try $0.driftedModeration() } == [])
        // Then all of it: there is one case, as there was.
        try await undo(.dismiss, site)
        let first = try #require(try await site.currentCase(of: target))
        #expect(first.id == id && first.isHeld)
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 1)
        #expect(try await site.app.database.read { try $0.driftedModeration() } == [])
    }

    @Test("Held content is not shown by restoring it, and the answer says what does", arguments: TestEngine.available)
    func refuseRestore(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (_, author, review) = try await site.reviewed()
        let now = site.now
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "지킴이", role: .moderator, hasTwoFactor: true)
        for (cause, code) in [
            (HiddenReason.suspension, "suspended"), (.block, "blocked"), (.links, "held"),
        ] {
            try await site.app.database.write { try $0.hideContent(.review(review), for: cause, at: now) }
            let path = "/admin/reviews/\(review)/actions"
            let refused = try await browser.post(path, ["action": "restore"], TestBrowser.asProgram)
            #expect(refused.status == .unprocessableContent && refused.text.contains("\"action\":\"\(code)\""))
            let page = try await browser.post(path, ["action": "restore"])
            #expect(page.status == .unprocessableContent)
        }
        try await site.app.database.write { transaction in
            for cause in HiddenReason.allCases { try transaction.unhideContent(.review(review), for: cause) }
        }
        let path = "/admin/reviews/\(review)/actions"
        for action in ["hide", "restore"] {
            let done = try await browser.post(path, ["action": action, "reason": "spam"])
            #expect(done.status == .seeOther, "\(action) of \(author)")
        }
    }

    @Test("A case without reports goes with its hold, and is decided like any other", arguments: TestEngine.available)
    func removeEmptyCase(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (_, author, review) = try await site.reviewed()
        let staff = try #require(try await site.moderators(1).first)
        let (target, audit) = (AuditEntry.Target.review(review), audit(site))
        @Sendable func hold() async throws {
            try await site.app.database.write { transaction in
                try transaction.recordChange(.hold, on: target, .reviewHold, audit) { _ in
                    HoldState([.links: audit.at])
                }
            }
        }
        try await hold()
        #expect(try await site.currentCase(of: target)?.account == author)
        try await undo(.hold, site)
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 0)
        try await hold()
        let id = try #require(try await site.currentCase(of: target)).id
        try await site.decide(.dismiss, on: target, by: staff)
        #expect(try await site.reportCase(id)?.outcome == .approved)
        #expect(try await site.app.database.read { try $0.review(review)?.isShown } == true)
        #expect(try await site.app.database.read { try $0.driftedModeration() } == [])
    }
}
