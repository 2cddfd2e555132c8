import Foundation
import Testing

@testable import Moeum

/// Another address for an account, and taking that back.
@Suite(.cleanup)
struct EmailChangeTests {
    private static let new = "garam.new@haneul.example"
    private let person = TestPerson.garam

    private func requestChange(_ browser: TestBrowser, for address: String = Self.new) async throws {
        try await person.askForEmail(address, in: browser)
    }

    private func change(_ browser: TestBrowser, to address: String = Self.new) async throws -> String {
        try await person.changeEmail(to: address, in: browser)
    }

    @Test("The new address confirms the change, and the old one gets a mail", arguments: TestEngine.available)
    func confirmChange(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        try await person.logIn(in: other)
        try await requestChange(browser)
        #expect(try await browser.json("/settings")["email"] as? String == person.email)
        let mail = try #require(try await site.mail(to: Self.new))
        #expect(mail.kind == "email-change")
        let path = try #require(mail.path)
        // Looking uses nothing up.
        #expect(try await browser.get(path).text.contains(Self.new))
        #expect(try await browser.get(path).headers[.referrerPolicy] == "no-referrer")
        #expect(try await browser.post(path).location == "/settings/email")
        #expect(try await browser.json("/settings")["email"] as? String == Self.new)
        #expect(try await browser.post(path).status == .gone)
        let notice = try #require(try await site.mail(to: person.email))
        #expect(notice.kind == "email-changed")
        #expect(notice.text.contains("g•••@haneul.example"))
        #expect(!notice.text.contains(Self.new))
        #expect(try await other.get("/settings").status == .ok)
        #expect(
            try await TestBrowser(site).post("/login", ["email": Self.new, "password": person.password]).location == "/"
        )
    }

    @Test("A taken address gets the same answer, and its owner a mail") func takenAddress() async throws {
        let site = try await TestSite()
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await TestPerson.byeol.join(in: other)
        try await person.enter(in: browser)
        func answer(_ address: String) async throws -> [String] {
            let answer = try await browser.post("/settings/email", ["new_email": address, "password": person.password])
            let page = try await browser.get("/settings/email")
            // Either is shown as the one that is waited for.
            let shown = page.text.replacing(address, with: "ADDRESS")
            return ["\(answer.status)", answer.location ?? "", answer.text, shown]
        }
        #expect(try await answer(TestPerson.byeol.email) == answer(Self.new))
        let mail = try #require(try await site.mail(to: TestPerson.byeol.email))
        #expect(mail.kind == "email-change-taken")
        #expect(mail.path == "/login")
        #expect(try await browser.json("/settings")["email"] as? String == person.email)
    }

    @Test("An address that somebody took in the meantime stays theirs") func takenMeanwhile() async throws {
        let site = try await TestSite()
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        try await requestChange(browser)
        let path = try #require(try await site.mail(to: Self.new)?.path)
        try await TestPerson(email: Self.new, nickname: "다른 이").join(in: other)
        #expect(try await browser.post(path).status == .conflict)
        #expect(try await browser.json("/settings")["email"] as? String == person.email)
    }

    @Test(
        "A refused form sends no mail",
        arguments: [
            ("someone@haneul.example", "틀린-비밀번호-1", "password"), ("someone@haneul.example", "", "password"),
            ("nothing", TestPerson.garam.password, "new_email"), ("", TestPerson.garam.password, "new_email"),
            ("GARAM@haneul.example", TestPerson.garam.password, "new_email"),
            ("someone@mailinator.com", TestPerson.garam.password, "new_email"),
        ]
    )
    func refusedForm(address: String, password: String, field: String) async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.app.database.write { transaction in
            try transaction.execute(
                "INSERT INTO disposable_domains (domain, added_at) VALUES ('mailinator.com', 1) ON CONFLICT DO NOTHING"
            )
        }
        try await person.enter(in: browser)
        let answer = try await browser.post("/settings/email", ["new_email": address, "password": password])
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.html.has("#\(field)-error"))
        #expect(try await site.mail(to: address) == nil || address.isEmpty)
    }

    @Test("Another member's link and an expired one are refused") func deadLinks() async throws {
        let site = try await TestSite()
        let (browser, stranger) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        try await TestPerson.byeol.enter(in: stranger)
        try await requestChange(browser)
        let path = try #require(try await site.mail(to: Self.new)?.path)
        #expect(try await stranger.get(path).status == .gone)
        #expect(try await stranger.post(path).status == .gone)
        #expect(try await TestBrowser(site).get(path).location?.hasPrefix("/login?next=") == true)
        try await site.app.database.write { try $0.execute("UPDATE account_tokens SET expires_at = 1") }
        #expect(try await browser.get(path).status == .gone)
        #expect(try await browser.post(path).status == .gone)
    }

    @Test("A changed address ends the links sent to the old one") func endOldLinks() async throws {
        let site = try await TestSite()
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        _ = try await other.get("/recover")
        try await other.post("/recover", ["email": person.email])
        let recovery = try #require(try await site.mail(to: person.email)?.path)
        #expect(try await other.get(recovery).status == .ok)
        _ = try await change(browser)
        #expect(try await other.get(recovery).status == .gone)
    }

    @Test("The old address undoes the change without a login", arguments: TestEngine.available)
    func undoChange(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, owner) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        let undo = try await change(browser)
        #expect(undo.hasPrefix("/settings/email/undo/"))
        #expect(try await owner.get(undo).text.contains(person.email))
        let answer = try await owner.post(undo)
        let choice = try #require(answer.location)
        #expect(choice.hasPrefix("/recover/"))
        #expect(try await person.account(on: site).nickname == person.nickname)
        #expect(try await browser.get("/settings").status == .seeOther)
        #expect(try await owner.post(choice, ["password": "느긋한-강물-노래-77"]).location == "/login")
        #expect(try await owner.get(undo).status == .gone)
        #expect(try await owner.post(undo).status == .gone)
        #expect(try await site.kinds(of: person).contains(.emailChangeUndone))
    }

    @Test("Ten simultaneous undos are one success", arguments: TestEngine.available)
    func undoOnce(engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await person.enter(in: browser)
        let undo = try await change(browser)
        let owners = (0..<10).map { _ in TestBrowser(site) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for owner in owners { group.addTask { Int(try await owner.post(undo).status.code) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303] + Array(repeating: 410, count: 9))
    }

    @Test("Changing twice leaves the first address its undo") func changeTwice() async throws {
        let site = try await TestSite()
        let (thief, owner) = (TestBrowser(site), TestBrowser(site))
        try await person.enter(in: thief)
        let first = try await change(thief, to: "thief@haneul.example")
        let second = try await change(thief, to: "thief2@haneul.example")
        #expect(try await owner.post(first).status == .seeOther)
        #expect(try await person.account(on: site).nickname == person.nickname)
        // The thief's own ways back died along with it: the link, and the password that they knew.
        #expect(try await thief.post(second).status == .gone)
        #expect(try await person.logIn(in: thief).status == .unprocessableContent)
    }

    @Test("An unverified sign-up does not keep the old address from its owner") func unverifiedSignUp() async throws {
        let site = try await TestSite()
        let (thief, other, owner) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await person.enter(in: thief)
        let undo = try await change(thief)
        _ = try await TestPerson(email: person.email, nickname: "자리 차지").signUp(in: other)
        #expect(try await owner.post(undo).status == .seeOther)
        #expect(try await person.account(on: site).nickname == person.nickname)
    }

    @Test("A verified account keeps the address, and the link stays valid") func verifiedAccount() async throws {
        let site = try await TestSite()
        let (browser, other, owner) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await person.enter(in: browser)
        let undo = try await change(browser)
        try await TestPerson(email: person.email, nickname: "새 사람").join(in: other)
        #expect(try await owner.post(undo).status == .conflict)
        #expect(try await owner.get(undo).status == .ok)
        #expect(try await browser.json("/settings")["email"] as? String == Self.new)
    }

    @Test("A change can be undone for seven days") func undoLifetime() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await person.enter(in: browser)
        let undo = try await change(browser)
        let text = try #require(undo.split(separator: "/").last)
        let token = try #require(SecretToken(String(text)))
        let week = site.now.addingTimeInterval(7 * 86_400)
        #expect(try await site.app.database.read { try $0.emailUndo(token, at: week - 60) } != nil)
        #expect(try await site.app.database.read { try $0.emailUndo(token, at: week + 1) } == nil)
    }

    @Test("An unverified old address gets no link") func unverifiedOldAddress() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await person.signUp(in: browser)
        // As was possible before a login asked for the address to be verified.
        try await site.beginSession(of: try await person.account(on: site).id, in: browser)
        try await requestChange(browser)
        let path = try #require(try await site.mail(to: Self.new)?.path)
        #expect(try await browser.post(path).status == .seeOther)
        #expect(try await site.mail(to: person.email)?.kind == "verify")
        #expect(try await browser.json("/settings")["isVerified"] as? Bool == true)
    }

    @Test("Asking too often is refused for a while") func tooOften() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await person.enter(in: browser)
        for index in 0..<5 { try await requestChange(browser, for: "someone\(index)@haneul.example") }
        let answer = try await browser.post(
            "/settings/email",
            ["new_email": "more@haneul.example", "password": person.password]
        )
        #expect(answer.status == .tooManyRequests)
        #expect(answer.headers[.retryAfter] != nil)
        #expect(answer.text.contains("more@haneul.example"))
    }
}
