import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Anyone who has not proven an address is answered as somebody with a wrong password, and gets in by the mail alone.
@Suite(.cleanup)
struct UnverifiedLoginTests {
    private let garam = TestPerson.garam
    private let byeol = TestPerson.byeol

    /// All of an answer that does not hang on the request's own words, or on its browser.
    private static func outside(_ answer: TestResponse, _ person: TestPerson) -> [String] {
        let headers = answer.headers.filter { $0.name != .retryAfter }.map { field in
            "\(field.name.canonicalName): \(field.name == .setCookie ? "\(field.value.prefix { $0 != "=" })" : field.value)"
        }
        return ["\(answer.status.code)"] + headers.sorted() + [answer.text.replacing(person.email, with: "ADDRESS")]
    }

    @Test("A sign-up and a login do not tell whether an address has an account", arguments: TestEngine.available)
    func tellNothing(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        try await TestPerson.garam.exist(on: site)
        let known = TestPerson(email: TestPerson.garam.email, nickname: "첫이름", password: "하나둘셋-노래-19")
        // As long as the other, or the lengths of the answers differ.
        let unknown = TestPerson(email: "somun@haneul.example", nickname: "둘째이름", password: known.password)
        let (one, other) = (TestBrowser(site), TestBrowser(site))
        #expect(try await known.signUp(in: one).location == "/signup/sent")
        #expect(try await unknown.signUp(in: other).location == "/signup/sent")
        // The forms' tokens differ from browser to browser, so both are sent from a third.
        let guesser = TestBrowser(site)
        _ = try await guesser.get("/login")
        for _ in 0..<12 {
            let first = try await known.logIn(in: guesser)
            let second = try await unknown.logIn(in: guesser)
            #expect(Self.outside(first, known) == Self.outside(second, unknown))
            #expect([422, 429].contains(first.status.code))
        }
        #expect(try await site.count("SELECT count(*) FROM sessions") == 0)
        #expect(try await site.mail(to: unknown.email)?.kind == "unlock")
        #expect(try await site.count("SELECT count(*) FROM outbox WHERE kind = 'login-unverified'") == 5)
    }

    @Test("The code logs the signed-up browser in and adds the favourite", arguments: TestEngine.available)
    func codeLogsIn(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        _ = try await browser.get("/login")
        try await browser.post("/favourites/\(place)", ["next": "/places/\(place)?sort=new"])
        _ = try await garam.signUp(in: browser)
        let code = try #require(try await site.mail(to: garam.email)?.code)
        let answer = try await browser.post("/verify/code", ["code": code])
        #expect(answer.location == "/places/\(place)?sort=new")
        #expect(browser.cookies[CookieRules.flashName] == "heart-set")
        #expect(try await browser.get("/settings").text.contains(garam.email))
        let id = try await garam.account(on: site).id
        #expect(try await site.app.database.read { try $0.favourite(of: id, at: place) } != nil)
    }

    @Test("The code leads to the review that was begun") func leadToReview() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        let path = "/places/\(place)/reviews/new?rating=4"
        let login = try #require(try await browser.get(path).location)
        let next = try #require(try await browser.get(login).hidden("next"))
        #expect(next == path)
        _ = try await browser.get("/signup")
        try await browser.post("/signup", garam.signUpForm.merging(["next": next]) { $1 })
        let code = try #require(try await site.mail(to: garam.email)?.code)
        #expect(try await browser.post("/verify/code", ["code": code]).location == path)
        #expect(try await browser.get(path).status == .ok)
    }

    @Test("The mail after a login logs in the browser that gave the password") func mailAfterLogin() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let (first, phone) = (TestBrowser(site), TestBrowser(site))
        _ = try await garam.signUp(in: first)
        _ = try await phone.get("/login")
        let refused = try await garam.logIn(in: phone, next: "/about")
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.html.has("a[href=/verify?next=%2Fabout]"))
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "login-unverified" && mail.path?.hasPrefix("/verify/") == true)
        // Somebody else's browser needs a password still.
        let link = try #require(mail.path)
        #expect(try await TestBrowser(site).get(link).text.contains("new_password"))
        let code = try #require(mail.code)
        #expect(try await phone.post("/verify/code", ["code": code, "next": "/about"]).location == "/about")
        #expect(try await phone.get("/settings").status == .ok)
        #expect(try await garam.logIn(in: first).location == "/")
    }

    /// Who signed up at one place and tries to log in at another may go on at either.
    @Test("A login elsewhere leaves the code of the sign-up valid") func codeStaysValid() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let (first, phone) = (TestBrowser(site), TestBrowser(site))
        _ = try await garam.signUp(in: first)
        let code = try #require(try await site.mail(to: garam.email)?.code)
        _ = try await phone.get("/login")
        #expect(try await garam.logIn(in: phone).status == .unprocessableContent)
        #expect(try await first.post("/verify/code", ["code": code]).location == "/")
        #expect(try await first.get("/settings").status == .ok)
        #expect(try await garam.logIn(in: phone).location == "/")
    }

    @Test("Guessed digits get the same answers for every address") func sameAnswers() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        _ = try await byeol.signUp(in: TestBrowser(site))
        for email in [garam.email, byeol.email, "nobody@haneul.example"] {
            let browser = TestBrowser(site)
            _ = try await browser.get("/verify")
            try await browser.post("/verify", ["email": email])
            var statuses: [Int] = []
            for _ in 0..<4 {
                statuses.append(try await browser.post("/verify/code", ["code": "12 34 56"]).status.code)
            }
            #expect(statuses == [422, 422, 410, 410], "\(email)")
        }
    }

    /// The same name again is a repetition only in the browser that took it, whatever else another one asked for.
    @Test("A reserved nickname is not told from one that is taken") func reservedOrTaken() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        for (email, name) in [(garam.email, "첫이름"), ("nobody@haneul.example", "둘째이름")] {
            let person = TestPerson(email: email, nickname: name, password: "하나둘셋-노래-19")
            let (own, asking, logging) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
            #expect(try await person.signUp(in: own).status == .seeOther)
            _ = try await asking.get("/verify")
            try await asking.post("/verify", ["email": email])
            #expect(try await person.signUp(in: asking).status == .unprocessableContent, "\(email)")
            _ = try await logging.get("/login")
            try await person.logIn(in: logging)
            #expect(try await person.signUp(in: logging).status == .unprocessableContent, "\(email)")
            // However many mails the address got by then.
            for number in 0..<6 {
                try await site.execute("DELETE FROM rate_limits WHERE key LIKE 'sign-up:%'")
                let again = TestPerson(email: email, nickname: "\(name)\(number)", password: person.password)
                let browser = TestBrowser(site)
                for _ in 0..<2 { #expect(try await again.signUp(in: browser).status == .seeOther) }
            }
            try await site.execute("DELETE FROM rate_limits WHERE key LIKE 'sign-up:%'")
            #expect(try await person.signUp(in: own).status == .seeOther, "\(email)")
        }
    }

    @Test("A nickname is free once its owner takes another") func freedNickname() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        #expect(
            try await browser.post("/settings/profile", ["nickname": "다른이름", "bio": ""]).status == .seeOther
        )
        let other = TestPerson(email: byeol.email, nickname: garam.nickname)
        #expect(try await other.signUp(in: TestBrowser(site)).status == .seeOther)
    }

    @Test("Somebody who signs up after a stranger is told and chooses a password") func afterStranger() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let (stranger, owner) = (TestBrowser(site), TestBrowser(site))
        let squatter = TestPerson(email: garam.email, nickname: "자리 차지", password: "하나둘셋-노래-19")
        _ = try await squatter.signUp(in: stranger)
        #expect(try await garam.signUp(in: owner).location == "/signup/sent")
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.text.contains("저장하지 않았어요"))
        let code = try #require(mail.code)
        let path = try #require(try await owner.post("/verify/code", ["code": code]).location)
        #expect(path.hasPrefix("/verify/"))
        let words = site.app.views
        let lead = words.text("account.verify-elsewhere.lead", [:], .korean).split(separator: "\n\n")
        let page = try await owner.get(path).text
        #expect(lead.count == 3 && lead.allSatisfy { page.contains($0) })
        let refused = try await owner.post(path, ["password": garam.password])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains(words.text("form-error.chosen-password.wrong", [:], .korean)))
        #expect(try refused.html.has("[name=new_password]"))
        #expect(try await owner.post(path, ["new_password": garam.password]).location == "/login")
        #expect(try await garam.logIn(in: owner).location == "/")
        #expect(try await squatter.logIn(in: stranger).status == .unprocessableContent)
    }

    @Test("An empty password is called empty") func emptyPassword() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let browser = TestBrowser(site)
        for (path, fields) in [
            ("/login", ["email": garam.email, "password": ""]),
            ("/signup", garam.signUpForm.merging(["password": ""]) { $1 }),
        ] {
            _ = try await browser.get(path)
            let answer = try await browser.post(path, fields)
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.html.has("#password-error"), "\(path)")
            #expect(answer.text.contains("비밀번호를 입력해 주세요."), "\(path)")
        }
    }

    @Test("The waiting page says where the mail went, whoever has the address") func whereMailWent() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let known = TestPerson(email: garam.email, nickname: "첫이름")
        for person in [known, byeol] {
            let browser = TestBrowser(site)
            #expect(!(try await browser.get("/signup/sent").text.contains("@haneul")))
            _ = try await person.signUp(in: browser)
            let page = try await browser.get("/signup/sent")
            #expect(page.text.contains("\(person.email) 주소로"))
            #expect(page.headers[.cacheControl] == "private, no-store")
            // Sent again to another one.
            try await browser.post("/verify", ["email": "other@haneul.example"])
            #expect(try await browser.get("/signup/sent").text.contains("other@haneul.example 주소로"))
            browser.setCookie(site.app.config.cookies.sentToName, "%3Cb%3Ex")
            let hostile = try await browser.get("/signup/sent").html
            #expect(!hostile.all("b").contains { $0.text.hasPrefix("x") })
        }
    }
}
