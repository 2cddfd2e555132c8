import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What a sanction does to somebody who is logged in, from its first moment until it is taken back.
@Suite(.cleanup)
struct SuspendedLifeTests {
    private let garam = TestPerson.garam

    private func enter(_ browser: TestBrowser, _ site: TestSite) async throws -> ReviewClient {
        try await garam.enter(in: browser)
        let place = try #require(try await site.places(1).first)
        return ReviewClient(browser: browser, account: try await garam.account(on: site).id, place: place)
    }

    @Test("Suspended people can read, appeal, export and leave", arguments: TestEngine.available)
    func keepBasicRights(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, staff) = (TestBrowser(site), try await TestBrowser(site).staff())
        let client = try await enter(browser, site)
        let review = try await client.publish()
        #expect(try await site.shownReviews(at: client.place) == 1)
        #expect(try await TestBrowser(site).get("/members/\(client.account)").status == .ok)

        let day = SeoulTime(site.now + 5 * 86_400).isoDay
        #expect(try await staff.perform("suspend", on: client.account, ["until": day]).status == .seeOther)

        // At once, in the session that is open.
        let refused = try await browser.post("/places/\(client.place)/visits", ["on": "2026-01-01"])
        #expect(try refused.status == .forbidden && refused.html.has("a[href=/my/standing]"))
        let asProgram = try await browser.post("/favourites/\(client.place)", [:], TestBrowser.asProgram)
        #expect(asProgram.status == .forbidden)
        #expect(asProgram.text.contains("\"next\":\"/my/standing\""))
        #expect(try await site.shownReviews(at: client.place) == 0)
        #expect(try await TestBrowser(site).get("/members/\(client.account)").status == .notFound)
        #expect(try await TestBrowser(site).get("/reviews/\(review)").status != .ok)
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "suspended" && mail.path == "/my/standing" && mail.text.contains("광고예요"))

        // What is left to them, after a new login too.
        _ = try await browser.post("/logout")
        #expect(try await garam.logIn(in: browser).status == .seeOther)
        #expect(try await browser.get("/places/\(client.place)").status == .ok)
        let standing = try await browser.json("/my/standing")
        let sanction = try #require((standing["sanctions"] as? [[String: Any]])?.first)
        #expect(sanction["kind"] as? String == "suspension" && sanction["reason"] as? String == "spam")
        #expect(sanction["note"] as? String == "광고예요" && sanction["appeal"] is NSNull)
        #expect((sanction["until"] as? String)?.hasPrefix(day) == true)
        let id = try #require(sanction["id"] as? Int)
        #expect(try await browser.get("/appeals/\(id)").status == .ok)
        #expect(
            try await browser.post("/appeals/\(id)", ["text": "정말 가서 먹어 본 이야기예요."]).location == "/my/standing"
        )
        #expect(
            try await browser.post("/settings/export", ["password": garam.password]).status == .seeOther
        )

        // Taken back, everything is as it was.
        try await staff.undo(.suspend)
        #expect(try await site.shownReviews(at: client.place) == 1)
        #expect(try await TestBrowser(site).get("/members/\(client.account)").status == .ok)
        #expect(try await browser.post("/favourites/\(client.place)").status == .seeOther)
        #expect(try await site.appeal(against: Sanction.ID(rawValue: Int64(id)))?.state == .overturned)
        #expect(try await site.mail(to: garam.email)?.kind == "appeal-overturned")

        // And imposed again it is another thing than before: one leaves all the same.
        try await staff.perform("suspend", on: client.account)
        let leaving = ["password": garam.password, "confirm": "떠날게요", "reviews": "delete"]
        #expect(try await browser.post("/settings/delete", leaving).location == "/")
    }

    @Test("People who may not post can do everything else", arguments: TestEngine.available)
    func forbidPostingOnly(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, staff) = (TestBrowser(site), try await TestBrowser(site).staff())
        let client = try await enter(browser, site)
        try await client.publish()
        #expect(try await staff.perform("no-posting", on: client.account).status == .seeOther)
        let second = try #require(try await site.places(2).first { $0 != client.place })
        let other = ReviewClient(browser: browser, account: client.account, place: second)
        let answer = try await browser.postFiles(other.path, other.fields(once: SystemRandom.name()))
        #expect(try answer.status == .forbidden && answer.html.has("a[href=/my/standing]"))
        #expect(answer.text.contains(ReviewClient.words))
        #expect(try await browser.post("/favourites/\(second)").status == .seeOther)
        #expect(try await site.shownReviews(at: client.place) == 1)
        #expect(try await TestBrowser(site).get("/members/\(client.account)").status == .ok)

        try await staff.undo(.noPosting)
        try await other.publish()
        #expect(try await site.shownReviews(at: second) == 1)
    }

    @Test("People without sanctions read that there are none") func showNothing() async throws {
        let (_, browser, _) = try await TestSite.withMember()
        let page = try await browser.get("/my/standing")
        #expect(page.status == .ok && page.text.contains("받은 제재가 없어요"))
        let json = try await browser.json("/my/standing")
        #expect((json["sanctions"] as? [Any])?.isEmpty == true && (json["held"] as? [Any])?.isEmpty == true)
    }

    @Test("Authors see what of theirs is held", arguments: TestEngine.available)
    func showHeld(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let review = try await client.publish()
        let now = site.now
        try await site.app.database.write {
            try $0.hideContent(.review(review), for: .words, at: now)
            try $0.hideContent(.review(review), for: .surge, at: now - 60)
        }
        let held = try #require(try await browser.json("/my/standing")["held"] as? [[String: Any]])
        #expect(held.map { $0["target"] as? String } == ["review:\(review)"])
        #expect(try await browser.get("/my/standing").text.contains("/reviews/\(review)"))
    }
}
