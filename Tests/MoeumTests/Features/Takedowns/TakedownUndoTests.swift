import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What is decided about requests to block something, taken back.
struct TakedownUndoTests {
    private static let secret = "for staff alone"
    private static let objection = "가게에서 스스로 알린 번호라 사생활이 아니에요."

    /// Takes the newest deed back by the log's form.
    @discardableResult
    private func undo(_ hand: TakedownHand, by browser: TestBrowser? = nil) async throws -> TestResponse {
        let deed = try await newest(hand)
        return try await (browser ?? hand.moderator).post("/admin/audit/\(deed.id)/undo", ["reason": Self.secret])
    }

    private func newest(_ hand: TakedownHand) async throws -> Deed {
        try #require(try await hand.site.app.database.read { try $0.deeds(where: "1 = 1", limit: 1) }.first)
    }

    private func object(_ hand: TakedownHand, _ id: Takedown.ID, _ text: String) async throws -> HTTPResponse.Status {
        try await hand.author.post("/takedowns/\(id)/objections", ["text": text]).status
    }

    @Test(arguments: TestEngine.available)
    func whyItIsTakenBackIsForTheLogAlone(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            try await hand.decide(id, "unblock", ["reason": "다시 보니 괜찮은 글이에요."])
            #expect(try await hand.takedown(id).answer == "다시 보니 괜찮은 글이에요.")
            #expect(try await undo(hand).status == .seeOther)
            #expect(try await hand.takedown(id).answer == "전화번호가 보여서 가렸어요.")
            for mail in [try await site.mail(to: TakedownHand.email), try await hand.mailToAuthor()] {
                #expect(mail?.kind == "takedown-blocked" || mail?.kind == "content-blocked")
                #expect(mail?.text.contains("전화번호가 보여서 가렸어요.") == true)
            }
            // And back to the beginning.
            try await site.app.database.write { transaction in
                let block = try #require(try transaction.deeds(where: "d.action = 'block'", limit: 1).first)
                let act = Act(actor: .site, note: Self.secret, at: site.now, press: site.app.press)
                try transaction.undo(block.id, act)
            }
            #expect(try await hand.takedown(id).state == .waiting)
            #expect(try await hand.takedown(id).answer.isEmpty)
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-received")
            let told = try await site.count("SELECT COUNT(*) FROM outbox WHERE body_text LIKE '%for staff alone%'")
            #expect(told == 0)
        }
    }

    @Test(arguments: TestEngine.available)
    func aBlockThatIsKeptIsNoAppealAndCanBeTakenBack(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            #expect(try await object(hand, id, Self.objection) == .seeOther)
            #expect(try await hand.decide(id, "keep", ["reason": "그대로 둘게요."]).status == .seeOther)
            let (kept, deed) = (try await hand.takedown(id), try await newest(hand))
            #expect(deed.action == .keepBlock && deed.person == hand.account && kept.keptAt != nil)
            #expect(kept.answer == "전화번호가 보여서 가렸어요.")
            let mail = try #require(try await hand.mailToAuthor())
            #expect(mail.kind == "objection-kept" && mail.text.contains("그대로 둘게요."))
            let figures = try await site.app.database.read { try $0.figures(of: CalendarMonth(site.now)) }
            #expect(figures[.appealsUpheld] == 0 && figures[.blocks] == 1)

            #expect(try await undo(hand).status == .seeOther)
            let open = try await hand.takedown(id)
            #expect(open.state == .blocked && open.keptAt == nil && open.objection == Self.objection)
            let again = try #require(try await hand.mailToAuthor())
            #expect(again.kind == "objection-reopened" && !again.text.contains(Self.secret))
            let twin = try await hand.moderator.twin("/admin/takedowns?state=objected")
            #expect((twin["takedowns"] as? [Any])?.count == 1)
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-objected")
            #expect(try await !hand.isShown())
        }
    }

    @Test(arguments: TestEngine.available)
    func aNewBlockKnowsNothingOfTheOldObjectionWhichComesBackWithTheOldBlock(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.block()
            #expect(try await object(hand, id, Self.objection) == .seeOther)
            // That the author objects does not keep staff from taking the block back.
            #expect(try await undo(hand).status == .seeOther)
            var now = try await hand.takedown(id)
            #expect(now.state == .waiting && now.objection == nil && now.objectedAt == nil)
            // The block after all, and what was said against it.
            let objectedAt = try #require((try await newest(hand)).before["objectedAt"])
            #expect(try await undo(hand).status == .seeOther)
            now = try await hand.takedown(id)
            #expect(now.objection == Self.objection && now.objectedAt.map { String($0.milliseconds) } == objectedAt)
            #expect(!now.takesObjection)
            // Another block is another matter.
            #expect(try await undo(hand).status == .seeOther)
            try await hand.decide(id, "block")
            #expect(try await hand.takedown(id).takesObjection)
            #expect(try await object(hand, id, "두 번째 차단도 받아들일 수 없어요.") == .seeOther)
            #expect(try await hand.decide(id, "keep").status == .seeOther)
            // Nothing of either is left a year after the end.
            try await hand.decide(id, "unblock")
            try await hand.sweep(inDays: 366)
            #expect(try await site.count("SELECT COUNT(*) FROM past_objections") == 0)
        }
    }

    @Test(arguments: TestEngine.available)
    func whoeverAskedTakesNothingBack(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            try await site.withBrowser { browser in
                let asker = try await browser.staff("운영 둘")
                let email = try #require(try await site.app.database.read { try $0.account(asker.account)?.email })
                let id = try await hand.confirm(["email": email])
                try await hand.decide(id, "refuse")
                let entries = try await browser.twin("/admin/audit")["entries"] as? [[String: Any]]
                #expect(entries?.first?["undoable"] as? Bool == false)
                #expect(try await undo(hand, by: browser).status == .forbidden)
                #expect(try await hand.takedown(id).state == .refused)
                #expect(try await undo(hand).status == .seeOther)
                try await hand.decide(id, "block")
                try await hand.decide(id, "unblock")
                #expect(try await undo(hand, by: browser).status == .forbidden)
                #expect(try await hand.takedown(id).state == .ended)
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func anAuthorOfTheStaffLearnsNothingOfWhoAsked(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let id = try await hand.confirm()
            try await site.withBrowser { browser in
                let author = try await browser.staff("운영 둘", role: .admin)
                try await site.execute("UPDATE takedowns SET account_id = \(author.account) WHERE id = \(id)")
                let page = try await browser.get("/admin/takedowns")
                #expect(page.text.contains("id=\"k\(id)\"") && page.text.contains("010-1234-5678"))
                for secret in [TakedownHand.name, TakedownHand.email, "narae.example", TakedownHand.reason] {
                    #expect(!page.text.contains(secret), "\(secret)")
                }
                let cards = try await browser.twin("/admin/takedowns")["takedowns"] as? [[String: Any]]
                let card = try #require(cards?.first)
                #expect(card["isOwn"] as? Bool == true && card["excerpt"] is String)
                for name in ["name", "email", "reason"] { #expect(card[name] is NSNull, "\(name)") }
                // Colleagues read all of it.
                #expect(try await hand.moderator.get("/admin/takedowns").text.contains(TakedownHand.reason))
            }
        }
    }
}
