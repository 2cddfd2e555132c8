import Foundation
import Testing

@testable import Moeum

/// The first page of the settings, the profile and the preferences.
@Suite(.cleanup)
struct ProfileTests {
    @Test("The index says who is logged in and how to log out") func index() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        let json = try await browser.json("/settings")
        #expect(json["email"] as? String == TestPerson.garam.email)
        #expect(json["isVerified"] as? Bool == true)
        #expect(json["role"] as? String == "member")
        let page = try await browser.get("/settings")
        #expect(try page.html.has("form[action=/logout]"))
        #expect(try !page.html.has("[action=/verify]"))
        #expect(try await browser.post("/logout").location == "/")
        #expect(try await browser.get("/settings").location == "/login?next=%2Fsettings")
    }

    @Test("Somebody who is not verified can have the mail sent again") func sendMailAgain() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let person = TestPerson.byeol
        _ = try await person.signUp(in: browser)
        let old = try await site.mail(to: person.email)?.path
        #expect(try await browser.post("/verify", ["email": person.email]).location == "/signup/sent")
        let path = try #require(try await site.mail(to: person.email)?.path)
        #expect(path != old)
        #expect(try await browser.post(path).status == .seeOther)
        #expect(try await person.logIn(in: browser).location == "/")
        #expect(try await browser.json("/settings")["isVerified"] as? Bool == true)
    }

    @Test("Nickname and biography are saved and recorded") func saveProfile() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        let form = ["nickname": "새 가람", "bio": "책과 국수를\r\n좋아해요 <b>"]
        let answer = try await browser.post("/settings/profile", form)
        #expect(answer.location == "/settings/profile")
        let page = try await browser.get("/settings/profile")
        #expect(page.text.contains("책과 국수를\n좋아해요 &lt;b&gt;"))
        #expect(try page.html.has("[role=status]"))
        #expect(try await site.kinds(of: TestPerson.garam).first == .profileChanged)
        // The same once more changes nothing, so nothing is noted.
        try await browser.post("/settings/profile", form)
        #expect(try await site.kinds(of: TestPerson.garam).filter { $0 == .profileChanged }.count == 1)
    }

    @Test("A taken nickname is 409 beside its field, and nothing is lost") func takenNickname() async throws {
        let site = try await TestSite()
        let other = TestBrowser(site)
        try await TestPerson.byeol.join(in: other)
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        let form = ["nickname": TestPerson.byeol.nickname, "bio": "여기 있어요"]
        let answer = try await browser.post("/settings/profile", form)
        #expect(answer.status == .conflict)
        #expect(try answer.html.has("#nickname-error"))
        #expect(answer.text.contains("여기 있어요"))
        #expect(try await TestPerson.garam.account(on: site).bio == "")
        let json = try await browser.post(
            "/settings/profile",
            form,
            [.secFetchSite: "same-origin", .accept: "application/json"]
        )
        #expect(json.status == .conflict)
        #expect(json.text.contains("\"nickname\":\"taken\""))
    }

    @Test(
        "An invalid profile is 422",
        arguments: [("nickname", "가"), ("nickname", ""), ("bio", String(repeating: "글", count: 161))]
    )
    func invalidProfile(field: String, value: String) async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        var form = ["nickname": "가람", "bio": ""]
        form[field] = value
        let answer = try await browser.post("/settings/profile", form)
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.html.has("#\(field)-error"))
    }

    @Test(
        "Members who may not publish change nothing that others read",
        arguments: TestEngine.available,
        ["unverified", "suspended", "no-posting"]
    )
    func mayNotPublish(_ engine: TestEngine, _ restriction: String) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let isVerified = restriction != "unverified"
        let id = try await site.logIn(browser, nickname: "가람", isVerified: isVerified)
        try await site.execute("UPDATE accounts SET bio = '예전 소개' WHERE id = \(id)")
        if isVerified {
            let kind = restriction == "suspended" ? "suspension" : restriction
            try await site.execute(
                """
                INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
                VALUES (1, \(id), \(kind), 'spam', 'made up', 1)
                """
            )
        }
        for form in [["nickname": "새 가람", "bio": "예전 소개"], ["nickname": "가람", "bio": "새 소개"]] {
            let answer = try await browser.post("/settings/profile", form)
            let field = form["bio"] == "새 소개" ? "bio" : "nickname"
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(site.app.views.text("form-error.\(field).\(restriction)", [:], .korean)))
            // What was typed is still there.
            #expect(answer.text.contains(form[field] ?? ""))
        }
        // What one takes back says nothing.
        #expect(try await browser.post("/settings/profile", ["nickname": "가람"]).status == .seeOther)
        let account = try #require(try await site.app.database.read { try $0.account(id) })
        #expect(account.nickname == "가람" && account.bio == "")
    }

    @Test("Preferences belong to the account and reach the next device") func preferences() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await TestPerson.garam.enter(in: browser)
        browser.forget(CookieRules.flashName)
        try await browser.post("/preferences", ["theme": "dark"])
        var account = try await TestPerson.garam.account(on: site)
        #expect(account.theme == .dark)
        #expect(account.language == .korean)
        #expect(browser.cookies[CookieRules.flashName] == nil)
        try await browser.post("/preferences", ["lang": "en", "theme": "light", "next": "/settings/profile"])
        #expect(browser.cookies[CookieRules.flashName] == "preferences-saved")
        account = try await TestPerson.garam.account(on: site)
        #expect(account.theme == .light)
        #expect(account.language == .english)
        let next = TestBrowser(site)
        try await TestPerson.garam.logIn(in: next)
        #expect(try await next.get("/about").html.has("html[lang=en][data-theme=light]"))
    }
}

extension TestSite {
    /// What is in somebody's diary, newest first.
    func kinds(of person: TestPerson) async throws -> [SecurityEvent.Kind] {
        let id = try await person.account(on: self).id
        return try await app.database.read { try $0.securityEvents(of: id, limit: 100).map(\.kind) }
    }
}
