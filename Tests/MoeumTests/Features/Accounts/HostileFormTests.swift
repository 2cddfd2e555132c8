import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Moeum

/// What no person would send, to every form that accounts have.
@Suite(.cleanup)
struct HostileFormTests {
    private static let fields = [
        "email", "nickname", "password", "new_password", "current", "current_password", "code", "confirm", "reviews",
        "bio", "next", "remember", "agree_terms", "agree_privacy", "resume", "resume_to", "lang", "theme", "id",
    ]

    /// Where forms of accounts go to; not the one that takes files.
    private static func paths(_ site: TestSite) -> [String] {
        let others = ["/settings/import", "/logout"]
        return Routes.router(site.app).routes.filter { $0.method == .post }.map { route in
            route.path.description.replacing("{token}", with: SecretToken().text).replacing(/\{[^}]*\}/, with: "1")
        }.filter { !others.contains($0) && !$0.hasPrefix("/admin") }.sorted()
    }

    private static func form(_ value: [UInt8]) -> [UInt8] {
        Array(fields.map { Array("\($0)=".utf8) + value }.joined(separator: Array("&".utf8)))
    }

    private static let hostile: [(name: String, value: [UInt8], isRefusedAtOnce: Bool)] = [
        ("NUL", Array("a%00b".utf8), true), ("bell", Array("a%07b".utf8), false), ("C1", Array("%C2%85".utf8), false),
        ("escape", Array("%1B[2J".utf8), false), ("raw NUL", [97, 0, 98], true),
        ("long", [UInt8](repeating: 97, count: 3_000), false),
        ("accents", Array(String(repeating: "a\u{301}\u{301}", count: 400).utf8), false),
        ("one character", Array(("a" + String(repeating: "\u{301}", count: 2_000)).utf8), false),
        ("directions", Array("\u{202E}garam\u{2066}\u{200F}".utf8), false),
        ("unseen", Array("\u{200B}\u{FEFF}\u{E0041}".utf8), false), ("lines", Array("a%0D%0AX-Y:%20z".utf8), false),
        ("markup", Array("%3Cscript%3E%22'%26%7B%7B%7D%7D".utf8), false), ("blank", Array("+++".utf8), false),
        ("empty", [], false), ("noncharacters", Array("\u{FFFE}\u{10FFFF}".utf8), false),
        ("number", Array("99999999999999999999999999".utf8), false),
    ]

    @Test("No form that anybody sends is an error of the server", arguments: TestEngine.available)
    func noServerError(_ engine: TestEngine) async throws {
        let settings = TestSite.quick.merging(["MOEUM_LIMITS": "off"]) { $1 }
        let site = try await TestSite(on: engine, settings: settings)
        let (visitor, member) = (TestBrowser(site), TestBrowser(site))
        _ = try await visitor.get("/signup")
        for path in Self.paths(site) {
            for (name, value, isRefusedAtOnce) in Self.hostile {
                // An audit entry may have ended the session.
                if try await member.get("/settings/delete").status != .ok {
                    try await site.logIn(member, nickname: "가람\(Account.ID.next().rawValue % 100_000)")
                }
                for browser in [visitor, member] {
                    let answer = try await browser.post(path, raw: Self.form(value))
                    let code = answer.status.code
                    #expect(code < 500, "\(path) \(name) \(code)")
                    if isRefusedAtOnce { #expect(code >= 400, "\(path) \(name) \(code)") }
                    if name == "markup" {
                        let scripts = try answer.html.all("script").map(\.textContent)
                        #expect(!scripts.contains { $0.hasPrefix("\"'&") }, "\(path) \(name)")
                    }
                    #expect(answer.headers[HTTPField.Name.xForwarded] == nil, "\(path) \(name)")
                }
            }
        }
    }

    @Test("A million lines are refused, and more than the limit is too large") func millionLines() async throws {
        let settings = TestSite.quick.merging(["MOEUM_LIMITS": "off"]) { $1 }
        let site = try await TestSite(settings: settings)
        let (visitor, member) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(member, nickname: "가람")
        let lines = [UInt8](repeating: 10, count: 1_000_000)
        for (path, field) in [
            ("/signup", "email"), ("/signup", "nickname"), ("/signup", "password"), ("/login", "email"),
            ("/login", "password"), ("/recover", "email"), ("/verify", "email"), ("/verify/code", "code"),
            ("/confirm-password", "password"), ("/settings/delete", "confirm"),
        ] {
            let answer = try await member.post(path, raw: Array("\(field)=".utf8) + lines)
            #expect(answer.status == .unprocessableContent, "\(path) \(field) \(answer.status)")
        }
        let escaped = Array("email=".utf8) + Array(String(repeating: "%0A", count: 1_000_000).utf8)
        for path in Self.paths(site) {
            #expect(try await visitor.post(path, raw: escaped).status == .contentTooLarge, "\(path)")
        }
    }

    @Test("Only the fields of the form are read") func ignoreOtherFields() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let garam = TestPerson.garam
        let browser = TestBrowser(site)
        _ = try await browser.get("/signup")
        let more = [
            "role": "admin", "verified_at": "1", "id": "7", "language": "en", "password_hash": "x",
            "account_id": "7", "is_admin": "1", "created_at": "1", "email_key": "x",
        ]
        let answer = try await browser.post("/signup", garam.signUpForm.merging(more) { $1 })
        #expect(answer.location == "/signup/sent")
        let account = try await garam.account(on: site)
        #expect(account.role == .member && account.verifiedAt == nil && account.id != 7)
        #expect(account.language == .korean && account.createdAt > site.now - 60)
        let code = try #require(try await site.mail(to: garam.email)?.code)
        let verification = ["code": code, "role": "admin", "account_id": "7"]
        #expect(try await browser.post("/verify/code", verification).location == "/")
        let login = ["email": garam.email, "password": garam.password, "role": "admin", "account_id": "7"]
        #expect(try await browser.post("/login", login).location == "/")
        #expect(try await garam.account(on: site).role == .member)
    }

    @Test("The first of repeated fields counts") func repeatedField() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let (garam, byeol) = (TestPerson.garam, TestPerson.byeol)
        for person in [garam, byeol] { try await person.exist(on: site) }
        let browser = TestBrowser(site)
        let escaped = garam.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let body = "email=\(garam.email)&email=\(byeol.email)&password=\(escaped)&password=x"
            .replacing("@", with: "%40")
        #expect(try await browser.post("/login", raw: Array(body.utf8)).location == "/")
        let id = try await garam.account(on: site).id
        #expect(try await site.count("SELECT count(*) FROM sessions WHERE account_id = \(id)") == 1)
        #expect(try await site.count("SELECT count(*) FROM sessions") == 1)
    }
}

extension HTTPField.Name {
    /// What "lines" tries to put into an answer.
    fileprivate static var xForwarded: HTTPField.Name { HTTPField.Name("X-Y") ?? .accept }
}
