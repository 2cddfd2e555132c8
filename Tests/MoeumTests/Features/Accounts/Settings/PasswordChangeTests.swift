import Foundation
import Testing

@testable import Moeum

/// Replacing a password that is known.
@Suite(.cleanup)
struct PasswordChangeTests {
    private static let new = "느긋한-강물-노래-77"

    @Test("A new password ends every other session and renews this one", arguments: TestEngine.available)
    func renewSession(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        var person = TestPerson.garam
        try await person.enter(in: browser)
        try await person.logIn(in: other)
        let name = site.app.config.cookies.sessionName
        let old = try #require(browser.cookies[name])
        let answer = try await browser.post("/settings/password", ["current": person.password, "password": Self.new])
        #expect(answer.location == "/settings/password")
        #expect(browser.cookies[name] != old)
        #expect(try await browser.get("/settings").status == .ok)
        #expect(try await other.get("/settings").status == .seeOther)
        other.setCookie(name, old)
        #expect(try await other.get("/settings").status == .seeOther)
        #expect(try await site.mail(to: person.email)?.kind == "password-changed")
        #expect(try await site.kinds(of: person).first == .passwordChanged)
        #expect(try await person.logIn(in: TestBrowser(site)).status == .unprocessableContent)
        person.password = Self.new
        #expect(try await person.logIn(in: TestBrowser(site)).status == .seeOther)
    }

    /// Without it a password manager saves the new password under no address, or under another one's.
    @Test("Password managers learn whose password it is") func passwordManagers() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        for path in ["/settings/password", "/settings/email", "/settings/delete", "/confirm-password"] {
            let page = try await browser.get(path)
            let isNamed = try page.html.has("[autocomplete=username][value=\(TestPerson.garam.email)]")
            #expect(try isNamed || page.html.has("[type=email]"), "\(path)")
        }
        let visitor = TestBrowser(site)
        _ = try await visitor.post("/recover", ["email": TestPerson.garam.email])
        let mail = try #require(try await site.mail(to: TestPerson.garam.email))
        let link = try #require(mail.text.firstMatch(of: /\/recover\/[A-Za-z0-9_-]{43}/)?.output)
        let choice = try await visitor.get(String(link))
        #expect(try choice.html.has("[autocomplete=username][value=\(TestPerson.garam.email)]"))
        let login = try await visitor.get("/login")
        #expect(try !login.html.has("input[readonly][hidden]"))
        let known = try await visitor.get("/.well-known/change-password")
        #expect(known.status == .found && known.location == "/settings/password")
    }

    @Test(
        "A refused form changes nothing",
        arguments: [
            ("틀린-비밀번호-1", new, "current-error"), ("", new, "current-error"),
            (TestPerson.garam.password, "짧아요", "password-error"), (TestPerson.garam.password, "", "password-error"),
            (TestPerson.garam.password, "password1", "password-error"),
            (TestPerson.garam.password, TestPerson.garam.password, "password-error"),
            (TestPerson.garam.password, "garam1234", "password-error"),
        ]
    )
    func refusedForm(current: String, password: String, error: String) async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let person = TestPerson.garam
        try await person.enter(in: browser)
        let old = try await person.account(on: site).passwordHash
        let answer = try await browser.post("/settings/password", ["current": current, "password": password])
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains(error))
        #expect(try await person.account(on: site).passwordHash == old)
    }

    @Test("A changed password ends recovery links") func endRecoveryLinks() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let person = TestPerson.garam
        try await person.enter(in: browser)
        let other = TestBrowser(site)
        _ = try await other.get("/recover")
        try await other.post("/recover", ["email": person.email])
        let path = try #require(try await site.mail(to: person.email)?.path)
        #expect(try await other.get(path).status == .ok)
        try await browser.post("/settings/password", ["current": person.password, "password": Self.new])
        #expect(try await other.get(path).status == .gone)
    }

    @Test("One of two simultaneous changes succeeds", arguments: TestEngine.available)
    func changeOnce(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = TestPerson.garam
        let first = TestBrowser(site)
        try await person.enter(in: first)
        let second = TestBrowser(site)
        try await person.logIn(in: second)
        let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
            for (index, browser) in [first, second].enumerated() {
                group.addTask {
                    let form = ["current": person.password, "password": "\(Self.new)-\(index)"]
                    return UInt(try await browser.post("/settings/password", form).status.code)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 303 }.count == 1, "\(statuses)")
        #expect(statuses.allSatisfy { $0 < 500 })
    }
}
