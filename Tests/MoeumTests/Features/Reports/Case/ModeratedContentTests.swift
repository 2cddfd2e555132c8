import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Reviews and photos as staff see them, whether or not somebody reported them.
@Suite(.cleanup)
struct ModeratedContentTests {
    private func siteWithStaff(on engine: TestEngine) async throws -> (TestSite, TestBrowser, Account.ID) {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let staff = try await site.logIn(browser, nickname: "정운영", role: .moderator, hasTwoFactor: true)
        return (site, browser, staff)
    }

    @Test(
        "A review is hidden and restored without a case, and a stale form is refused",
        arguments: TestEngine.available
    )
    func hideReview(_ engine: TestEngine) async throws {
        let (site, browser, _) = try await siteWithStaff(on: engine)
        let author = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: author, try ReviewsFixture.input())
        let path = "/admin/reviews/\(review)"
        let rev = try #require(try await browser.json(path)["rev"] as? Int)
        let hide = ["action": "hide", "reason": "spam", "rev": "\(rev)", "note": "words that were typed"]
        #expect(try await browser.post("\(path)/actions", hide).location == path)
        let late = try await browser.post("\(path)/actions", hide)
        #expect(late.status == .conflict && late.text.contains("words that were typed"))
        let now = try await browser.json(path)
        let subject = try #require(now["subject"] as? [String: Any])
        #expect(subject["isHidden"] as? Bool == true && subject["isShown"] as? Bool == false)
        #expect((now["history"] as? [[String: Any]])?.first?["action"] as? String == "hide")
        #expect(try await browser.post("\(path)/actions", ["action": "restore"]).status == .seeOther)
        #expect(try await browser.post("\(path)/actions", ["action": "close"]).status == .conflict)
        #expect(try await browser.post("\(path)/actions", ["action": "hide"]).status == .unprocessableContent)
    }

    @Test("A photo is hidden and its author warned", arguments: TestEngine.available)
    func hidePhoto(_ engine: TestEngine) async throws {
        let (site, browser, staff) = try await siteWithStaff(on: engine)
        let author = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let photo = try await site.photo(by: author)
        try await site.review(place, by: author, try ReviewsFixture.input(photos: [photo]))
        let path = "/admin/photos/\(photo)"
        for fields in [["action": "hide", "reason": "copyright"], ["action": "warn", "reason": "copyright"]] {
            #expect(try await browser.post("\(path)/actions", fields).status == .seeOther)
        }
        #expect(try await site.app.database.read { try $0.photoVisibility(photo)?.hiddenAt } != nil)
        let kinds = try await site.app.database.read { try $0.sanctions(of: author) }.map(\.kind)
        #expect(Set(kinds) == [.hiddenPhoto, .warning])
        let page = try await browser.get(path)
        #expect(page.status == .ok && page.text.contains("/admin/media/name\(photo)-320.webp"))
        let own = try await site.photo(by: staff)
        try await site.review(place, by: staff, try ReviewsFixture.input(photos: [own]))
        let refused = try await browser.post("/admin/photos/\(own)/actions", ["action": "hide", "reason": "spam"])
        #expect(refused.status == .forbidden)
        for gone in ["/admin/photos/1", "/admin/reviews/1", "/admin/reviews/x"] {
            #expect(try await browser.get(gone).status == .notFound)
            let answer = try await browser.post("\(gone)/actions", ["action": "hide", "reason": "spam"])
            #expect(answer.status == .notFound)
        }
    }

    @Test("An open case is linked and handled on the page of its content too", arguments: TestEngine.available)
    func actInOpenCase(_ engine: TestEngine) async throws {
        let (site, browser, staff) = try await siteWithStaff(on: engine)
        let author = try #require(try await site.people(1).first)
        let (review, id) = try await site.reportedReview(by: author)
        let path = "/admin/reviews/\(review)"
        #expect(try await browser.get(path).text.contains("/admin/reports/\(id)"))
        #expect(try await browser.post("\(path)/actions", ["action": "take"]).status == .seeOther)
        #expect(try await site.reportCase(id)?.assignee == staff)
        #expect(try await browser.post("\(path)/actions", ["action": "dismiss"]).status == .seeOther)
        #expect(try await site.reportCase(id)?.outcome == .approved)
    }

    @Test("Undoing leads back to the page with the form") func returnAfterUndo() async throws {
        let (site, browser, _) = try await siteWithStaff(on: .sqlite)
        let people = try await site.people(2)
        let (review, id) = try await site.reportedReview(by: people[0], [.abuse], reporters: [people[1]])
        func hide() async throws -> AuditEntry.ID {
            try await browser.post("/admin/reports/\(id)/actions", ["action": "hide", "reason": "abuse"])
            return try await site.app.database.read {
                try $0.latestAuditEntry(on: AuditEntry.Target.review(review))
            }
        }
        for path in ["/admin/reports/\(id)", "/admin/reviews/\(review)"] {
            let undo = "/admin/audit/\(try await hide())/undo"
            let page = try await browser.get(path)
            #expect(try page.html.has("form[action=\(undo)]"))
            #expect(try page.html.has("[name=next][value=\(path)]"))
            let refused = try await browser.post(undo, ["next": path])
            #expect(refused.status == .unprocessableContent)
            #expect(try refused.html.has("[name=next][value=\(path)]"))
            let done = try await browser.post(undo, ["reason": "made up", "next": path])
            #expect(done.status == .seeOther && done.location == path)
        }
        for elsewhere in ["//admin/x", "https://moeum.example/admin/x", "/settings", "/administration", ""] {
            let undo = "/admin/audit/\(try await hide())/undo"
            let done = try await browser.post(undo, ["reason": "made up", "next": elsewhere])
            #expect(done.location == "/admin/audit", "\(elsewhere)")
        }
    }
}
