import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Asking for a block, up to where it waits for staff.
@Suite(.cleanup)
struct TakedownRoutesTests {
    @Test("A request waits for staff once its address is confirmed", arguments: TestEngine.available)
    func confirmAddress(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let form = try await client.asker.get("/takedowns/new?target=review:\(client.review)")
        #expect(try form.status == .ok && form.html.has("input[name=target][value=review:\(client.review)]"))
        #expect(try await client.submit().location == "/takedowns/new?sent=1")
        #expect(try await client.asker.get("/takedowns/new?sent=1").status == .ok)
        let mail = try #require(try await site.mail(to: TakedownClient.email))
        #expect(mail.kind == "takedown-confirm")
        // Anyone who typed somebody else's address puts no words into their mail.
        #expect(!mail.text.contains(TakedownClient.name) && !mail.text.contains(TakedownClient.reason))
        let path = try #require(mail.path)
        #expect(try await site.count("SELECT COUNT(*) FROM takedowns") == 0)
        for _ in 1...2 {
            let page = try await client.asker.get(path)
            #expect(page.status == .ok && page.headers[.referrerPolicy] == "no-referrer")
        }
        #expect(try await client.asker.post(path).location == "/")
        let takedown = try await client.takedown(try #require(try await client.newest()))
        #expect(takedown.state == .waiting && takedown.target == AuditEntry.Target.review(client.review))
        #expect(takedown.account == client.account && takedown.claim == .privacy && takedown.language == .korean)
        #expect(takedown.name == TakedownClient.name && takedown.email == TakedownClient.email)
        #expect(takedown.reason == TakedownClient.reason && takedown.excerpt == TakedownClient.words)
        #expect(try await site.mail(to: TakedownClient.email)?.kind == "takedown-received")
        #expect(try await client.mailsToAuthor() == [])
        #expect(try await client.isShown())
        // Used up.
        #expect(try await client.asker.get(path).status == .gone)
        #expect(try await client.asker.post(path).status == .gone)
        #expect(try await site.count("SELECT COUNT(*) FROM takedowns") == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM takedown_requests") == 0)
    }

    @Test("The link that confirms an address is valid for a day", arguments: TestEngine.available)
    func expireLink(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        _ = try await client.submit()
        let path = try #require(try await site.mail(to: TakedownClient.email)?.path)
        let token = try #require(path.split(separator: "/").last)
        #expect(token.count == 43)
        #expect(
            try await site.count("SELECT COUNT(*) FROM takedown_requests WHERE token_hash = \(String(token))") == 0
        )
        let end = (site.now + 86_400).milliseconds
        #expect(try await site.count("SELECT COUNT(*) FROM takedown_requests WHERE expires_at = \(end)") == 1)
        try await client.sweep(inDays: 0.9999)
        #expect(try await client.asker.get(path).status == .ok)
        try await site.execute("UPDATE takedown_requests SET expires_at = \(site.now.milliseconds)")
        #expect(try await client.asker.get(path).status == .gone)
        #expect(try await client.asker.post(path).status == .gone)
        #expect(try await client.newest() == nil)
        try await client.sweep(inDays: 0)
        #expect(try await site.count("SELECT COUNT(*) FROM takedown_requests") == 0)
        for made in ["/takedowns/confirm/x", "/takedowns/confirm/\(SecretToken().text)"] {
            #expect(try await client.asker.get(made).status == .gone)
            #expect(try await client.asker.post(made).status == .gone)
        }
    }

    @Test("A refused form keeps what was typed", arguments: TestEngine.available)
    func keepTyped(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let refused = try await client.submit(["reason": "너무 짧아요", "entitled": nil, "name": "<b>다민"])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("너무 짧아요") && refused.text.contains("&lt;b&gt;다민"))
        #expect(refused.text.contains("review:\(client.review)") && refused.text.contains(TakedownClient.email))
        #expect(try refused.html.has("#reason-error") && refused.html.has("#entitled-error"))
        for target in ["review:1", "photo:1", "/reviews/77"] {
            let unknown = try await client.submit(["target": target])
            #expect(try unknown.status == .unprocessableContent && unknown.html.has("#target-error"))
        }
        try await site.app.database.write { _ = try $0.hideReview(client.review, at: site.now) }
        #expect(try await client.submit().status == .unprocessableContent)
        #expect(try await site.mail(to: TakedownClient.email) == nil)
        let problem = try await client.asker.post("/takedowns", client.fields(), TestBrowser.asProgram)
        #expect(problem.status == .unprocessableContent && problem.text.contains("\"target\":\"unknown\""))
    }

    @Test("The same request sent twice is one", arguments: TestEngine.available)
    func mergeRequests(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let first = try await client.confirm()
        #expect(try await client.confirm() == first)
        let other = try await client.confirm(["email": "sora@narae.example"])
        #expect(other != first)
        let photo = try await site.photo(by: client.account)
        try await site.execute(
            """
            UPDATE photos SET review_id = \(client.review), place_id = \(client.place), is_shown = 1, alt = '영수증'
            WHERE id = \(photo)
            """
        )
        try await site.app.database.write { try $0.recountPhotos(of: client.review) }
        let third = try await client.takedown(try await client.confirm(["target": "/photos/\(photo)"]))
        #expect(third.target == AuditEntry.Target.photo(photo) && third.review == client.review)
        #expect(third.excerpt == "영수증")
        #expect(try await site.count("SELECT COUNT(*) FROM takedowns") == 3)
    }

    @Test("Requests are limited by network address and answer the same for every mail")
    func limitRequests() async throws {
        let client = try await TakedownClient()
        let site = client.site
        for _ in 1...5 { #expect(try await client.submit().location == "/takedowns/new?sent=1") }
        let mails: SQL = "SELECT COUNT(*) FROM outbox WHERE kind = 'takedown-confirm'"
        #expect(try await site.count(mails) == 5)
        #expect(try await client.submit().location == "/takedowns/new?sent=1")
        #expect(try await site.count(mails) == 5)
        for index in 1...4 { _ = try await client.submit(["email": "a\(index)@narae.example"]) }
        let late = try await client.submit(["email": "late@narae.example"])
        #expect(late.status == .tooManyRequests && late.headers[.retryAfter] != nil)
        #expect(late.text.contains(TakedownClient.name) && late.text.contains("late@narae.example"))
        #expect(try await site.count(mails) == 9)
    }

    @Test("A program sends a request with four fields") func acceptFourFields() async throws {
        let client = try await TakedownClient()
        let bare = client.fields(["claim": nil, "entitled": nil, "asked": nil])
        let answer = try await client.asker.post("/takedowns", bare, TestBrowser.asProgram)
        #expect(answer.status == .ok && answer.text.contains("\"next\":\"/takedowns/new?sent=1\""))
        let dead = try await client.asker.post("/takedowns/confirm/x", [:], TestBrowser.asProgram)
        #expect(dead.status == .gone && dead.headers[.contentType] == "application/problem+json")
        let form = try await client.asker.json("/takedowns/new")["form"] as? [String: Any]
        let fields = try #require(form?["fields"] as? [[String: Any]])
        let names = Set(fields.compactMap { $0["name"] as? String })
        #expect(names.isSuperset(of: ["target", "email", "name", "reason"]))
    }

    @Test("The about page links to the form") func linkFromAbout() async throws {
        let site = try await TestSite()
        let page = try await site.get("/about")
        #expect(try page.html.has("a[href=/takedowns/new]"))
    }
}
