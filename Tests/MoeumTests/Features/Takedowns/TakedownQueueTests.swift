import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The staff's list, and who may decide.
@Suite(.cleanup)
struct TakedownQueueTests {
    @Test("The second of two decisions is refused", arguments: TestEngine.available)
    func refuseStale(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let id = try await client.confirm()
        let rev = "\(try await client.takedown(id).rev)"
        #expect(try await client.decide(id, "block", ["rev": rev]).location == "/admin/takedowns")
        let late = try await client.decide(id, "refuse", ["rev": rev, "reason": "그대로 두어도 되는 글이에요."])
        #expect(late.status == .conflict && late.text.contains("그대로 두어도 되는 글이에요."))
        #expect(try await client.decide(id, "refuse").status == .conflict)
        #expect(try await client.takedown(id).state == .blocked)
        let unsaid = try await client.decide(id, "unblock", ["reason": " "])
        #expect(try unsaid.status == .unprocessableContent && unsaid.html.has("#reason-\(id)-error"))
        #expect(try await client.decide(1, "block").status == .notFound)
        let fields = ["decision": "refuse", "reason": "늦었어요."]
        let problem = try await client.moderator.post("/admin/takedowns/\(id)", fields, TestBrowser.asProgram)
        #expect(problem.status == .conflict && problem.headers[.contentType] == "application/problem+json")
    }

    @Test("Waiting takedowns are among the staff's tasks and lead to their pages", arguments: TestEngine.available)
    func listTasks(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        func card() async throws -> [String?] {
            let cards = try await client.moderator.json("/admin")["waiting"] as? [[String: Any]] ?? []
            let card = cards.first { ($0["href"] as? String ?? "").hasPrefix("/admin/takedowns") }
            return [card?["value"] as? String, card?["href"] as? String]
        }
        #expect(try await card() == ["0", "/admin/takedowns"])
        let id = try await client.confirm()
        #expect(try await card() == ["1", "/admin/takedowns"])
        let path = "/admin/reviews/\(client.review)"
        let page = try await client.moderator.get("/admin/takedowns")
        #expect(try page.html.has("a[href=\(path)]") && !page.html.has("[href=/reviews/\(client.review)]"))
        #expect(try await client.moderator.get(path).status == .ok)
        #expect(try await client.decide(id, "block").status == .seeOther)
        #expect(try await card() == ["0", "/admin/takedowns"])
        try await client.author.post("/takedowns/\(id)/objections", ["text": "제 전화번호도 이름도 아니에요. 다시 봐 주세요."])
        #expect(try await card() == ["1", "/admin/takedowns?state=objected"])
        #expect(try await client.decide(id, "keep").status == .seeOther)
        #expect(try await card() == ["0", "/admin/takedowns"])
    }

    @Test("Nobody decides about their own content or request", arguments: TestEngine.available)
    func forbidOwn(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.confirm()
        let moderator = try #require(
            try await site.app.database.read { transaction in
                try transaction.first("SELECT id FROM accounts WHERE nickname = '지킴이'") {
                    try $0.id(0) as Account.ID
                }
            }
        )
        try await site.execute("UPDATE takedowns SET account_id = \(moderator) WHERE id = \(id)")
        #expect(try await client.decide(id, "block").status == .forbidden)
        let page = try await client.moderator.get("/admin/takedowns")
        #expect(try page.html.has("#k\(id)") && !page.html.has("[name=decision]"))
        let email = try #require(try await site.app.database.read { try $0.account(moderator) }?.email)
        try await site.execute(
            "UPDATE takedowns SET account_id = \(client.account), email = \(email.uppercased()) WHERE id = \(id)"
        )
        #expect(try await client.decide(id, "refuse").status == .forbidden)
        #expect(try await client.takedown(id).state == .waiting)
    }

    /// A request from a second mailbox must not let a moderator take a colleague's words away.
    @Test("Only admins decide about what staff wrote", arguments: TestEngine.available)
    func protectStaff(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.confirm()
        try await site.execute("UPDATE accounts SET role = 'moderator' WHERE id = \(client.account)")
        for decision in ["block", "refuse"] {
            #expect(try await client.decide(id, decision).status == .forbidden)
        }
        #expect(try await client.takedown(id).state == .waiting)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "살림꾼", role: .admin, hasTwoFactor: true)
        let fields = ["decision": "block", "reason": "전화번호가 있어요."]
        #expect(try await browser.post("/admin/takedowns/\(id)", fields).status == .seeOther)
        #expect(try await client.decide(id, "unblock").status == .forbidden)
        #expect(try await client.takedown(id).state == .blocked)
    }

    @Test("Only admins see whole addresses", arguments: TestEngine.available)
    func maskAddresses(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let id = try await client.confirm()
        let page = try await client.moderator.get("/admin/takedowns")
        #expect(page.text.contains("d***@narae.example") && !page.text.contains(TakedownClient.email))
        #expect(page.text.contains(TakedownClient.name) && page.text.contains(TakedownClient.words))
        let json = try await client.moderator.json("/admin/takedowns")
        let first = try #require((json["takedowns"] as? [[String: Any]])?.first)
        #expect(first.id() == id && first["target"] as? String == "review:\(client.review)")
        #expect(first["state"] as? String == "waiting" && first["email"] as? String == "d***@narae.example")
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "살림꾼", role: .admin, hasTwoFactor: true)
        #expect(try await browser.get("/admin/takedowns").text.contains(TakedownClient.email))
    }

    @Test("Each part of the list is read page by page", arguments: TestEngine.available)
    func pageByPart(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        for index in 1...45 {
            let state = ["waiting", "refused"][index % 2]
            try await site.execute(
                """
                INSERT INTO takedowns (id, target_kind, target_id, review_id, account_id, place_id, claim, name, email,
                    reason, language, excerpt, state, confirmed_at, closed_at)
                VALUES (\(index), 'review', \(client.review), \(client.review), \(client.account), \(client.place), 'other', '이다민',
                    'a@b.example', '까닭', 'ko', '말', \(state), 1, \(index % 2 == 1 ? 1 : nil))
                """
            )
        }
        func ids(_ path: String) async throws -> (ids: [Int], next: String?) {
            let json = try await client.moderator.json(path)
            let takedowns = try #require(json["takedowns"] as? [[String: Any]])
            return (takedowns.compactMap { $0["id"] as? Int }, json["next"] as? String)
        }
        let first = try await ids("/admin/takedowns")
        #expect(first.ids == (1...20).map { $0 * 2 })
        let second = try await ids(try #require(first.next))
        #expect(second.ids == [42, 44] && second.next == nil)
        let refused = try await ids("/admin/takedowns?state=refused")
        #expect(refused.ids == (0...19).map { 45 - $0 * 2 })
        #expect(try await ids(try #require(refused.next)).ids == [5, 3, 1])
        #expect(try await ids("/admin/takedowns?state=blocked").ids == [])
    }
}
