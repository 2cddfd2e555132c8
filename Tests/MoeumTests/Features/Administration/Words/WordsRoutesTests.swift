import Foundation
import RouterClient
import Testing

@testable import Moeum

/// The pages of staff that say what the site does not take.
@Suite(.cleanup)
struct WordsRoutesTests {
    @Test("Admins add and remove disposable domains, and the log keeps who did", arguments: TestEngine.available)
    func listDomains(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, visitor) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let person = TestPerson(email: "garam@mail.weg.example", nickname: "가람")
        #expect(try await browser.post("/admin/words", ["domain": " @Weg.Example "]).location == "/admin/words")
        #expect(try await person.signUp(in: visitor).status == .unprocessableContent)
        let listed = try #require(try await browser.json("/admin/words")["domains"] as? [[String: Any]])
        #expect(listed.map { $0["domain"] as? String } == ["weg.example"])
        #expect(listed.first?["addedBy"] as? String == "한결")
        for wrong in [
            "", "weg", "weg.example/", "1.2.3.4", "weg.example", String(repeating: "a", count: 2_000),
        ] {
            let answer = try await browser.post("/admin/words", ["domain": wrong])
            #expect(answer.status == .unprocessableContent, "\(wrong)")
            #expect(try answer.html.has("#domain-error"), "\(wrong)")
        }
        let deleted = try await browser.post("/admin/words/delete", ["domain": "weg.example"])
        #expect(deleted.location == "/admin/words")
        #expect(try await person.signUp(in: visitor).status == .seeOther)
    }

    @Test("A long list of domains continues on a next page") func continueList() async throws {
        let site = try await TestSite()
        let count = WordsRoutes.maxShown + 5
        try await site.app.database.write { transaction in
            for number in 1...count { try transaction.addDisposable("d\(1_000 + number).example", by: nil, at: 1) }
        }
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let first = try await browser.json("/admin/words")
        let next = try #require(first["next"] as? String)
        let second = try await browser.json(next)
        let names = [first, second].flatMap { ($0["domains"] as? [[String: Any]]) ?? [] }
        #expect(Set(names.compactMap { $0["domain"] as? String }).count == count)
        #expect(second["next"] is NSNull)
    }

    @Test("Staff see the pages they may use, and other members no link to them") func showTasks() async throws {
        let site = try await TestSite()
        let (admin, moderator, member) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
        try await site.logIn(moderator, nickname: "나래", role: .moderator, hasTwoFactor: true)
        try await site.logIn(member, nickname: "가람")
        let links = { (json: [String: Any]) in
            ((json["tasks"] as? [[String: Any]]) ?? []).compactMap { $0["href"] as? String }
        }
        let (all, some) = (links(try await admin.json("/admin")), links(try await moderator.json("/admin")))
        #expect(all.contains("/admin/words") && all.contains("/admin/keywords"))
        #expect(some.contains("/admin/keywords") && !some.contains("/admin/words"))
        #expect(try await moderator.get("/about").html.has("a[href=/admin]"))
        #expect(try await !member.get("/about").html.has("[href=/admin]"))
    }

    @Test("Several words or link domains are added at once, and each can be undone", arguments: TestEngine.available)
    func addSeveral(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let admin = try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let form = ["list": "words", "words": "나쁜말\n못된 말\r\n 나 쁜말 \n", "effect": "hold"]
        #expect(try await browser.post("/admin/words", form).location == "/admin/words?list=words")
        func texts(_ path: String) async throws -> [String] {
            (try await browser.json(path)["words"] as? [[String: Any]] ?? []).compactMap {
                $0["text"] as? String
            }
        }
        #expect(try await texts("/admin/words?list=words") == ["나쁜말", "못된 말"])
        #expect(try await texts("/admin/words?list=words&q=%EB%82%98") == ["나쁜말"])
        #expect(try await browser.get("/admin/words?list=words").text.contains("나쁜말"))
        // The same again is refused, with another effect it is changed.
        #expect(try await browser.post("/admin/words", form).status == .unprocessableContent)
        var other = form
        other["effect"] = "refuse"
        #expect(try await browser.post("/admin/words", other).status == .seeOther)
        let links = ["list": "links", "links": "https://www.Weg.Example/x\nxn--bcher-kva.example", "effect": "refuse"]
        #expect(try await browser.post("/admin/words", links).location == "/admin/words?list=links")
        #expect(try await texts("/admin/words?list=links") == ["bücher.example", "weg.example"])
        let wrong = try await browser.post("/admin/words", links.merging(["links": "gut.example\nco.kr"]) { $1 })
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.contains("co.kr") && wrong.text.contains("gut.example"))
        #expect(try await texts("/admin/words?list=links").count == 2)
        let gone = try await browser.post("/admin/words/delete", ["list": "words", "text": "나쁜말"])
        #expect(gone.location == "/admin/words?list=words")
        _ = try await browser.post("/admin/words", ["domain": "weg.example\nfort.example"])
        _ = try await browser.post("/admin/words/delete", ["domain": "weg.example"])
        // Everything is in the log, and goes back in turn.
        let entries = try await site.app.database.read {
            try $0.auditEntries(where: "d.target_kind = 'word'", limit: 50)
        }
        #expect(entries.count == 10)
        #expect(entries.allSatisfy { $0.actor == .staff(admin) })
        let audit = AuditContext(actor: .staff(admin), at: site.now, emailRenderer: site.app.emailRenderer)
        for entry in entries { _ = try await site.app.database.write { try $0.revertChange(entry.id, audit) } }
        #expect(try await texts("/admin/words?list=words") == [])
        #expect(try await texts("/admin/words?list=links") == [])
        #expect((try await browser.json("/admin/words")["domains"] as? [Any])?.isEmpty == true)
    }
}
