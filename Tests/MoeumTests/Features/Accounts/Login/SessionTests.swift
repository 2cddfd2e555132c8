import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// How long somebody is logged in, and what ends that.
@Suite(.cleanup)
struct SessionTests {
    private let garam = TestPerson.garam
    private static let day: TimeInterval = 86_400

    private func isIn(_ browser: TestBrowser) async throws -> Bool {
        try await browser.get("/settings/export").status == .ok
    }

    @Test("Every login begins a new session and ends the browser's old one") func newSession() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let (browser, thief) = (TestBrowser(site), TestBrowser(site))
        // One that somebody else planted is not taken over.
        let planted = SecretToken().text
        browser.setCookie("moeum_session", planted)
        try await garam.logIn(in: browser)
        let first = try #require(browser.cookies["moeum_session"])
        #expect(first != planted)
        try await garam.logIn(in: browser)
        let second = try #require(browser.cookies["moeum_session"])
        #expect(second != first)
        #expect(try await isIn(browser))
        for dead in [first, planted] {
            thief.setCookie("moeum_session", dead)
            #expect(try await !isIn(thief))
            // The browser is told to forget it.
            #expect(thief.cookies["moeum_session"] == nil)
        }
        #expect(try await site.count("SELECT count(*) FROM sessions") == 1)
    }

    @Test("Nothing in the database opens a session") func onlyHashesStored() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser)
        let cookie = try #require(browser.cookies["moeum_session"])
        let stored = try #require(
            try await site.app.database.read {
                try $0.first("SELECT token_hash FROM sessions") { try $0.string(0) }
            }
        )
        #expect(stored == SecretToken(cookie)?.hash)
        browser.setCookie("moeum_session", stored)
        #expect(try await !isIn(browser))
    }

    @Test(
        "Cookies are as restricted as the site's address allows",
        arguments: ["http://moeum.example", "https://moeum.example"]
    )
    func restrictedCookies(_ address: String) async throws {
        let isSecure = address.hasPrefix("https")
        let settings = TestSite.quick.merging(["MOEUM_BASE_URL": address]) { $1 }
        let site = try await TestSite(settings: settings)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        let page = try await browser.get("/login")
        let fields = ["email": garam.email, "password": garam.password, "remember": "1"]
        let login = try await browser.post("/login", fields)
        let cookies = page.headers[values: .setCookie] + login.headers[values: .setCookie]
        for name in ["moeum_session", "moeum_form", "moeum_device"] {
            let full = isSecure ? "__Host-\(name)" : name
            let cookie = try #require(cookies.first { $0.hasPrefix("\(full)=") })
            let parts = Set(cookie.split(separator: ";").dropFirst().map { String($0).trimmed })
            #expect(parts.isSuperset(of: ["Path=/", "HttpOnly", "SameSite=Lax"]), "\(cookie)")
            #expect(parts.contains("Secure") == isSecure, "\(cookie)")
            #expect(!parts.contains { $0.hasPrefix("Domain") }, "\(cookie)")
        }
        let session = try #require(login.headers[values: .setCookie].first { $0.contains("moeum_session=") })
        #expect(session.contains("Max-Age=\(90 * 86_400)"))
        #expect(try await isIn(browser))
        // Without `remember` it ends with the browser.
        let short = try await garam.logIn(in: browser).headers[values: .setCookie]
        #expect(short.contains { $0.contains("moeum_session=") && !$0.contains("Max-Age") })
        if isSecure {
            // A cookie that a subdomain could plant counts for nothing.
            let value = try #require(browser.cookies["__Host-moeum_session"])
            browser.forget("__Host-moeum_session")
            browser.setCookie("moeum_session", value)
            #expect(try await !isIn(browser))
        }
    }

    @Test("A session ends after fourteen days unused and after ninety in any case", arguments: TestEngine.available)
    func expiry(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        try await garam.exist(on: site)
        let start = site.now
        for (seen, created, lives) in [
            (14 * Self.day - 60, 14 * Self.day, true), (14 * Self.day, 14 * Self.day, false),
            (60, 90 * Self.day - 60, true), (60, 90 * Self.day, false),
        ] {
            let browser = TestBrowser(site)
            try await garam.logIn(in: browser)
            try await site.execute(
                """
                UPDATE sessions SET seen_at = \((start - seen).milliseconds),
                    created_at = \((start - created).milliseconds)
                """
            )
            #expect(try await isIn(browser) == lives, "\(seen) \(created)")
            try await site.execute("DELETE FROM sessions")
        }
    }

    @Test("Use of a session is recorded and keeps it alive") func recordUse() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser)
        let then = (site.now - 13 * Self.day).milliseconds
        try await site.execute("UPDATE sessions SET seen_at = \(then), created_at = \(then)")
        #expect(try await isIn(browser))
        let recent = (site.now - 60).milliseconds
        #expect(try await site.count("SELECT count(*) FROM sessions WHERE seen_at > \(recent)") == 1)
    }

    @Test("A suspension takes effect with the next request") func suspension() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let id = try await site.logIn(browser, nickname: "가람", role: .admin, hasTwoFactor: true)
        #expect(try await browser.get("/admin/jobs").status == .ok)
        try await site.app.database.write { try $0.suspend(id) }
        #expect(try await browser.get("/admin/jobs").status == .forbidden)
        // What is one's own stays open: to take one's data and go.
        for path in ["/settings/export", "/settings/delete"] {
            #expect(try await browser.get(path).status == .ok)
        }
    }

    @Test("A lost role takes effect with the next request") func lostRole() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let id = try await site.logIn(browser, nickname: "가람", role: .admin, hasTwoFactor: true)
        try await site.execute("UPDATE accounts SET role = 'member' WHERE id = \(id)")
        #expect(try await browser.get("/admin/jobs").status == .forbidden)
    }

    @Test("No cache keeps a member's pages") func notCached() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        for path in ["/login", "/signup", "/recover"] {
            #expect(try await browser.get(path).headers[.cacheControl] == "private, no-store", "\(path)")
        }
        let anonymous = try await browser.get("/")
        #expect(anonymous.headers[.cacheControl]?.contains("public") == true)
        try await site.logIn(browser, nickname: "가람")
        for path in ["/", "/places", "/about", "/settings/export", "/settings/delete", "/confirm-password"] {
            let answer = try await browser.get(path)
            #expect(answer.headers[.cacheControl] == "private, no-store", "\(path)")
            #expect(answer.headers[.eTag] == nil, "\(path)")
        }
    }

    @Test("Logging out ends the session on the server too") func logOut() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser)
        let cookie = try #require(browser.cookies["moeum_session"])
        let answer = try await browser.post("/logout")
        #expect(answer.location == "/")
        #expect(answer.headers[.clearSiteData]?.contains("\"cache\"") == true)
        #expect(browser.cookies["moeum_session"] == nil)
        browser.setCookie("moeum_session", cookie)
        #expect(try await !isIn(browser))
    }
}
