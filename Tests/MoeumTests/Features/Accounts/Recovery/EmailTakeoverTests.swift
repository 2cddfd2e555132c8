import Foundation
import Testing

@testable import Moeum

/// A change of address between an account's owner and strangers.
@Suite(.cleanup)
struct EmailTakeoverTests {
    private static let new = "garam.new@haneul.example"
    private let person = TestPerson.garam

    @Test("An unverified sign-up does not keep the new address from its owner", arguments: TestEngine.available)
    func unverifiedSignUp(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, stranger) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        _ = try await TestPerson(email: Self.new, nickname: "자리 차지").signUp(in: stranger)
        _ = try await person.changeEmail(to: Self.new, in: browser)
        #expect(try await browser.json("/settings")["email"] as? String == Self.new)
    }

    @Test("The awaited address is shown") func awaitedAddress() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await person.enter(in: browser)
        try await TestPerson.byeol.join(in: TestBrowser(site))
        // Whether or not it has an account.
        for address in [Self.new, TestPerson.byeol.email] {
            #expect(!(try await browser.get("/settings/email").text.contains(address)))
            try await person.askForEmail(address, in: browser)
            let page = try await browser.get("/settings/email").text
            #expect(page.contains(address) && page.contains(person.email))
        }
        try await site.execute("UPDATE account_tokens SET expires_at = 1")
        #expect(!(try await browser.get("/settings/email").text.contains(TestPerson.byeol.email)))
    }

    @Test("Undoing a change turns off an intruder's two-factor", arguments: TestEngine.available, [-1, 1])
    func intrudersTwoFactor(engine: TestEngine, sinceTheChange seconds: Int64) async throws {
        let site = try await TestSite(on: engine)
        let (thief, owner) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: thief)
        let undo = try await person.changeEmail(to: Self.new, in: thief)
        _ = try await TestPerson(email: Self.new, nickname: "", password: person.password).turnOnTwoFactor(in: thief)
        // Before the change too: anyone who gets in chooses the order.
        try await site.execute("UPDATE two_factor SET enabled_at = enabled_at + \(seconds * 60_000)")
        let choice = try #require(try await owner.post(undo).location)
        #expect(try await site.mail(to: person.email)?.kind == "two-factor-off")
        var owned = person
        owned.password = "느긋한-강물-노래-77"
        #expect(try await owner.post(choice, ["password": owned.password]).location == "/login")
        #expect(try await owned.logIn(in: owner).location == "/")
        #expect(try await site.count("SELECT count(*) FROM recovery_codes") == 0)
        #expect(try await thief.get("/settings").status == .seeOther)
    }
}
