import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Somebody made up, and what they do on the site as anybody would: by its forms.
struct TestPerson: Sendable {
    let email: String
    let nickname: String
    var password = "조용한-달빛-산책-42"

    static let garam = TestPerson(email: "garam@haneul.example", nickname: "가람")
    static let byeol = TestPerson(email: "byeol@haneul.example", nickname: "별하")
    static let narae = TestPerson(email: "narae@haneul.example", nickname: "나래")

    var signUpForm: [String: String] {
        ["email": email, "nickname": nickname, "password": password, "agree_terms": "1", "agree_privacy": "1"]
    }

    func signUp(in browser: TestBrowser) async throws -> TestResponse {
        _ = try await browser.get("/signup")
        return try await browser.post("/signup", signUpForm)
    }

    /// Signs up, opens the mail's link in the same browser and presses its button.
    func join(in browser: TestBrowser) async throws {
        #expect(try await signUp(in: browser).location == "/signup/sent")
        let path = try #require(try await browser.site.mail(to: email)?.path)
        #expect(try await browser.get(path).status == .ok)
        #expect(try await browser.post(path).status == .seeOther)
    }

    @discardableResult
    func logIn(in browser: TestBrowser, next: String = "/") async throws -> TestResponse {
        try await browser.post("/login", ["email": email, "password": password, "next": next])
    }

    /// Joins and logs in.
    func enter(in browser: TestBrowser) async throws {
        try await join(in: browser)
        #expect(try await logIn(in: browser).location == "/")
    }

    func account(on site: TestSite) async throws -> Account {
        let address = try EmailAddress(email)
        return try #require(try await site.app.database.read { try $0.account(with: address) })
    }

    func askForEmail(_ address: String, in browser: TestBrowser) async throws {
        let form = ["new_email": address, "password": password]
        #expect(try await browser.post("/settings/email", form).location == "/settings/email")
    }

    /// Changes the address of the one who is logged in, and gives back the path that undoes it.
    func changeEmail(to address: String, in browser: TestBrowser) async throws -> String {
        let old = try #require(try await browser.json("/settings")["email"] as? String)
        try await askForEmail(address, in: browser)
        let path = try #require(try await browser.site.mail(to: address)?.path)
        #expect(try await browser.post(path).location == "/settings/email")
        return try #require(try await browser.site.mail(to: old)?.path)
    }
}
