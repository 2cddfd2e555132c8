import Foundation
import Testing

@testable import Moeum

/// Somebody signs up with an address that is not theirs, or tries to learn whose it is.
@Suite(.cleanup)
struct StrangerTests {
    private let garam = TestPerson.garam

    /// A new sign-up for the address under a made-up name, in that browser.
    private func signUp(_ email: String, as nickname: String, in browser: TestBrowser) async throws -> Int {
        var person = TestPerson(email: email, nickname: nickname)
        person.password = "하나둘셋-노래-19"
        return try await person.signUp(in: browser).status.code
    }

    @Test("A nickname does not tell whether an address has an account") func tellNothing() async throws {
        let site = try await TestSite()
        try await garam.join(in: TestBrowser(site))
        // The same steps for an address with an account and for one without, with every name its own.
        for (email, name) in [(garam.email, "첫이름"), ("nobody@haneul.example", "둘째이름")] {
            let own = TestBrowser(site)
            #expect(try await signUp(email, as: name, in: own) == 303, "\(email)")
            #expect(try await signUp(email, as: name, in: own) == 303, "\(email), sent twice")
            #expect(try await signUp(email, as: name, in: TestBrowser(site)) == 422, "\(email), elsewhere")
            #expect(try await signUp("self-\(email)", as: name, in: TestBrowser(site)) == 422, "another address")
        }
    }

    @Test("A guessed code opens no verified account") func guessedCode() async throws {
        let site = try await TestSite()
        try await garam.join(in: TestBrowser(site))
        let stranger = TestBrowser(site)
        #expect(try await signUp(garam.email, as: "낯선이", in: stranger) == 303)
        // As if one in a million had been guessed.
        let code = OneTimeCode()
        let id = try await garam.account(on: site).id
        try await site.app.database.write { transaction in
            let row = try transaction.first(
                "SELECT token_hash FROM account_tokens WHERE account_id = \(id)"
            ) { try $0.string(0) }
            try transaction.execute(
                """
                UPDATE account_tokens SET code_hash = \(code.hash(boundTo: row ?? "")) WHERE account_id = \(id)
                """
            )
        }
        let answer = try await stranger.post("/verify/code", ["code": code.text])
        #expect(answer.status == .unprocessableContent)
        #expect(try await garam.logIn(in: TestBrowser(site)).location == "/")
    }

    @Test("Nothing that a stranger left keeps the owner out") func ownerGetsIn() async throws {
        let site = try await TestSite()
        let stranger = TestBrowser(site)
        _ = try await garam.signUp(in: stranger)
        let id = try await garam.account(on: site).id
        // As was possible before a login asked for the address to be verified.
        try await site.beginSession(of: id, in: stranger)
        try await site.turnOnTwoFactor(of: id)
        let owner = TestBrowser(site)
        let path = try #require(try await site.mail(to: garam.email)?.path)
        #expect(try await owner.post(path, ["new_password": "느긋한-바다-구름-77"]).status == .seeOther)
        var owned = garam
        owned.password = "느긋한-바다-구름-77"
        #expect(try await owned.logIn(in: owner).location == "/")
        let answer = try await stranger.get("/settings")
        #expect(answer.location?.hasPrefix("/login") == true)
    }

    @Test("A password that is changed during the login lets nobody in") func changedMeanwhile() async throws {
        let settings = TestSite.quick.merging(["MOEUM_ARGON2_THREADS": "1"]) { $1 }
        let site = try await TestSite(settings: settings)
        try await garam.join(in: TestBrowser(site))
        let account = try await garam.account(on: site)
        let new = try await site.app.passwords.hash(try #require(Password(typed: "느긋한-바다-구름-77")))
        let tries = try await site.count("SELECT count(*) FROM rate_limits")
        let gate = await site.app.passwords.gate()
        defer { gate.signal() }
        async let slow = garam.logIn(in: TestBrowser(site))
        // Its try is counted in the write that reads the old hash; then it waits for the thread.
        var looks = 0
        while looks < 1_000, try await site.count("SELECT count(*) FROM rate_limits") == tries {
            looks += 1
            try await Task.sleep(for: .milliseconds(5))
        }
        try await site.app.database.write { try $0.setPassword(new, of: account.id) }
        gate.signal()
        #expect(try await slow.status == .unprocessableContent)
    }
}
