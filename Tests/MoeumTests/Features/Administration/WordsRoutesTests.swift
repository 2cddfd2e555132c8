import Foundation
import HummingbirdTesting
import Testing

@testable import Moeum

/// The pages of staff that say what the site does not take.
struct WordsRoutesTests {
    @Test(arguments: TestEngine.available)
    func adminsListDomainsAndWhoAddedThemIsKept(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            try await site.withBrowsers { open in
                let (browser, visitor) = (open(), open())
                try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
                let person = TestPerson(email: "garam@mail.weg.example", nickname: "가람")
                #expect(try await browser.post("/admin/words", ["domain": " @Weg.Example "]).location == "/admin/words")
                #expect(try await person.signUp(in: visitor).status == .unprocessableContent)
                let listed = try #require(try await browser.twin("/admin/words")["domains"] as? [[String: Any]])
                #expect(listed.map { $0["domain"] as? String } == ["weg.example"])
                #expect(listed.first?["addedBy"] as? String == "한결")
                for wrong in [
                    "", "weg", "weg.example/", "1.2.3.4", "weg.example", String(repeating: "a", count: 2_000),
                ] {
                    let answer = try await browser.post("/admin/words", ["domain": wrong])
                    #expect(answer.status == .unprocessableContent, "\(wrong)")
                    #expect(answer.text.contains("domain-error"), "\(wrong)")
                }
                let deleted = try await browser.post("/admin/words/delete", ["domain": "weg.example"])
                #expect(deleted.location == "/admin/words")
                #expect(try await person.signUp(in: visitor).status == .seeOther)
            }
        }
    }

    @Test func longListsGoOn() async throws {
        try await TestSite.withSample { site in
            let count = WordsRoutes.mostShown + 5
            try await site.app.database.write { transaction in
                for number in 1...count { try transaction.addDisposable("d\(1_000 + number).example", by: nil, at: 1) }
            }
            try await site.withBrowser { browser in
                try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
                let first = try await browser.twin("/admin/words")
                let next = try #require(first["next"] as? String)
                let second = try await browser.twin(next)
                let names = [first, second].flatMap { ($0["domains"] as? [[String: Any]]) ?? [] }
                #expect(Set(names.compactMap { $0["domain"] as? String }).count == count)
                #expect(second["next"] is NSNull)
            }
        }
    }

    @Test func staffSeeWhatTheyCanDoAndOthersDoNotSeeTheWayThere() async throws {
        try await TestSite.withSample { site in
            try await site.withBrowsers { open in
                let (admin, moderator, member) = (open(), open(), open())
                try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
                try await site.logIn(moderator, nickname: "나래", role: .moderator, hasTwoFactor: true)
                try await site.logIn(member, nickname: "가람")
                let links = { (twin: [String: Any]) in
                    ((twin["tasks"] as? [[String: Any]]) ?? []).compactMap { $0["href"] as? String }
                }
                let (all, some) = (links(try await admin.twin("/admin")), links(try await moderator.twin("/admin")))
                #expect(all.contains("/admin/words") && all.contains("/admin/keywords"))
                #expect(some.contains("/admin/keywords") && !some.contains("/admin/words"))
                #expect(try await moderator.get("/about").text.contains("href=\"/admin\""))
                #expect(!(try await member.get("/about")).text.contains("href=\"/admin\""))
            }
        }
    }
}
