import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Turning the second factor on and off.
@Suite(.cleanup)
struct TwoFactorTests {
    private let garam = TestPerson.garam

    @Test("The first right code turns it on and shows the recovery codes once", arguments: TestEngine.available)
    func turnOn(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let page = try await browser.get("/settings/two-factor")
        let json = try await browser.json("/settings/two-factor")
        #expect(json["enabled"] as? Bool == false)
        let secret = try #require(json["secret"] as? String)
        #expect((json["otpauth"] as? String)?.contains("secret=\(secret)&") == true)
        #expect(try page.html.has("svg[role=img] title") && page.text.contains(TwoFactor.groups(of: secret)))
        #expect(
            try await browser.post("/settings/two-factor", ["code": "12345"]).status == .unprocessableContent
        )
        #expect(try await browser.post("/settings/two-factor").status == .unprocessableContent)
        #expect(try await site.mail(to: garam.email)?.kind == "verify")

        let (app, codes) = try await garam.turnOnTwoFactor(in: browser)
        #expect(Set(codes).count == 10)
        #expect(try await site.mail(to: garam.email)?.kind == "two-factor-on")
        let after = try await browser.get("/settings/two-factor").text
        #expect(!after.contains(secret) && !after.contains(codes[0]) && !after.contains("otpauth:"))
        let afterRepresentation = try await browser.json("/settings/two-factor")
        #expect(afterRepresentation["enabled"] as? Bool == true)
        #expect(afterRepresentation["secret"] is NSNull)
        #expect(afterRepresentation["recoveryCodesLeft"] as? Int == 10)
        // Sent twice, it neither replaces the codes nor says that nothing happened.
        let again = try await browser.post("/settings/two-factor", ["code": app.code()])
        #expect(again.status == .unprocessableContent)
        let row = try await Self.row(of: garam, on: site)
        #expect(row.codes.allSatisfy { !codes.contains($0) && $0.count == 64 })
        #expect(row.kinds.filter { $0 == .twoFactorOn }.count == 1)
    }

    @Test("The secret is not shown without a recent password") func secretNeedsPassword() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let secret = try #require(try await browser.json("/settings/two-factor")["secret"] as? String)
        try await Self.forgetPassword(on: site)
        let answer = try await browser.get("/settings/two-factor")
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/confirm-password?next=%2Fsettings%2Ftwo%2Dfactor")
        let app = TestApp(totp: try #require(TOTP(base32: secret)), now: site.now)
        for fields in [["code": app.code()], ["code": app.code(), "password": "아니에요-이건-틀려요"]] {
            let refused = try await browser.post("/settings/two-factor", fields)
            #expect(refused.status == .unprocessableContent)
            #expect(!refused.text.contains(secret) && !refused.text.contains(TwoFactor.groups(of: secret)))
        }
        let right = try await browser.post("/settings/two-factor", ["code": app.code(), "password": garam.password])
        #expect(right.status == .ok)
    }

    @Test("A secret that was shown long ago is replaced") func oldSecret() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let first = try await browser.json("/settings/two-factor")["secret"] as? String
        #expect(try await browser.json("/settings/two-factor")["secret"] as? String == first)
        try await site.app.database.write {
            try $0.execute("UPDATE two_factor SET created_at = created_at - 3600000")
        }
        #expect(try await browser.json("/settings/two-factor")["secret"] as? String != first)
    }

    @Test("New recovery codes need password and code, and replace the old ones", arguments: TestEngine.available)
    func newCodes(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let (app, codes) = try await garam.turnOnTwoFactor(in: browser)
        let path = "/settings/two-factor"
        let wrong: [[String: String]] = [
            [:], ["password": garam.password], ["code": app.code()],
            ["password": garam.password, "code": app.code(-1)],
        ]
        for fields in wrong {
            let refused = try await browser.post(path, fields.merging(["new_codes": "1"]) { $1 })
            #expect(refused.status == .unprocessableContent, "\(fields.keys)")
        }
        #expect(try await site.mail(to: garam.email)?.kind == "two-factor-on")
        let answer = try await browser.post(
            path,
            ["new_codes": "1", "password": garam.password, "code": app.code()],
            [.secFetchSite: "same-origin", .accept: "application/json"]
        )
        let json = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        let fresh = try #require(json?["recoveryCodes"] as? [String])
        #expect(fresh.count == 10 && Set(fresh).isDisjoint(with: codes))
        #expect(try await site.mail(to: garam.email)?.kind == "recovery-codes-new")
        let off = ["password": garam.password, "code": codes[0]]
        #expect(try await browser.post("\(path)/delete", off).status == .unprocessableContent)
    }

    @Test("Turning it off needs the password and a code", arguments: TestEngine.available)
    func turnOff(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let (app, codes) = try await garam.turnOnTwoFactor(in: browser)
        let path = "/settings/two-factor/delete"
        let wrong: [[String: String]] = [
            [:], ["password": garam.password], ["code": app.code()],
            ["password": garam.password, "code": app.code(-1)],
            ["password": "아니에요-이건-틀려요", "code": app.code()],
        ]
        for fields in wrong { #expect(try await browser.post(path, fields).status == .unprocessableContent) }
        #expect(try await browser.json("/settings/two-factor")["enabled"] as? Bool == true)
        let right = ["password": garam.password, "code": codes[3].lowercased()]
        #expect(try await browser.post(path, right).location == "/settings/two-factor")
        #expect(try await site.mail(to: garam.email)?.kind == "two-factor-off")
        #expect(try await browser.json("/settings/two-factor")["enabled"] as? Bool == false)
        #expect(try await Self.row(of: garam, on: site).kinds.first == .twoFactorOff)
    }

    @Test("Staff cannot turn it off") func staffKeepIt() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let app = try await garam.turnOnTwoFactor(in: browser).app
        try await site.app.database.write { try $0.execute("UPDATE accounts SET role = 'moderator'") }
        #expect(!(try await browser.get("/settings/two-factor")).text.contains("/settings/two-factor/delete"))
        let fields = ["password": garam.password, "code": app.code()]
        #expect(try await browser.post("/settings/two-factor/delete", fields).status == .forbidden)
        #expect(try await browser.json("/settings/two-factor")["enabled"] as? Bool == true)
    }

    private static func forgetPassword(on site: TestSite) async throws {
        try await site.app.database.write { try $0.execute("UPDATE sessions SET confirmed_at = confirmed_at - 300000") }
    }

    private static func row(
        of person: TestPerson,
        on site: TestSite
    ) async throws -> (codes: [String], kinds: [SecurityEvent.Kind]) {
        let id = try await person.account(on: site).id
        return try await site.app.database.read { transaction in
            let codes = try transaction.rows(
                "SELECT code_hash FROM recovery_codes WHERE account_id = \(id) ORDER BY code_hash"
            ).map { try $0.string(0) }
            return (codes, try transaction.securityEvents(of: id, limit: 50).map(\.kind))
        }
    }
}
