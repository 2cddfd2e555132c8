import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The staff's list, and who may decide.
struct TakedownDeskTests {
    @Test(arguments: TestEngine.available)
    func theSecondWhoDecidesIsToldSo(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm()
            let rev = "\(try await hand.takedown(id).rev)"
            #expect(try await hand.decide(id, "block", ["rev": rev]).location == "/admin/takedowns")
            let late = try await hand.decide(id, "refuse", ["rev": rev, "reason": "그대로 두어도 되는 글이에요."])
            #expect(late.status == .conflict && late.text.contains("그대로 두어도 되는 글이에요."))
            #expect(try await hand.decide(id, "refuse").status == .conflict)
            #expect(try await hand.takedown(id).state == .blocked)
            let unsaid = try await hand.decide(id, "unblock", ["reason": " "])
            #expect(unsaid.status == .unprocessableContent && unsaid.text.contains("id=\"reason-\(id)-error\""))
            #expect(try await hand.decide(1, "block").status == .notFound)
            let fields = ["decision": "refuse", "reason": "늦었어요."]
            let problem = try await hand.moderator.post("/admin/takedowns/\(id)", fields, TestBrowser.asProgram)
            #expect(problem.status == .conflict && problem.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(arguments: TestEngine.available)
    func whatWaitsStandsAmongTheStaffsTasksAndLeadsToTheirPages(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            func card() async throws -> [String?] {
                let cards = try await hand.moderator.twin("/admin")["waiting"] as? [[String: Any]] ?? []
                let card = cards.first { ($0["href"] as? String ?? "").hasPrefix("/admin/takedowns") }
                return [card?["value"] as? String, card?["href"] as? String]
            }
            #expect(try await card() == ["0", "/admin/takedowns"])
            let id = try await hand.confirm()
            #expect(try await card() == ["1", "/admin/takedowns"])
            let path = "/admin/reviews/\(hand.review)"
            let page = try await hand.moderator.get("/admin/takedowns")
            #expect(page.text.contains("href=\"\(path)\"") && !page.text.contains("href=\"/reviews/\(hand.review)\""))
            #expect(try await hand.moderator.get(path).status == .ok)
            #expect(try await hand.decide(id, "block").status == .seeOther)
            #expect(try await card() == ["0", "/admin/takedowns"])
            try await hand.author.post("/takedowns/\(id)/objections", ["text": "제 전화번호도 이름도 아니에요. 다시 봐 주세요."])
            #expect(try await card() == ["1", "/admin/takedowns?state=objected"])
            #expect(try await hand.decide(id, "keep").status == .seeOther)
            #expect(try await card() == ["0", "/admin/takedowns"])
        }
    }

    @Test(arguments: TestEngine.available)
    func nobodyDecidesAboutThemselves(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm()
            let moderator = try #require(
                try await site.app.database.read { transaction in
                    try transaction.first("SELECT id FROM accounts WHERE nickname = '지킴이'") { try $0.int64(0) }
                }
            )
            try await site.execute("UPDATE takedowns SET account_id = \(moderator) WHERE id = \(id)")
            #expect(try await hand.decide(id, "block").status == .forbidden)
            let page = try await hand.moderator.get("/admin/takedowns")
            #expect(page.text.contains("id=\"k\(id)\"") && !page.text.contains("name=\"decision\""))
            let email = try #require(try await site.app.database.read { try $0.account(moderator) }?.email)
            try await site.execute(
                "UPDATE takedowns SET account_id = \(hand.account), email = \(email.uppercased()) WHERE id = \(id)"
            )
            #expect(try await hand.decide(id, "refuse").status == .forbidden)
            #expect(try await hand.takedown(id).state == .waiting)
        }
    }

    /// A request from a second mailbox must not let a moderator take a colleague's words away.
    @Test(arguments: TestEngine.available)
    func whatStaffWroteIsForAdminsToJudge(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm()
            try await site.execute("UPDATE accounts SET role = 'moderator' WHERE id = \(hand.account)")
            for decision in ["block", "refuse"] {
                #expect(try await hand.decide(id, decision).status == .forbidden)
            }
            #expect(try await hand.takedown(id).state == .waiting)
            try await site.withBrowser { browser in
                try await site.logIn(browser, nickname: "살림꾼", role: .admin, hasTwoFactor: true)
                let fields = ["decision": "block", "reason": "전화번호가 있어요."]
                #expect(try await browser.post("/admin/takedowns/\(id)", fields).status == .seeOther)
            }
            #expect(try await hand.decide(id, "unblock").status == .forbidden)
            #expect(try await hand.takedown(id).state == .blocked)
        }
    }

    @Test(arguments: TestEngine.available)
    func addressesAreWholeForAdminsAlone(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm()
            let page = try await hand.moderator.get("/admin/takedowns")
            #expect(page.text.contains("d***@narae.example") && !page.text.contains(TakedownHand.email))
            #expect(page.text.contains(TakedownHand.name) && page.text.contains(TakedownHand.words))
            let twin = try await hand.moderator.twin("/admin/takedowns")
            let first = try #require((twin["takedowns"] as? [[String: Any]])?.first)
            #expect(first["id"] as? Int64 == id && first["target"] as? String == "review:\(hand.review)")
            #expect(first["state"] as? String == "waiting" && first["email"] as? String == "d***@narae.example")
            try await site.withBrowser { browser in
                try await site.logIn(browser, nickname: "살림꾼", role: .admin, hasTwoFactor: true)
                #expect(try await browser.get("/admin/takedowns").text.contains(TakedownHand.email))
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func eachPartIsReadPageByPage(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            for index in 1...45 {
                let state = ["waiting", "refused"][index % 2]
                try await site.execute(
                    """
                    INSERT INTO takedowns (id, target_kind, target_id, review_id, account_id, place_id, claim, name, email,
                        reason, language, excerpt, state, confirmed_at, closed_at)
                    VALUES (\(index), 'review', \(hand.review), \(hand.review), \(hand.account), \(hand.place), 'other', '이다민',
                        'a@b.example', '까닭', 'ko', '말', \(state), 1, \(index % 2 == 1 ? 1 : nil))
                    """
                )
            }
            func ids(_ path: String) async throws -> (ids: [Int], next: String?) {
                let twin = try await hand.moderator.twin(path)
                let takedowns = try #require(twin["takedowns"] as? [[String: Any]])
                return (takedowns.compactMap { $0["id"] as? Int }, twin["next"] as? String)
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
}
