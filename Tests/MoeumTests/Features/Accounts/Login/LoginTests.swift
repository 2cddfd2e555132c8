import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Moeum

/// Getting in with a password, and what everybody else is told.
@Suite(.cleanup)
struct LoginTests {
    private let garam = TestPerson.garam
    private let byeol = TestPerson.byeol

    /// What nobody may tell apart: all of an answer but the request's own words.
    private static func outside(_ answer: TestResponse, _ person: TestPerson) -> [String] {
        // Seconds go by between two requests.
        let headers = answer.headers.filter { $0.name != .retryAfter }.map { "\($0.name.canonicalName): \($0.value)" }
            .sorted()
        return ["\(answer.status.code)"] + headers + [answer.text.replacing(person.email, with: "ADDRESS")]
    }

    @Test("A wrong password and an unknown address get the same answer") func sameAnswer() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        _ = try await browser.get("/login")
        var known = garam
        known.password = "틀린-비밀번호-77"
        let unknown = TestPerson(email: "byeol@haneul.example", nickname: "별하", password: known.password)
        // All the way into the pause: nothing tells the two apart.
        for _ in 0..<12 {
            let first = try await known.logIn(in: browser)
            let second = try await unknown.logIn(in: browser)
            #expect(Self.outside(first, known) == Self.outside(second, unknown))
            #expect((first.headers[.retryAfter] == nil) == (second.headers[.retryAfter] == nil))
        }
        #expect(try await known.logIn(in: browser).status == .tooManyRequests)
        #expect(try await known.logIn(in: browser).html.has("input[name=email][value=\(garam.email)]"))
    }

    @Test("The address is compared without case and width") func foldAddress() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        for typed in [" GARAM@HANEUL.example ", "ｇａｒａｍ@haneul.example"] {
            let person = TestPerson(email: typed, nickname: "")
            let answer = try await person.logIn(in: browser)
            #expect(answer.location == "/", "\(typed)")
        }
    }

    @Test("The answer to too many attempts says how long to wait") func waitAndTryAgain() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        var wrong = garam
        wrong.password = "틀린-비밀번호-77"
        for _ in 0..<10 { #expect(try await wrong.logIn(in: browser).status == .unprocessableContent) }
        let paused = try await garam.logIn(in: browser)
        #expect(paused.status == .tooManyRequests)
        let seconds = try #require(paused.headers[.retryAfter].flatMap { Int($0) })
        #expect((1...120).contains(seconds))
        #expect(try await site.count("SELECT count(*) FROM sessions") == 0)
        try await site.passLimits(seconds)
        #expect(try await garam.logIn(in: browser).location == "/")
        // A login that went well gives all of the tries back.
        for _ in 0..<10 { #expect(try await wrong.logIn(in: browser).status == .unprocessableContent) }
    }

    @Test("At most two unlock mails are sent, however many try") func fewUnlockMails() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        var wrong = garam
        wrong.password = "틀린-비밀번호-77"
        for _ in 0..<20 { try await wrong.logIn(in: browser) }
        #expect(try await site.count("SELECT count(*) FROM outbox WHERE kind = 'unlock'") == 2)
    }

    @Test("Twenty simultaneous uses of an unlock link are one success") func unlockOnce() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let id = try await garam.exist(on: site)
        let secrets = AccountToken.Secrets()
        try await site.app.database.write { try $0.insertAccountToken(secrets, for: .unlock, of: id, at: site.now) }
        let browser = TestBrowser(site)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { try await browser.post("/unlock/\(secrets.token.text)").status.code }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303] + [Int](repeating: 410, count: 19))
    }

    @Test("Logins to many accounts are limited by the address that a trusted proxy states", arguments: [true, false])
    func limitByAddress(_ isTrusted: Bool) async throws {
        let proxies = isTrusted ? ["MOEUM_TRUSTED_PROXIES": "127.0.0.1"] : [:]
        let site = try await TestSite(settings: TestSite.quick.merging(proxies) { $1 })
        let client = try RouterClient(Routes.router(site.app), peer: "127.0.0.1", logger: site.app.logger)
        let guesser = TestBrowser(site, client, from: "198.51.100.7")
        let neighbour = TestBrowser(site, client, from: "198.51.100.8")
        // On a slow machine some of the tries come back while others are made.
        var refused: TestResponse?
        for number in 0..<200 where refused == nil {
            let person = TestPerson(email: "nobody\(number)@haneul.example", nickname: "")
            let answer = try await person.logIn(in: guesser)
            if answer.status == .tooManyRequests { refused = answer }
            #expect(number >= 50 || answer.status == .unprocessableContent)
        }
        #expect(refused?.headers[.retryAfter] != nil)
        // Of an untrusted peer what it says counts for nothing, so its neighbour is itself.
        let expected: HTTPResponse.Status = isTrusted ? .unprocessableContent : .tooManyRequests
        #expect(try await byeol.logIn(in: neighbour).status == expected)
    }

    @Test("A hash that costs less is replaced at the next login") func rehash() async throws {
        let settings = ["MOEUM_ARGON2_MEMORY": "256", "MOEUM_ARGON2_ITERATIONS": "2"]
        let site = try await TestSite(settings: settings)
        let weak = PasswordHasher(cost: Argon2Cost(memory: 64, iterations: 1), threads: 1)
        let old = try await weak.hash(try #require(Password(typed: garam.password)))
        await weak.close()
        try await garam.exist(on: site, hash: old)
        let browser = TestBrowser(site)
        var wrong = garam
        wrong.password = "틀린-비밀번호-77"
        try await wrong.logIn(in: browser)
        #expect(try await garam.account(on: site).passwordHash == old)
        #expect(try await garam.logIn(in: browser).location == "/")
        let new = try #require(try await garam.account(on: site).passwordHash)
        #expect(new != old && !site.app.passwords.needsRehash(new))
        #expect(try await garam.logIn(in: browser).location == "/")
        #expect(try await garam.account(on: site).passwordHash == new)
    }

    @Test("A login leads to no other site") func nextStaysLocal() async throws {
        let elsewhere = [
            "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example",
            "https:evil.example", "javascript:alert(1)", "evil.example", "/\t/evil.example", "\t//evil.example",
            " //evil.example", "/\n/evil.example", "//evil.example%2f..", "//moeum.example@evil.example", "",
            "?next=//evil",
            "data:text/html,x", "/\u{0}/evil.example", "\u{FEFF}//evil.example", "／／evil.example", "/／evil.example",
        ]
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        for next in elsewhere {
            let browser = TestBrowser(site)
            let escaped = next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let page = try await browser.get("/login?next=\(escaped)")
            #expect(try (page.hidden("next") ?? "/") == "/", "\(next)")
            let answer = try await garam.logIn(in: browser, next: next)
            // A control character is no part of any form.
            #expect(answer.status == .unprocessableContent || answer.location == "/", "\(next)")
            guard answer.status == .seeOther else { continue }
            // Who is logged in already is led on at once.
            #expect(try await browser.get("/login?next=\(escaped)").location == "/", "\(next)")
            let confirm = ["password": garam.password, "next": next]
            #expect(try await browser.post("/confirm-password", confirm).location == "/", "\(next)")
        }
        let local = try await garam.logIn(in: TestBrowser(site), next: "/places?q=a&sort=name#top")
        #expect(local.location == "/places?q=a&sort=name#top")
    }
}
