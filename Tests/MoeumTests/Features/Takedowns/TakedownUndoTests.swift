import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What is decided about requests to block something, taken back.
@Suite(.cleanup)
struct TakedownUndoTests {
    private static let secret = "for staff alone"
    private static let objection = "가게에서 스스로 알린 번호라 사생활이 아니에요."

    /// Takes the newest audit entry back by the log's form.
    @discardableResult
    private func undo(_ client: TakedownClient, by browser: TestBrowser? = nil) async throws -> TestResponse {
        let entry = try await newest(client)
        return try await (browser ?? client.moderator).post("/admin/audit/\(entry.id)/undo", ["reason": Self.secret])
    }

    private func newest(_ client: TakedownClient) async throws -> AuditEntry {
        try #require(try await client.site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 1) }.first)
    }

    private func object(_ client: TakedownClient, _ id: Takedown.ID, _ text: String) async throws -> HTTPResponse.Status
    {
        try await client.author.post("/takedowns/\(id)/objections", ["text": text]).status
    }

    @Test("The reason for undoing is in the log alone", arguments: TestEngine.available)
    func keepReasonPrivate(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        try await client.decide(id, "unblock", ["reason": "다시 보니 괜찮은 글이에요."])
        #expect(try await client.takedown(id).answer == "다시 보니 괜찮은 글이에요.")
        #expect(try await undo(client).status == .seeOther)
        #expect(try await client.takedown(id).answer == "전화번호가 보여서 가렸어요.")
        for mail in [try await site.mail(to: TakedownClient.email), try await client.mailToAuthor()] {
            #expect(mail?.kind == "takedown-blocked" || mail?.kind == "content-blocked")
            #expect(mail?.text.contains("전화번호가 보여서 가렸어요.") == true)
        }
        // And back to the beginning.
        try await site.app.database.write { transaction in
            let block = try #require(try transaction.auditEntries(where: "d.action = 'block'", limit: 1).first)
            let audit = AuditContext(
                actor: .site,
                note: Self.secret,
                at: site.now,
                emailRenderer: site.app.emailRenderer
            )
            try transaction.revertChange(block.id, audit)
        }
        #expect(try await client.takedown(id).state == .waiting)
        #expect(try await client.takedown(id).answer.isEmpty)
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-received")
        let told = try await site.count("SELECT COUNT(*) FROM outbox WHERE body_text LIKE '%for staff alone%'")
        #expect(told == 0)
    }

    @Test("Keeping a block is no decision on an appeal and can be undone", arguments: TestEngine.available)
    func undoKeptBlock(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        #expect(try await object(client, id, Self.objection) == .seeOther)
        #expect(try await client.decide(id, "keep", ["reason": "그대로 둘게요."]).status == .seeOther)
        let (kept, entry) = (try await client.takedown(id), try await newest(client))
        #expect(entry.action == .keepBlock && entry.person == client.account && kept.keptAt != nil)
        #expect(kept.answer == "전화번호가 보여서 가렸어요.")
        let mail = try #require(try await client.mailToAuthor())
        #expect(mail.kind == "objection-kept" && mail.text.contains("그대로 둘게요."))
        let figures = try await site.app.database.read { try $0.countMonthFigures(of: CalendarMonth(site.now)) }
        #expect(figures[.appealsUpheld] == 0 && figures[.blocks] == 1)

        #expect(try await undo(client).status == .seeOther)
        let open = try await client.takedown(id)
        #expect(open.state == .blocked && open.keptAt == nil && open.objection == Self.objection)
        let again = try #require(try await client.mailToAuthor())
        #expect(again.kind == "objection-reopened" && !again.text.contains(Self.secret))
        let json = try await client.moderator.json("/admin/takedowns?state=objected")
        #expect((json["takedowns"] as? [Any])?.count == 1)
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-objected")
        #expect(try await !client.isShown())
    }

    @Test(
        "A new block has no objection, and the old objection comes back with the old block",
        arguments: TestEngine.available
    )
    func separateObjections(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.block()
        #expect(try await object(client, id, Self.objection) == .seeOther)
        // That the author objects does not keep staff from taking the block back.
        #expect(try await undo(client).status == .seeOther)
        var now = try await client.takedown(id)
        #expect(now.state == .waiting && now.objection == nil && now.objectedAt == nil)
        // The block after all, and what was said against it.
        let objectedAt = try #require((try await newest(client)).before["objectedAt"])
        #expect(try await undo(client).status == .seeOther)
        now = try await client.takedown(id)
        #expect(now.objection == Self.objection && now.objectedAt.map { String($0.milliseconds) } == objectedAt)
        #expect(!now.takesObjection)
        // Another block is another matter.
        #expect(try await undo(client).status == .seeOther)
        try await client.decide(id, "block")
        #expect(try await client.takedown(id).takesObjection)
        #expect(try await object(client, id, "두 번째 차단도 받아들일 수 없어요.") == .seeOther)
        #expect(try await client.decide(id, "keep").status == .seeOther)
        // Nothing of either is left a year after the end.
        try await client.decide(id, "unblock")
        try await client.sweep(inDays: 366)
        #expect(try await site.count("SELECT COUNT(*) FROM past_objections") == 0)
    }

    @Test("Requesters cannot undo decisions about their own request", arguments: TestEngine.available)
    func forbidRequester(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let browser = TestBrowser(site)
        let asker = try await browser.staff("운영 둘")
        let email = try #require(try await site.app.database.read { try $0.account(asker.account)?.email })
        let id = try await client.confirm(["email": email])
        try await client.decide(id, "refuse")
        let entries = try await browser.json("/admin/audit")["entries"] as? [[String: Any]]
        #expect(entries?.first?["undoable"] as? Bool == false)
        #expect(try await undo(client, by: browser).status == .forbidden)
        #expect(try await client.takedown(id).state == .refused)
        #expect(try await undo(client).status == .seeOther)
        try await client.decide(id, "block")
        try await client.decide(id, "unblock")
        #expect(try await undo(client, by: browser).status == .forbidden)
        #expect(try await client.takedown(id).state == .ended)
    }

    @Test("An author who is staff does not see who asked", arguments: TestEngine.available)
    func hideRequester(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.confirm()
        let browser = TestBrowser(site)
        let author = try await browser.staff("운영 둘", role: .admin)
        try await site.execute("UPDATE takedowns SET account_id = \(author.account) WHERE id = \(id)")
        let page = try await browser.get("/admin/takedowns")
        #expect(try page.html.has("#k\(id)") && page.text.contains("010-1234-5678"))
        for secret in [TakedownClient.name, TakedownClient.email, "narae.example", TakedownClient.reason] {
            #expect(!page.text.contains(secret), "\(secret)")
        }
        let cards = try await browser.json("/admin/takedowns")["takedowns"] as? [[String: Any]]
        let card = try #require(cards?.first)
        #expect(card["isOwn"] as? Bool == true && card["excerpt"] is String)
        for name in ["name", "email", "reason"] { #expect(card[name] is NSNull, "\(name)") }
        // Colleagues read all of it.
        #expect(try await client.moderator.get("/admin/takedowns").text.contains(TakedownClient.reason))
    }
}
