import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Asking for a block, up to where it waits for staff.
struct TakedownRoutesTests {
    @Test(arguments: TestEngine.available)
    func aRequestWaitsForStaffOnceItsAddressIsProved(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let form = try await hand.asker.get("/takedowns/new?target=review:\(hand.review)")
            #expect(form.status == .ok && form.text.contains("value=\"review:\(hand.review)\""))
            #expect(try await hand.ask().location == "/takedowns/new?sent=1")
            #expect(try await hand.asker.get("/takedowns/new?sent=1").status == .ok)
            let mail = try #require(try await site.mail(to: TakedownHand.email))
            #expect(mail.kind == "takedown-confirm")
            // Whoever typed somebody else's address puts no words into their mail.
            #expect(!mail.text.contains(TakedownHand.name) && !mail.text.contains(TakedownHand.reason))
            let path = try #require(mail.path)
            #expect(try await site.count("SELECT COUNT(*) FROM takedowns") == 0)
            for _ in 1...2 {
                let page = try await hand.asker.get(path)
                #expect(page.status == .ok && page.headers[.referrerPolicy] == "no-referrer")
            }
            #expect(try await hand.asker.post(path).location == "/")
            let takedown = try await hand.takedown(try #require(try await hand.newest()))
            #expect(takedown.state == .waiting && takedown.target == Deed.Target(.review, hand.review))
            #expect(takedown.account == hand.account && takedown.claim == .privacy && takedown.language == .korean)
            #expect(takedown.name == TakedownHand.name && takedown.email == TakedownHand.email)
            #expect(takedown.reason == TakedownHand.reason && takedown.excerpt == TakedownHand.words)
            #expect(try await site.mail(to: TakedownHand.email)?.kind == "takedown-received")
            #expect(try await hand.mailsToAuthor() == [])
            #expect(try await hand.isShown())
            // Used up.
            #expect(try await hand.asker.get(path).status == .gone)
            #expect(try await hand.asker.post(path).status == .gone)
            #expect(try await site.count("SELECT COUNT(*) FROM takedowns") == 1)
            #expect(try await site.count("SELECT COUNT(*) FROM takedown_requests") == 0)
        }
    }

    @Test(arguments: TestEngine.available)
    func aLinkIsGoodForADay(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            _ = try await hand.ask()
            let path = try #require(try await site.mail(to: TakedownHand.email)?.path)
            let token = try #require(path.split(separator: "/").last)
            #expect(token.count == 43)
            #expect(
                try await site.count("SELECT COUNT(*) FROM takedown_requests WHERE token_hash = \(String(token))") == 0
            )
            let end = (site.now + 86_400).milliseconds
            #expect(try await site.count("SELECT COUNT(*) FROM takedown_requests WHERE expires_at = \(end)") == 1)
            try await hand.sweep(inDays: 0.9999)
            #expect(try await hand.asker.get(path).status == .ok)
            try await site.execute("UPDATE takedown_requests SET expires_at = \(site.now.milliseconds)")
            #expect(try await hand.asker.get(path).status == .gone)
            #expect(try await hand.asker.post(path).status == .gone)
            #expect(try await hand.newest() == nil)
            try await hand.sweep(inDays: 0)
            #expect(try await site.count("SELECT COUNT(*) FROM takedown_requests") == 0)
            for made in ["/takedowns/confirm/x", "/takedowns/confirm/\(SecretToken().text)"] {
                #expect(try await hand.asker.get(made).status == .gone)
                #expect(try await hand.asker.post(made).status == .gone)
            }
        }
    }

    @Test(arguments: TestEngine.available)
    func nothingIsLostOfAFormThatIsRefused(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let refused = try await hand.ask(["reason": "너무 짧아요", "entitled": nil, "name": "<b>다민"])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("너무 짧아요") && refused.text.contains("&lt;b&gt;다민"))
            #expect(refused.text.contains("review:\(hand.review)") && refused.text.contains(TakedownHand.email))
            #expect(refused.text.contains("id=\"reason-error\"") && refused.text.contains("id=\"entitled-error\""))
            for target in ["review:1", "photo:1", "/reviews/77"] {
                let unknown = try await hand.ask(["target": target])
                #expect(unknown.status == .unprocessableContent && unknown.text.contains("id=\"target-error\""))
            }
            try await site.app.database.write { _ = try $0.hideReview(hand.review, at: site.now) }
            #expect(try await hand.ask().status == .unprocessableContent)
            #expect(try await site.mail(to: TakedownHand.email) == nil)
            let problem = try await hand.asker.post("/takedowns", hand.fields(), TestBrowser.asProgram)
            #expect(problem.status == .unprocessableContent && problem.text.contains("\"target\":\"unknown\""))
        }
    }

    @Test(arguments: TestEngine.available)
    func theSameAskedTwiceIsOneRequest(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let first = try await hand.confirm()
            #expect(try await hand.confirm() == first)
            let other = try await hand.confirm(["email": "sora@narae.example"])
            #expect(other != first)
            let photo = try await site.photo(by: hand.account)
            try await site.execute(
                """
                UPDATE photos SET review_id = \(hand.review), place_id = \(hand.place), is_shown = 1, alt = '영수증'
                WHERE id = \(photo)
                """
            )
            try await site.app.database.write { try $0.recountPhotos(of: hand.review) }
            let third = try await hand.takedown(try await hand.confirm(["target": "/photos/\(photo)"]))
            #expect(third.target == Deed.Target(.photo, photo) && third.review == hand.review)
            #expect(third.excerpt == "영수증")
            #expect(try await site.count("SELECT COUNT(*) FROM takedowns") == 3)
        }
    }

    @Test func requestsAreLimitedByAddressAndAnswerAlikeForEachMail() async throws {
        try await TakedownHand.onSite(.sqlite) { site, hand in
            for _ in 1...5 { #expect(try await hand.ask().location == "/takedowns/new?sent=1") }
            let mails: SQL = "SELECT COUNT(*) FROM outbox WHERE kind = 'takedown-confirm'"
            #expect(try await site.count(mails) == 5)
            #expect(try await hand.ask().location == "/takedowns/new?sent=1")
            #expect(try await site.count(mails) == 5)
            for index in 1...4 { _ = try await hand.ask(["email": "a\(index)@narae.example"]) }
            let late = try await hand.ask(["email": "late@narae.example"])
            #expect(late.status == .tooManyRequests && late.headers[.retryAfter] != nil)
            #expect(late.text.contains(TakedownHand.name) && late.text.contains("late@narae.example"))
            #expect(try await site.count(mails) == 9)
        }
    }

    @Test func aProgramAsksWithFourFields() async throws {
        try await TakedownHand.onSite(.sqlite) { site, hand in
            let bare = hand.fields(["claim": nil, "entitled": nil, "asked": nil])
            let answer = try await hand.asker.post("/takedowns", bare, TestBrowser.asProgram)
            #expect(answer.status == .ok && answer.text.contains("\"next\":\"/takedowns/new?sent=1\""))
            let dead = try await hand.asker.post("/takedowns/confirm/x", [:], TestBrowser.asProgram)
            #expect(dead.status == .gone && dead.headers[.contentType] == "application/problem+json")
            let form = try await hand.asker.twin("/takedowns/new")["form"] as? [String: Any]
            let fields = try #require(form?["fields"] as? [[String: Any]])
            let names = Set(fields.compactMap { $0["name"] as? String })
            #expect(names.isSuperset(of: ["target", "email", "name", "reason"]))
        }
    }

    @Test func theWayThereIsOnTheAboutPage() async throws {
        try await TestSite.withSample { site in
            let html = String(buffer: try await site.get("/about").body)
            #expect(html.contains("href=\"/takedowns/new\""))
        }
    }
}
