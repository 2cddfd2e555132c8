import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Logging in with a second factor.
@Suite(.cleanup)
struct TwoFactorLoginTests {
    private let garam = TestPerson.garam

    /// A site on which somebody has turned two-factor on, with the app and the recovery codes.
    private func siteWithTwoFactor(
        on engine: TestEngine = .sqlite,
        settings: [String: String] = [:]
    ) async throws -> (TestSite, TestApp, [String]) {
        let site = try await TestSite(on: engine, settings: settings.merging(TestSite.quick) { given, _ in given })
        let first = TestBrowser(site)
        try await garam.enter(in: first)
        let (app, codes) = try await garam.turnOnTwoFactor(in: first)
        return (site, app, codes)
    }

    @Test("The password alone opens nothing", arguments: TestEngine.available)
    func passwordAlone(_ engine: TestEngine) async throws {
        let (site, app, _) = try await siteWithTwoFactor(on: engine)
        let browser = TestBrowser(site)
        #expect(try await garam.logIn(in: browser, next: "/about").location == "/login/code")
        #expect(try await browser.get("/settings/two-factor").location?.hasPrefix("/login?next=") == true)
        #expect(try await browser.get("/login/code").status == .ok)
        // The code that turned it on is used.
        let used = try await Self.type(app.code(-1), in: browser)
        #expect(used.status == .unprocessableContent && used.text.contains("이미 사용한 코드예요"))
        #expect(try await Self.type(app.code(), in: browser).location == "/about")
        #expect(try await browser.get("/settings/two-factor").status == .ok)
        #expect(browser.cookies[site.app.config.cookies.challengeName] == nil)
        // What a login tells by mail, this one tells too.
        #expect(try await site.mail(to: garam.email)?.kind == "new-device")
        // Seen over somebody's shoulder, the same code is worth nothing.
        let other = TestBrowser(site)
        try await garam.logIn(in: other)
        #expect(try await Self.type(app.code(), in: other).status == .unprocessableContent)
        #expect(try await Self.type(app.code(1), in: other).status == .seeOther)
    }

    @Test("A recovery code logs in once and sends a mail", arguments: TestEngine.available)
    func recoveryCode(_ engine: TestEngine) async throws {
        let (site, _, codes) = try await siteWithTwoFactor(on: engine)
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser)
        #expect(try await browser.get("/login/code?with=recovery").html.has("[name=with]"))
        let typed = codes[0].lowercased().replacing("-", with: " ")
        #expect(try await Self.type(typed, in: browser).location == "/")
        #expect(try await browser.json("/settings/two-factor")["recoveryCodesLeft"] as? Int == 9)
        let told = try await site.app.database.read {
            try $0.first("SELECT COUNT(*) FROM outbox WHERE kind = 'recovery-code-used'") { try $0.int(0) }
        }
        #expect(told == 1)
        let other = TestBrowser(site)
        try await garam.logIn(in: other)
        let used = try await Self.type(codes[0], in: other)
        #expect(used.status == .unprocessableContent && used.text.contains("이미 사용한 복구 코드예요"))
        let wrong = try await Self.type("000000", in: other)
        #expect(wrong.status == .unprocessableContent && !wrong.text.contains("이미 사용한"))
    }

    @Test("After five attempts the password is needed again") func fiveAttempts() async throws {
        let (site, app, _) = try await siteWithTwoFactor(settings: ["MOEUM_LIMITS": "off"])
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser, next: "/about")
        let challenge = try #require(browser.cookies[site.app.config.cookies.challengeName])
        for _ in 0..<4 {
            #expect(try await Self.type("000000", in: browser).status == .unprocessableContent)
        }
        let last = try await Self.type("nothing", in: browser)
        #expect(last.status == .seeOther && last.location == "/login?next=%2Fabout")
        #expect(try await browser.get("/login").html.has("[role=status]"))
        // The challenge is dead, not only its cookie.
        browser.setCookie(site.app.config.cookies.challengeName, challenge)
        #expect(try await Self.type(app.code(), in: browser).location == "/login")
        #expect(try await browser.get("/login/code").location == "/login")
    }

    @Test("Codes are limited by account, however often the password is given") func limitByAccount() async throws {
        let (site, app, _) = try await siteWithTwoFactor()
        let browsers = [TestBrowser(site), TestBrowser(site)]
        for browser in browsers { try await garam.logIn(in: browser) }
        for _ in 0..<4 { try await Self.type("000000", in: browsers[0]) }
        #expect(try await Self.type("000000", in: browsers[1]).status == .unprocessableContent)
        let paused = try await Self.type(app.code(), in: browsers[1])
        #expect(paused.status == .tooManyRequests)
        #expect(Int(paused.headers[.retryAfter] ?? "").map { (1...60).contains($0) } == true)
    }

    @Test("A challenge ends after ten minutes or with the account's sessions") func challengeEnds() async throws {
        let (site, app, _) = try await siteWithTwoFactor()
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser)
        try await site.app.database.write {
            try $0.execute("UPDATE login_challenges SET expires_at = expires_at - 600000")
        }
        #expect(try await Self.type(app.code(), in: browser).location == "/login")
        try await garam.logIn(in: browser)
        let id = try await garam.account(on: site).id
        _ = try await site.app.database.write { try $0.endSessions(of: id) }
        #expect(try await Self.type(app.code(), in: browser).location == "/login")
    }

    @Test("Twenty simultaneous uses of a code are one success", arguments: TestEngine.available, [true, false])
    func useCodeOnce(_ engine: TestEngine, _ isRecovery: Bool) async throws {
        let (site, app, codes) = try await siteWithTwoFactor(on: engine, settings: ["MOEUM_LIMITS": "off"])
        let code = isRecovery ? codes[4] : app.code()
        let browsers = (0..<20).map { _ in TestBrowser(site) }
        for browser in browsers { try await garam.logIn(in: browser) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for browser in browsers {
                group.addTask { try await Self.type(code, in: browser).status.code }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303] + [Int](repeating: 422, count: 19))
    }

    @Test("A form sent before the login is kept through the code") func keepForm() async throws {
        let (site, app, _) = try await siteWithTwoFactor()
        let browser = TestBrowser(site)
        let waiting = [
            "email": garam.email, "password": garam.password, "resume_to": "/confirm-password",
            "resume": "note=%EA%B0%80",
        ]
        let page = try await browser.post("/login", waiting)
        #expect(try page.status == .ok && page.html.has("[name=resume][value=note=%EA%B0%80]"))
        let fields = ["code": app.code(), "resume_to": "/confirm-password", "resume": "note=%EA%B0%80"]
        let answer = try await browser.post("/login/code", fields)
        #expect(try answer.status == .ok && answer.html.has("[name=note][value=가]"))
    }

    @discardableResult
    private static func type(_ code: String, in browser: TestBrowser) async throws -> TestResponse {
        try await browser.post("/login/code", ["code": code])
    }
}
