import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Choosing a new password by way of the mail.
@Suite(.cleanup)
struct RecoveryTests {
    private let garam = TestPerson.garam
    private static let fresh = "느긋한-바다-구름-77"

    private func requestRecovery(_ browser: TestBrowser, _ email: String? = nil) async throws {
        let answer = try await browser.post("/recover", ["email": email ?? garam.email])
        #expect(answer.location == "/recover/code")
    }

    private func newest(_ site: TestSite) async throws -> TestMail {
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "recover")
        return mail
    }

    @Test("A new password ends every session, sends a mail and logs nobody in", arguments: TestEngine.available)
    func newPassword(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        try await garam.exist(on: site)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await garam.logIn(in: other)
        try await requestRecovery(browser)
        let path = try #require(try await newest(site).path)
        // Scanners of mail open every link.
        for _ in 0..<2 { #expect(try await browser.get(path).status == .ok) }
        let weak = try await browser.post(path, ["password": "password"])
        #expect(weak.status == .unprocessableContent)
        #expect(try await other.get("/settings/delete").status == .ok)

        let answer = try await browser.post(path, ["password": Self.fresh])
        #expect(answer.location == "/login")
        #expect(browser.cookies["moeum_session"] == nil)
        #expect(try await browser.get("/settings/delete").status == .seeOther)
        #expect(try await other.get("/settings/delete").status == .seeOther)
        #expect(try await site.count("SELECT count(*) FROM sessions") == 0)
        #expect(try await site.mail(to: garam.email)?.kind == "password-changed")

        for used in [try await browser.post(path, ["password": Self.fresh]), try await browser.get(path)] {
            #expect(used.status == .gone)
        }
        #expect(try await garam.logIn(in: browser).status == .unprocessableContent)
        var changed = garam
        changed.password = Self.fresh
        #expect(try await changed.logIn(in: browser).location == "/")
    }

    @Test("A link is valid for half an hour, or until a newer mail") func linkLifetime() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        try await requestRecovery(browser)
        let older = try await newest(site)
        try await requestRecovery(browser)
        let newer = try await newest(site)
        let (first, second) = (try #require(older.path), try #require(newer.path))
        #expect(first != second)
        #expect(try await browser.get(first).status == .gone)
        #expect(try await browser.post(first, ["password": Self.fresh]).status == .gone)
        if older.code != newer.code {
            let stale = ["email": garam.email, "code": try #require(older.code)]
            #expect(try await browser.post("/recover/code", stale).status == .unprocessableContent)
        }
        #expect(try await browser.get(second).status == .ok)
        let expiry = try await site.app.database.read {
            try $0.first("SELECT expires_at - created_at FROM account_tokens WHERE purpose = 'recover'") {
                try $0.int64(0)
            }
        }
        #expect(expiry == 1_800_000)
        try await site.execute("UPDATE account_tokens SET expires_at = expires_at - 1800000")
        #expect(try await browser.get(second).status == .gone)
        #expect(try await browser.post(second, ["password": Self.fresh]).status == .gone)
        #expect(try await garam.logIn(in: browser).location == "/")
    }

    @Test("A code works in any browser, for three attempts") func codeAttempts() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await requestRecovery(browser)
        let right = try #require(try await newest(site).code)
        let answer = try await other.post("/recover/code", ["email": garam.email, "code": right])
        let path = try #require(answer.location)
        #expect(path.hasPrefix("/recover/") && path.count > 50)
        #expect(try await other.post(path, ["password": Self.fresh]).location == "/login")

        try await requestRecovery(browser)
        let next = try #require(try await newest(site).code)
        let wrong = next == "000000" ? "000001" : "000000"
        for status in [422, 422, 422, 410] {
            let answer = try await other.post("/recover/code", ["email": garam.email, "code": wrong])
            #expect(answer.status.code == status)
        }
        let late = try await other.post("/recover/code", ["email": garam.email, "code": next])
        #expect(late.status == .gone)
    }

    @Test("A code is valid for ten minutes") func codeLifetime() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        try await requestRecovery(browser)
        let code = try #require(try await newest(site).code)
        try await site.execute("UPDATE account_tokens SET code_expires_at = code_expires_at - 600000")
        let answer = try await browser.post("/recover/code", ["email": garam.email, "code": code])
        #expect(answer.status == .unprocessableContent)
    }

    @Test("An address gets three mails an hour") func mailLimit() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        for _ in 0..<5 {
            try await requestRecovery(browser)
            try await requestRecovery(browser, "nobody@haneul.example")
        }
        for kind in ["recover", "recover-unknown"] {
            #expect(try await site.count("SELECT count(*) FROM outbox WHERE kind = \(kind)") == 3, "\(kind)")
        }
        try await site.passLimits(3_600)
        try await requestRecovery(browser)
        #expect(try await site.count("SELECT count(*) FROM outbox WHERE kind = 'recover'") == 4)
    }

    @Test("Known and unknown addresses get the same answers") func sameAnswers() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        _ = try await browser.get("/recover")
        for (path, extra) in [("/recover", [:]), ("/recover/code", ["code": "123456"])] {
            // The last form's word is shown once, and to anyone who comes first.
            _ = try await browser.get("/")
            for _ in 0..<5 {
                var seen: [[String]] = []
                for email in [garam.email, "narae@haneul.example"] {
                    let answer = try await browser.post(path, ["email": email].merging(extra) { $1 })
                    let headers = answer.headers.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
                    let text = answer.text.replacing(email, with: "ADDRESS")
                    seen.append(["\(answer.status.code)", text] + headers)
                }
                #expect(seen[0] == seen[1], "\(path)")
            }
        }
    }

    @Test("Twenty simultaneous uses of a link are one success", arguments: TestEngine.available)
    func useLinkOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        try await requestRecovery(browser)
        let path = try #require(try await newest(site).path)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                let form = ["password": "\(Self.fresh)-\(number)"]
                group.addTask { try await browser.post(path, form).status.code }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303] + [Int](repeating: 410, count: 19))
    }

    @Test("A token serves one purpose alone") func onePurpose() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let id = try await garam.exist(on: site)
        // Only an address that is not verified yet can be.
        try await site.app.database.write {
            try $0.execute("UPDATE accounts SET verified_at = NULL WHERE id = \(id)")
        }
        let browser = TestBrowser(site)
        for purpose in TokenPurpose.allCases {
            let secrets = AccountToken.Secrets()
            try await site.app.database.write {
                try $0.insertAccountToken(secrets, for: purpose, of: id, at: site.now)
            }
            for (path, own) in [
                ("/recover", [TokenPurpose.recover]), ("/unlock", [.unlock]),
                ("/verify", TokenPurpose.verifying),
            ] {
                let status = try await browser.get("\(path)/\(secrets.token.text)").status
                #expect((status == .ok) == own.contains(purpose), "\(path) \(purpose)")
            }
        }
    }
}
