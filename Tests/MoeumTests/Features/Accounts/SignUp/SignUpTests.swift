import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// From the form to a verified account.
@Suite(.cleanup)
struct SignUpTests {
    private let garam = TestPerson.garam

    @Test("A sign-up makes an account that the mail verifies", arguments: TestEngine.available)
    func verifyByLink(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        #expect(try await garam.signUp(in: browser).location == "/signup/sent")
        var account = try await garam.account(on: site)
        #expect(account.verifiedAt == nil)
        #expect(account.passwordHash?.hasPrefix("$argon2id$") == true)
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "verify")
        let path = try #require(mail.path)
        // Scanners of mail open every link: that must not use it up.
        for _ in 0..<2 { #expect(try await browser.get(path).status == .ok) }
        #expect(try await browser.post(path).location == "/login")
        account = try await garam.account(on: site)
        #expect(account.verifiedAt != nil)
        #expect(try await browser.post(path).status == .gone)
        #expect(try await browser.get(path).status == .gone)
    }

    @Test("The code works in the browser that signed up, for three attempts") func verifyByCode() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await garam.signUp(in: browser)
        let code = try #require(try await site.mail(to: garam.email)?.code)
        // Another browser has nothing to verify.
        #expect(try await TestBrowser(site).post("/verify/code", ["code": code]).status == .gone)
        #expect(try await browser.post("/verify/code", ["code": code]).location == "/")
        #expect(try await browser.get("/settings").status == .ok)
        #expect(try await garam.account(on: site).verifiedAt != nil)

        let other = TestBrowser(site)
        let byeol = TestPerson.byeol
        _ = try await byeol.signUp(in: other)
        let right = try #require(try await site.mail(to: byeol.email)?.code)
        let wrong = right == "000000" ? "000001" : "000000"
        #expect(try await other.post("/verify/code", ["code": wrong]).status == .unprocessableContent)
        #expect(try await other.post("/verify/code", ["code": wrong]).status == .unprocessableContent)
        #expect(try await other.post("/verify/code", ["code": wrong]).status == .gone)
        #expect(try await other.post("/verify/code", ["code": right]).status == .gone)
        #expect(try await byeol.account(on: site).verifiedAt == nil)
    }

    @Test("A stranger's password is worth nothing once the owner verifies") func strangersPassword() async throws {
        let site = try await TestSite()
        let (stranger, owner) = (TestBrowser(site), TestBrowser(site))
        _ = try await garam.signUp(in: stranger)
        #expect(try await garam.logIn(in: stranger).status == .unprocessableContent)
        let path = try #require(try await site.mail(to: garam.email)?.path)
        #expect(try await owner.get(path).text.contains("new_password"))
        #expect(try await owner.post(path).status == .unprocessableContent)
        #expect(try await owner.post(path, ["password": "몰라서-아무거나"]).status == .unprocessableContent)
        #expect(try await owner.post(path, ["new_password": "느긋한-바다-구름-77"]).status == .seeOther)
        #expect(try await garam.account(on: site).verifiedAt != nil)
        #expect(try await garam.logIn(in: TestBrowser(site)).status == .unprocessableContent)
        #expect(try await stranger.get("/confirm-password").status == .seeOther)
        var owned = garam
        owned.password = "느긋한-바다-구름-77"
        #expect(try await owned.logIn(in: owner).location == "/")
    }

    @Test("A known address gets the same answer as any other") func sameAnswer() async throws {
        let site = try await TestSite()
        try await garam.join(in: TestBrowser(site))
        let (known, unknown) = (TestBrowser(site), TestBrowser(site))
        var again = TestPerson(email: " GARAM@Haneul.example ", nickname: "새별명")
        again.password = "또다른-좋은-비밀-31"
        let first = try await again.signUp(in: known)
        let second = try await TestPerson.byeol.signUp(in: unknown)
        #expect(first.status == second.status)
        #expect(first.text == second.text)
        let names = { (answer: HTTPFields) in answer.map(\.name.canonicalName).sorted() }
        #expect(names(first.headers) == names(second.headers))
        #expect(try await site.mail(to: garam.email)?.kind == "already-registered")
        #expect(try await again.logIn(in: TestBrowser(site)).status == .unprocessableContent)
        // Guessing the digits is answered alike too.
        for _ in 0..<3 {
            let one = try await known.post("/verify/code", ["code": "123456"])
            let other = try await unknown.post("/verify/code", ["code": "123456"])
            #expect(one.status == other.status)
            #expect(one.text.count == other.text.count)
        }
    }

    @Test("Two hundred equal sign-ups make one account") func oneAccount() async throws {
        let site = try await TestSite(settings: ["MOEUM_LIMITS": "off", "MOEUM_ARGON2_MEMORY": "64"])
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                let browser = TestBrowser(site)
                group.addTask { try await browser.post("/signup", garam.signUpForm).status.code }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(statuses).isSubset(of: [303, 422]))
        #expect(statuses.filter { $0 == 303 }.count >= 1)
        let count = try await site.app.database.read {
            try $0.first("SELECT count(*) FROM accounts") { try $0.int(0) }
        }
        #expect(count == 1)
    }

    @Test("Twenty simultaneous uses of a token are one success") func useTokenOnce() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await garam.signUp(in: browser)
        let path = try #require(try await site.mail(to: garam.email)?.path)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await browser.post(path).status.code } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303] + [Int](repeating: 410, count: 19))
    }

    @Test("A newer mail ends the link of the older one") func newerMail() async throws {
        let site = try await TestSite()
        let (own, other) = (TestBrowser(site), TestBrowser(site))
        _ = try await garam.signUp(in: own)
        let first = try #require(try await site.mail(to: garam.email)?.path)
        try await other.post("/verify", ["email": garam.email])
        let second = try #require(try await site.mail(to: garam.email)?.path)
        #expect(first != second)
        #expect(try await own.get(first).status == .gone)
        // Anyone who asks from elsewhere makes no browser trusted.
        #expect(try await other.get(second).text.contains("new_password"))
        #expect(try await own.post(second, ["password": garam.password]).status == .seeOther)
        #expect(try await garam.account(on: site).verifiedAt != nil)
    }

    @Test("All errors are shown at once, and nothing typed is lost") func allErrors() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await browser.get("/signup")
        let answer = try await browser.post(
            "/signup",
            ["email": "garam-at-haneul", "nickname": "가", "password": "password"]
        )
        #expect(answer.status == .unprocessableContent)
        for field in ["email", "nickname", "password", "agree_terms", "agree_privacy"] {
            #expect(try answer.html.has("#\(field)-error"), "\(field)")
        }
        #expect(try answer.html.has("input[name=email][value=garam-at-haneul]"))
        #expect(try !answer.html.has("[value=password]"))
        let problem = try await browser.post(
            "/signup",
            ["email": "x"],
            [.secFetchSite: "same-origin", .accept: "application/json"]
        )
        #expect(problem.headers[.contentType] == "application/problem+json")
    }

    @Test("Disposable addresses are refused") func disposable() async throws {
        let site = try await TestSite()
        try await site.app.database.write {
            try $0.execute("INSERT INTO disposable_domains (domain, added_at) VALUES ('weg.example', 1)")
        }
        let browser = TestBrowser(site)
        let person = TestPerson(email: "garam@mail.weg.example", nickname: "가람")
        let answer = try await person.signUp(in: browser)
        #expect(answer.status == .unprocessableContent)
    }
}
