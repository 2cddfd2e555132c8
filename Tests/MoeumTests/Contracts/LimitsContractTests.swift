import Foundation
import HTTPTypes
import Testing

@testable import Moeum
@testable import Web

/// What is counted, and what is not.
@Suite(.cleanup)
struct LimitsContractTests {
    /// How much is taken from a limit, in milliseconds until it is full again. The site's clock stands still.
    private func taken(_ name: String, _ site: TestSite) async throws -> Int {
        let now = site.now.milliseconds
        return try await site.count(
            """
            SELECT COALESCE(SUM(theoretical_arrival - \(now)), 0) FROM rate_limits
            WHERE key LIKE \("\(name):%") AND theoretical_arrival > \(now)
            """
        )
    }

    @Test("A refused form takes nothing from the limit of what it would have made", arguments: TestEngine.available)
    func countOnlyMade(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        _ = try await site.logIn(browser, nickname: "가람")
        // A visit that is none.
        #expect(try await browser.post("/visits/1/delete").status == .notFound)
        #expect(try await taken("visit-deletion", site) == 0)
        // A list that was changed since.
        let made = try await browser.post("/lists", ["title": "주말", "visibility": "private"])
        let list = try #require(made.location)
        let stale = ["title": "평일", "visibility": "private", "rev": "0"]
        #expect(try await browser.post(list, stale).status == .conflict)
        #expect(try await taken("list-entry", site) == 0)
        // An entry too, and then it is saved.
        let entry = try await browser.put("/diary/drafts/abcdefghij0123456789", ["on": "2020-05-05", "text": "비"])
        #expect(entry.status == .created)
        let one = try await taken("diary-write", site)
        #expect(one > 0)
        let id = try await site.count("SELECT id FROM diary_entries LIMIT 1")
        let other = ["on": "2020-05-05", "text": "눈", "rev": "0"]
        #expect(try await browser.put("/diary/entries/\(id)", other).status == .conflict)
        #expect(try await taken("diary-write", site) == one)
    }

    @Test("An attempt to find out a taken nickname is counted") func countAttempts() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await site.logIn(browser, nickname: "가람")
        _ = try await site.logIn(TestBrowser(site), nickname: "별하")
        let refused = try await browser.post("/settings/profile", ["nickname": "별하", "bio": ""])
        #expect(refused.status == .conflict)
        #expect(try await taken("profile", site) > 0)
    }

    @Test("An account that changes too much has to wait") func limitChanges() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await site.logIn(browser, nickname: "가람")
        try await browser.useUpChanges()
        for path in ["/preferences", "/diary/preferences", "/visits/1/recall"] {
            let refused = try await browser.post(path, ["theme": "dark"])
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1", "\(path)")
        }
        // Reading goes on, and so does writing in a moment.
        #expect(try await browser.get("/diary").status == .seeOther)
        site.clock.move(1)
        #expect(try await browser.post("/preferences", ["theme": "dark"]).status == .seeOther)
    }
}
