import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What is imposed for a time is lifted by itself.
@Suite(.cleanup)
struct SanctionEndTests {
    @Test("A suspension ends by itself", arguments: TestEngine.available)
    func endSuspension(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        try await client.publish()
        let staff = try await TestBrowser(site).staff()
        // As if it had been imposed a week ago until yesterday.
        let (now, emailRenderer, account) = (site.now, site.app.emailRenderer, client.account)
        var audit = AuditContext(
            actor: .staff(staff.account),
            reason: .spam,
            at: now - 7 * 86_400,
            emailRenderer: emailRenderer
        )
        audit.until = now - 86_400
        let id = try await site.app.database.write { [audit] in
            try $0.imposeSanction(.suspension, on: account, audit)
        }
        try await site.app.database.write {
            try $0.hideReviews(of: account, for: .suspension, at: now - 7 * 86_400)
        }
        #expect(try await site.shownReviews(at: client.place) == 0)
        let loop = { (time: Date) in
            SanctionEnd(database: site.app.database, emailRenderer: emailRenderer, clock: { time })
        }
        let hasWork = { (time: Date) in
            try await site.app.database.read { try SanctionEnd.hasWork($0, at: time) }
        }
        #expect(try await !hasWork(now - 2 * 86_400))
        try await loop(now - 2 * 86_400).run()
        #expect(try await site.shownReviews(at: client.place) == 0)
        // Anyone who is here when the time is over may write again, and waits for nobody's reviews to come back.
        #expect(try await browser.post("/favourites/\(client.place)").status == .seeOther)
        #expect(try await site.shownReviews(at: client.place) == 0)
        #expect(try await hasWork(now))
        try await loop(now).run()
        #expect(try await !hasWork(now))
        #expect(try await site.shownReviews(at: client.place) == 1)
        #expect(try await TestBrowser(site).get("/reviews/\(try #require(try await client.review()).id)").status == .ok)
        #expect(try await site.mail(toAccount: account)?.kind == "sanction-ended")
        let entries = try await site.auditEntries(on: AuditEntry.Target.user(account))
        #expect(entries.map(\.action) == [.lift, .suspend] && entries[0].actor == .site)

        // Once is enough.
        try await loop(now).run()
        #expect(try await site.auditEntries(on: AuditEntry.Target.user(account)).count == 2)
        let standing = try await browser.json("/my/standing")["sanctions"] as? [[String: Any]]
        #expect(standing?.first?["id"] as? Int == Int(id))
        #expect(standing?.first?["standing"] as? String == "ended")
    }
}
