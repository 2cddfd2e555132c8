import Foundation
import Testing

@testable import Moeum

/// The list of sessions, and the diary of the account.
@Suite(.cleanup)
struct SessionsTests {
    private func ids(_ browser: TestBrowser) async throws -> [(id: String, isCurrent: Bool)] {
        let sessions = try await browser.json("/settings/sessions")["sessions"] as? [[String: Any]] ?? []
        return try sessions.map { (try #require($0["id"] as? String), $0["isCurrent"] as? Bool ?? false) }
    }

    @Test("The list names device and masked address, and marks this session") func list() async throws {
        let site = try await TestSite(settings: ["MOEUM_TRUSTED_PROXIES": "127.0.0.0/8"])
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        let page = try await browser.get("/settings/sessions")
        #expect(page.text.contains("Firefox (Linux)"))
        #expect(!page.text.contains("203.0.113.7"))
        #expect(try await ids(browser).map(\.isCurrent) == [true])
        #expect(!page.text.contains("delete-others"))
    }

    @Test("One's own other session is ended, and nobody else's", arguments: TestEngine.available)
    func endOther(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, other, stranger) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await TestPerson.garam.enter(in: browser)
        try await TestPerson.garam.logIn(in: other)
        try await TestPerson.byeol.enter(in: stranger)
        let sessions = try await ids(browser)
        #expect(sessions.map(\.isCurrent) == [true, false])
        let path = "/settings/sessions/\(sessions[1].id)/delete"
        #expect(try await stranger.post(path).status == .notFound)
        #expect(try await other.get("/settings").status == .ok)
        #expect(try await browser.post(path).location == "/settings/sessions")
        #expect(try await other.get("/settings").status == .seeOther)
        #expect(try await browser.post(path).status == .notFound)
        #expect(try await browser.post("/settings/sessions/x/delete").status == .notFound)
        #expect(try await site.kinds(of: .garam).first == .sessionEnded)
    }

    @Test("Ending the current session logs out") func endCurrent() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        let own = try #require(try await ids(browser).first)
        let answer = try await browser.post("/settings/sessions/\(own.id)/delete")
        #expect(answer.location == "/")
        #expect(answer.headers[.clearSiteData] != nil)
        #expect(browser.cookies[site.app.config.cookies.sessionName] == nil)
        #expect(try await site.kinds(of: .garam).first == .loggedOut)
    }

    @Test("All other sessions end at once") func endAllOthers() async throws {
        let site = try await TestSite()
        let (browser, others) = (TestBrowser(site), [TestBrowser(site), TestBrowser(site)])
        try await TestPerson.garam.enter(in: browser)
        for other in others { try await TestPerson.garam.logIn(in: other) }
        let stranger = TestBrowser(site)
        try await TestPerson.byeol.enter(in: stranger)
        #expect(try await browser.post("/settings/sessions/delete-others").location == "/settings/sessions")
        for other in others { #expect(try await other.get("/settings").status == .seeOther) }
        #expect(try await browser.get("/settings").status == .ok)
        #expect(try await stranger.get("/settings").status == .ok)
        #expect(try await site.kinds(of: .garam).first == .otherSessionsEnded)
    }

    @Test("Security events are paged by key") func pageEvents() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        let id = try await TestPerson.garam.account(on: site).id
        let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
        try await site.app.database.write { transaction in
            for _ in 0..<45 {
                try transaction.recordSecurityEvent(.exportFetched, of: id, from: origin, at: site.now)
            }
        }
        let first = try await browser.json("/settings/security")
        #expect((first["events"] as? [Any])?.count == SecurityPageRoutes.pageLength)
        let next = try #require(first["next"] as? String)
        let second = try await browser.json(next)
        let kinds = (second["events"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
        #expect(
            kinds == Array(repeating: "export-fetched", count: 15) + ["logged-in", "verified", "signed-up"]
        )
        #expect(second["next"] is NSNull)
        #expect(try await browser.get("/settings/security?after=x").status == .ok)
    }

    @Test("Every kind of event has its words") func eventWords() async throws {
        let site = try await TestSite()
        for kind in SecurityEvent.Kind.allCases {
            #expect(site.app.views.hasText("event.\(kind.rawValue)"), "\(kind)")
        }
    }
}
