import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What e-mails about decisions name, and what an author reads of their own things.
@Suite(.cleanup)
struct EmailSubjectTests {
    private static func messages(_ site: TestSite, to account: Account.ID) async throws -> [String] {
        try await site.app.database.read { transaction in
            try transaction.rows(
                """
                SELECT o.body_text FROM outbox o JOIN accounts a ON a.email = o.recipient
                WHERE a.id = \(account) ORDER BY o.id
                """
            ).map { try $0.string(0) }
        }
    }

    @Test(
        "The author's mail quotes the content, and the reporter's only names the place",
        arguments: TestEngine.available
    )
    func quoteToAuthor(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, author, review) = try await site.reviewed()
        let (target, staff) = (AuditEntry.Target.review(review), try await site.people(1)[0])
        let name = try #require(try await site.app.database.read { try $0.place(place)?.name })
        let browser = TestBrowser(site)
        let reporter = try await site.reporter(browser, "알린 이")
        #expect(try await browser.report(target, .spam).status == .seeOther)
        try await site.decide(.hide, on: target, by: staff)
        try await site.decide(.warn, on: target, by: staff)
        try await site.decide(.close, on: target, by: staff)
        let own = try await Self.messages(site, to: author)
        #expect(own.count == 2)
        for message in own { #expect(message.contains("\(name)에 쓴 리뷰 ‘국물이 맑고")) }
        let answer = try #require(try await Self.messages(site, to: reporter).last)
        #expect(answer.contains("신고한 \(name) 리뷰") && !answer.contains("국물이"))
    }

    @Test("The mail of a suspension says that it has no end, and that of its lifting why it was")
    func mailSuspension() async throws {
        let site = try await TestSite()
        let person = try #require(try await site.people(1).first)
        let audit = AuditContext(actor: .site, reason: .spam, at: site.now, emailRenderer: site.app.emailRenderer)
        try await site.app.database.write { transaction in
            let id = try transaction.imposeSanction(.suspension, on: person, audit)
            try transaction.liftSanction(try #require(try transaction.sanction(id)), audit)
        }
        let messages = try await Self.messages(site, to: person)
        #expect(messages.count == 2 && messages.contains { $0.contains("기한 없음") })
        #expect(messages.contains { $0.contains("처음 제재한 사유: ") })
    }

    @Test("The mail about a held photo calls it a photo") func mailHeldPhoto() async throws {
        let site = try await TestSite()
        let (_, author, review) = try await site.reviewed()
        let photo = try await site.photo(by: author)
        try await site.execute(
            """
            UPDATE photos SET review_id = \(review), place_id = (SELECT place_id FROM reviews WHERE id = \(review))
            WHERE id = \(photo)
            """
        )
        let audit = AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
        let target = AuditEntry.Target.photo(photo)
        try await site.app.database.write { transaction in
            try transaction.recountPhotos(of: review)
            try transaction.recordChange(.hold, on: target, .photoHold, audit) { _ in
                HoldState([.picture: audit.at])
            }
            #expect(try transaction.hasHeldPhotos(review))
            try transaction.recordChange(.unhold, on: target, .photoHold, audit) { _ in HoldState() }
            #expect(try !transaction.hasHeldPhotos(review))
        }
        #expect(try await site.messages(.photoHeld, to: author) == 1)
        #expect(try await site.messages(.photoReleased, to: author) == 1)
        #expect(try await site.messages(.contentHeld, to: author) == 0)
    }

    @Test("Blocked content is in the author's moderation history", arguments: TestEngine.available)
    func showBlocks(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let id = try await client.block()
        let page = try await client.author.get("/my/standing?lang=ko").text
        #expect(page.contains("/reviews/\(client.review)#block-\(id)") && page.contains("이의를 제기할 수 있어요"))
        #expect(!page.contains("받은 제재가 없어요"))
        let blocked = try await client.author.json("/my/standing")["blocked"] as? [[String: Any]]
        #expect(blocked?.first?["target"] as? String == "review:\(client.review)")
    }

    @Test("An edited hidden review stays hidden, and a held one is not called deleted") func editHidden() async throws {
        let site = try await TestSite()
        let client = try await TestBrowser(site).reviewer()
        let id = try await client.publish()
        let now = site.now
        try await site.app.database.write { try $0.hideContent(.review(id), for: .links, at: now) }
        let held = try await site.get("/reviews/\(id)")
        #expect(held.status == .gone && held.text.contains("지금은 볼 수 없는 리뷰예요"))
        try await site.app.database.write { _ = try $0.hideReview(id, at: now) }
        let fields = client.fields(["rev": ["1"], "body": [ReviewClient.words + " 고쳤어요."]])
        let answer = try await client.browser.postFiles("/reviews/\(id)", fields)
        #expect(answer.location == "/reviews/\(id)")
        let page = try await client.browser.get("/reviews/\(id)")
        #expect(try page.text.contains("수정한 내용을 저장했어요") && page.html.has("a[href=/my/standing]"))
    }

    @Test("Suspended people read their own name") func showOwnName() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer("가람")
        try await client.publish()
        try await site.app.database.write { try $0.suspend(client.account) }
        let page = try await browser.get("/my/reviews?lang=ko").text
        #expect(page.contains("가람") && !page.contains("탈퇴한 회원") && !page.contains("이름을 숨긴 회원"))
    }

    @Test("Weights are shown and typed in one scale") func scaleWeights() {
        let name = SiteSettings.Name.hideWeight
        #expect([50, 300, 325, 10_000].map(name.text) == ["0.5", "3.0", "3.25", "100.0"])
        #expect(["3", "3.0", "3,25", "0.5", "x", "-1", "1.234"].map(name.value) == [300, 300, 325, 50, nil, nil, nil])
        #expect(SiteSettings.Name.linkDays.text(7) == "7" && SiteSettings.Name.linkDays.value("12") == 12)
    }
}
