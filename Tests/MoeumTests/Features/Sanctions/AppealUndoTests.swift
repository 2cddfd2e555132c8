import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Who takes back what was decided about an appeal, and until when one appeals against what is imposed again.
@Suite(.cleanup)
struct AppealUndoTests {
    private static let words = "다녀온 날 있었던 일을 그대로 썼어요."

    private struct Court: Sendable {
        let site: TestSite
        let person: TestBrowser
        let account: Account.ID
        let imposer: StaffClient
        let other: StaffClient

        func newest() async throws -> AuditEntry {
            try #require(try await site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 1) }.first)
        }

        /// Takes the newest audit entry back by the log's form.
        func undo(_ staff: StaffClient) async throws -> HTTPResponse.Status {
            try await staff.browser.post("/admin/audit/\(try await newest().id)/undo", ["reason": "made up"]).status
        }

        func isOffered(to staff: StaffClient) async throws -> Bool? {
            let entries = try await staff.browser.json("/admin/audit")["entries"] as? [[String: Any]]
            return entries?.first?["undoable"] as? Bool
        }

        /// Appeals against the newest of what was imposed.
        func appeal() async throws -> (sanction: Sanction.ID, appeal: Appeal.ID) {
            let sanction = try #require(try await site.sanctions(of: account).first).id
            try await person.post("/appeals/\(sanction)", ["text": AppealUndoTests.words])
            return (sanction, try #require(try await site.appeal(against: sanction)).id)
        }
    }

    private func court(_ engine: TestEngine) async throws -> Court {
        let site = try await TestSite(on: engine)
        let person = TestBrowser(site)
        let account = try await site.logIn(person, nickname: "가람")
        let (imposer, other) = (try await TestBrowser(site).staff("운영 하나"), try await TestBrowser(site).staff("운영 둘"))
        return Court(site: site, person: person, account: account, imposer: imposer, other: other)
    }

    @Test("Staff cannot undo a decision on an appeal against their own sanction", arguments: TestEngine.available)
    func forbidImposer(_ engine: TestEngine) async throws {
        let court = try await court(engine)
        try await court.imposer.perform("suspend", on: court.account)
        let (sanction, appeal) = try await court.appeal()
        #expect(try await court.other.decide("overturn", appeal).status == .seeOther)
        #expect(try await court.isOffered(to: court.imposer) == false)
        #expect(try await court.undo(court.imposer) == .forbidden)
        #expect(try await court.site.sanctions(of: court.account)[0].liftedAt != nil)
        // Anyone who decided may think better of it, and the imposer has no say in that either.
        #expect(try await court.isOffered(to: court.other) == true)
        #expect(try await court.undo(court.other) == .seeOther)
        #expect(try await court.undo(court.imposer) == .forbidden)
        #expect(try await court.site.appeal(against: sanction)?.state == .open)

        #expect(try await court.other.decide("uphold", appeal).status == .seeOther)
        #expect(try await court.undo(court.imposer) == .forbidden)
        #expect(try await court.undo(court.other) == .seeOther)
        #expect(try await court.undo(court.imposer) == .forbidden)
        #expect(try await court.site.appeal(against: sanction)?.state == .open)
        // What they lift themselves they can take back.
        #expect(try await court.imposer.perform("lift", on: court.account).status == .seeOther)
        #expect(try await court.undo(court.imposer) == .seeOther)
        #expect(try await court.site.appeal(against: sanction)?.state == .open)
        // A colleague who lifts it says that the appeal was right.
        #expect(try await court.other.perform("lift", on: court.account).status == .seeOther)
        #expect(try await court.undo(court.imposer) == .forbidden)
        #expect(try await court.undo(court.other) == .seeOther)
    }

    @Test("Staff cannot hide again what a colleague restored on appeal", arguments: TestEngine.available)
    func forbidHider(_ engine: TestEngine) async throws {
        let court = try await court(engine)
        let place = try #require(try await court.site.places(1).first)
        let review = try await court.site.review(place, by: court.account, try ReviewsFixture.input())
        let path = "/admin/reviews/\(review)/actions"
        let hide = try await court.imposer.browser.post(path, ["action": "hide", "reason": "spam"])
        #expect(hide.status == .seeOther)
        let (_, appeal) = try await court.appeal()
        #expect(try await court.other.decide("overturn", appeal).status == .seeOther)
        #expect(try await court.isOffered(to: court.imposer) == false)
        #expect(try await court.undo(court.imposer) == .forbidden)
        #expect(try await court.site.shownReviews(at: place) == 1)
        #expect(try await court.undo(court.other) == .seeOther)
        #expect(try await court.site.shownReviews(at: place) == 0)
        #expect(try await court.undo(court.imposer) == .forbidden)
    }

    @Test("A sanction that is imposed again can be appealed against from then on", arguments: TestEngine.available)
    func restartPeriod(_ engine: TestEngine) async throws {
        let court = try await court(engine)
        let (site, account) = (court.site, court.account)
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: account, try ReviewsFixture.input())
        let target = AuditEntry.Target.review(review)
        func audit(daysAgo: Double) -> AuditContext {
            AuditContext(
                actor: .command,
                reason: .abuse,
                at: site.now - daysAgo * 86_400,
                emailRenderer: site.app.emailRenderer
            )
        }
        let (hiding, restoring, undoing) = (audit(daysAgo: 40), audit(daysAgo: 30), audit(daysAgo: 19))
        try await site.app.database.write { transaction in
            try transaction.imposeSanction(.warning, on: account, hiding)
            try transaction.recordChange(.hide, on: target, .reviewVisibility, hiding) { _ in
                VisibilityState(hiddenAt: hiding.at)
            }
            for sanction in try transaction.sanctions(of: account) {
                try transaction.liftSanction(sanction, restoring)
            }
            for entry in try transaction.auditEntries(where: "d.action = 'lift'", limit: 9) {
                try transaction.revertChange(entry.id, undoing)
            }
        }
        let standing = try await site.sanctions(of: account)
        #expect(standing.count == 2)
        for sanction in standing {
            #expect(sanction.startsAt == hiding.at && sanction.resumedAt == undoing.at && sanction.liftedAt == nil)
            let page = try await court.person.get("/appeals/\(sanction.id)")
            #expect(try page.html.has("[name=text]"))
            let answer = try await court.person.post("/appeals/\(sanction.id)", ["text": Self.words])
            #expect(answer.location == "/my/standing")
        }
        #expect(standing[0].appealIneligibility(nil, at: site.now + 86_400) == .late)
    }
}
