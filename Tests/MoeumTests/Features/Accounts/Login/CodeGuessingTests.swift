import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Somebody knows the password and guesses the second factor.
@Suite(.cleanup)
struct CodeGuessingTests {
    private let garam = TestPerson.garam

    @Test("The delays between guesses grow", arguments: TestEngine.available)
    func delaysGrow(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        try await garam.exist(on: site)
        let account = try await garam.account(on: site)
        let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
        let app = site.app
        // One a minute for three days; how long each has to wait, those that are taken nothing.
        let waits = try await app.database.write { transaction in
            try (0..<4_320).map { minute in
                let action = AccountAction(
                    origin: origin,
                    limits: app.limits,
                    emailRenderer: app.emailRenderer,
                    now: site.now + TimeInterval(minute) * 60
                )
                return try transaction.consumeCodeAttempt("subject", of: account, action) ?? 0
            }
        }
        #expect((40...60).contains(waits.count { $0 == 0 }))
        let maxLength = (waits.prefix(10).max() ?? 0, waits.prefix(120).max() ?? 0, waits.max() ?? 0)
        #expect(maxLength.0 <= 60 && maxLength.0 < maxLength.1 && maxLength.1 <= 1_800 && maxLength.2 > 4 * 3_600)
        #expect(try await site.count("SELECT count(*) FROM outbox WHERE kind = 'codes-guessed'") == 1)
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "codes-guessed" && mail.path == "/recover")
        let left = try await app.database.write { transaction in
            try transaction.resetCodeAttempts("subject", app.limits)
            let end = (site.now + 3 * 86_400).milliseconds
            return try app.limits.loginCodes.compactMap {
                try transaction.rateLimitDelay($0, for: "subject", at: end)
            }
        }
        #expect(left == [])
    }

    @Test("The owner gets one mail about guesses, and a new password ends them") func notifyOwnerOnce() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let own = TestBrowser(site)
        try await garam.enter(in: own)
        let app = try await garam.turnOnTwoFactor(in: own).app
        try await guess(in: TestBrowser(site), times: 7)
        try await guess(in: TestBrowser(site), times: 2)
        #expect(try await site.count("SELECT count(*) FROM outbox WHERE kind = 'codes-guessed'") == 1)
        var changed = garam
        changed.password = "느긋한-바다-구름-77"
        let fields = ["current": garam.password, "password": changed.password]
        #expect(try await own.post("/settings/password", fields).status == .seeOther)
        let elsewhere = TestBrowser(site)
        try await changed.logIn(in: elsewhere)
        #expect(try await elsewhere.post("/login/code", ["code": app.code()]).location == "/")
    }

    /// A challenge takes five of them; the rest is one pause after the other.
    private func guess(in browser: TestBrowser, times: Int) async throws {
        for number in 0..<times {
            if number % 5 == 0 { try await garam.logIn(in: browser) }
            try await browser.post("/login/code", ["code": "000000"])
        }
    }

    @Test("A login by a recovery code says how many are left") func codesLeft() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let own = TestBrowser(site)
        try await garam.enter(in: own)
        let codes = try await garam.turnOnTwoFactor(in: own).codes
        for (code, left) in [(codes[0], 9), (codes[1], 8)] {
            let browser = TestBrowser(site)
            try await garam.logIn(in: browser)
            #expect(try await browser.post("/login/code", ["code": code]).location == "/")
            #expect(try await browser.get("/").text.contains("남은 복구 코드는 \(left)개예요."))
        }
    }

    @Test("A recovery code of an earlier format still logs in", arguments: TestEngine.available)
    func earlierCode(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        let own = TestBrowser(site)
        try await garam.enter(in: own)
        _ = try await garam.turnOnTwoFactor(in: own)
        let id = try await garam.account(on: site).id
        let earlier = try #require(RecoveryCode("ABCD-EFGH-JKLM-2345"))
        try await site.app.database.write { try $0.saveRecoveryCodes([earlier], of: id) }
        let browser = TestBrowser(site)
        try await garam.logIn(in: browser)
        #expect(try await browser.post("/login/code", ["code": "abcd efgh jklm 2345"]).location == "/")
    }
}

/// The password given again: where, and for how long it counts.
@Suite(.cleanup)
struct RecentPasswordTests {
    private let garam = TestPerson.garam

    private func age(_ site: TestSite) async throws {
        try await site.execute("UPDATE sessions SET confirmed_at = confirmed_at - 300000")
    }

    @Test("The session goes on under a new token", arguments: TestEngine.available)
    func renewToken(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        let (own, thief) = (TestBrowser(site), TestBrowser(site))
        try await garam.enter(in: own)
        let name = site.app.config.cookies.sessionName
        let stolen = try #require(own.cookies[name])
        thief.setCookie(name, stolen)
        #expect(try await thief.get("/settings").status == .ok)
        try await age(site)
        let fields = ["password": garam.password, "next": "/settings/two-factor"]
        #expect(try await own.post("/confirm-password", fields).location == "/settings/two-factor")
        #expect(own.cookies[name] != stolen)
        #expect(try await own.get("/settings/two-factor").status == .ok)
        #expect(try await thief.get("/settings").location == "/login?next=%2Fsettings")
        #expect(try await site.count("SELECT count(*) FROM sessions") == 1)
    }

    @Test("A password given in a form counts for that form alone") func onlyThatForm() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        try await age(site)
        let fields = ["new_email": "new@haneul.example", "password": garam.password]
        #expect(try await browser.post("/settings/email", fields).status == .seeOther)
        #expect(
            try await browser.get("/settings/two-factor").location?.hasPrefix("/confirm-password") == true
        )
    }
}
