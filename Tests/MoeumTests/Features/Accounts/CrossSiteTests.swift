import Foundation
import HTTPTypes
import Testing

@testable import Moeum
@testable import Web

/// Which requests count as this site's own: Fetch Metadata first, then Origin, then the form's token.
@Suite(.cleanup)
struct CrossSiteTests {
    private let garam = TestPerson.garam
    private static let own = "http://moeum.example"

    private enum Token: CaseIterable { case missing, right, wrong }

    /// What a browser says of itself, and with which tokens it is let through.
    private static let table: [(headers: HTTPFields, passes: Set<Token>)] = [
        ([.secFetchSite: "same-origin"], [.missing, .right]),
        ([.secFetchSite: "none"], [.missing, .right]),
        ([.secFetchSite: "same-site"], []),
        ([.secFetchSite: "cross-site"], []),
        ([.secFetchSite: "made-up"], []),
        // Fetch Metadata comes first.
        ([.secFetchSite: "cross-site", .origin: own], []),
        ([.origin: own], [.missing, .right]),
        ([.origin: "https://evil.example"], []),
        ([.origin: "\(own).evil.example"], []),
        ([.origin: "https://moeum.example"], []),
        ([.origin: "null"], [.right]),
        ([:], [.right]),
    ]

    @Test("Each kind of request is accepted or refused as the table says") func acceptOwnRequests() async throws {
        let site = try await TestSite(settings: TestSite.quick.merging(["MOEUM_LIMITS": "off"]) { $1 })
        let (visitor, member) = (TestBrowser(site), TestBrowser(site))
        let visitorToken = try #require(try await visitor.get("/login").formToken)
        try await site.logIn(member, nickname: "가람")
        let memberToken = try #require(try await member.get("/settings/delete").formToken)
        for (browser, path, right) in [
            (visitor, "/login", visitorToken), (member, "/settings/delete", memberToken),
        ] {
            // Somebody else's token is as wrong as a made-up one.
            let others = right == visitorToken ? memberToken : visitorToken
            for (headers, passes) in Self.table {
                for token in Token.allCases {
                    let value: String? = token == .missing ? nil : token == .right ? right : others
                    let fields = ["email": garam.email, "password": "x"]
                    let sent = value.map { fields.merging(["csrf": $0]) { $1 } } ?? fields
                    let answer = try await browser.post(path, sent, headers)
                    let expected = passes.contains(token) ? 422 : 403
                    #expect(answer.status.code == expected, "\(path) \(headers) \(token)")
                    guard let value else { continue }
                    var asHeader = headers
                    asHeader[.csrfToken] = value
                    #expect(try await browser.post(path, fields, asHeader).status.code == expected)
                }
            }
        }
    }

    /// A form that was left open over a new login is shown again: its words, and a token with which they can be sent.
    @Test("A stale form loses no words") func staleForm() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let stale = try #require(try await browser.get("/settings/profile").formToken)
        try await site.logIn(browser, nickname: "나래")
        let fields = ["nickname": "나래", "bio": "국물 <좋아>", "csrf": stale]
        let again = try await browser.post("/settings/profile", fields)
        #expect(again.status == .forbidden && again.text.contains("국물 &lt;좋아&gt;"))
        let token = try #require(try again.hidden("csrf", of: "/settings/profile"))
        #expect(token != stale)
        #expect(
            try await browser.post("/settings/profile", fields.merging(["csrf": token]) { $1 }).status == .seeOther
        )
        let program: HTTPFields = [.accept: "application/json", .secFetchSite: "same-origin"]
        let problem = try await browser.post("/settings/profile", fields, program)
        #expect(problem.status == .forbidden && !problem.text.contains("국물"))
        #expect(problem.text.contains("\"code\":\"stale-form\""))
    }

    /// Also where they come after the photos.
    @Test("A stale form with photos loses no words") func staleFormWithPhotos() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let stale = try #require(try await browser.get("/places/1/reviews/new").formToken)
        try await site.logIn(browser, nickname: "나래")
        var form = FormFixture()
        form.add("csrf", stale)
        form.add("rating", "4")
        form.add("photos[]", fileName: "a.jpg", type: "image/jpeg", [UInt8](repeating: 7, count: 300_000))
        form.add("text", "국물이 맑고 \0 깊어요")
        let again = try await browser.post(
            "/places/1/reviews",
            body: form.closed,
            [.contentType: form.contentType, .secFetchSite: "same-origin"]
        )
        #expect(again.status == .forbidden && again.text.contains("국물이 맑고  깊어요"))
        #expect(try again.hidden("rating", of: "/places/1/reviews") == "4")
        #expect(again.text.contains("고른 사진은 함께 보내지 못해요"))
        // Both texts of an entry are the longest form of the site.
        let (mine, both) = (String(repeating: "가", count: 20_000), String(repeating: "나", count: 20_000))
        let entry = ["csrf": stale, "on": "2025-03-01", "mine": mine, "text": both]
        let long = try await browser.post("/diary/entries", entry, [.secFetchSite: "same-origin"])
        #expect(long.status == .forbidden && long.text.contains("고른 사진은 함께 보내지 못해요"))
        #expect(try long.hidden("mine", of: "/diary/entries") == mine)
        #expect(try long.hidden("text", of: "/diary/entries") == both)
    }

    @Test("Another site cannot log anybody in") func loginFromOtherSite() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        for headers: HTTPFields in [[.secFetchSite: "cross-site"], [.origin: "https://evil.example"], [:]] {
            let fields = ["email": garam.email, "password": garam.password]
            let answer = try await browser.post("/login", fields, headers)
            #expect(answer.status == .forbidden)
            #expect(answer.headers[.setCookie] == nil)
        }
        #expect(try await site.count("SELECT count(*) FROM sessions") == 0)
    }

    @Test("What was sent after the session had ended is there after the login") func keepThroughLogin() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        let words = "떠날 \"수\" 있을까 & <정말>"
        let sent = ["confirm": words, "reviews": "delete", "password": garam.password, "csrf": "old"]
        let asked = try await browser.post("/settings/delete", sent)
        #expect(asked.status == .unauthorized)
        #expect(asked.headers[.cacheControl] == "private, no-store")
        #expect(!asked.text.contains(garam.password))
        let resume = try #require(try asked.hidden("resume"))
        #expect(try asked.hidden("resume_to") == "/settings/delete")

        // A wrong password loses nothing.
        var login = ["email": garam.email, "password": "틀린-비밀번호", "resume_to": "/settings/delete"]
        login["resume"] = resume
        let mistaken = try await browser.post("/login", login)
        #expect(mistaken.status == .unprocessableContent)
        #expect(try mistaken.hidden("resume") == resume)

        login["password"] = garam.password
        let offered = try await browser.post("/login", login)
        #expect(offered.status == .ok)
        #expect(try offered.html.has("form[action=/settings/delete]"))
        let token = try #require(try offered.formToken)
        // As a browser that says nothing of itself: the page's own token is good for the new session.
        let again = try await browser.post("/settings/delete", ["confirm": words, "csrf": token], [:])
        #expect(again.status == .unprocessableContent)
        #expect(again.text.contains("수"))
    }

    @Test("What is longer than any form is not kept through the login") func tooLongToKeep() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let place = try await site.places(1)[0]
        let path = "/places/\(place)/reviews"
        let limit = String(repeating: "가", count: Int(ReviewText.lengths.upperBound))
        let kept = try await browser.post(path, ["rating": "4", "body": limit])
        #expect(try kept.status == .unauthorized && kept.hidden("resume_to") == path)
        #expect(try kept.hidden("resume")?.contains("body=") == true)
        let words = String(repeating: "가", count: 100_000)
        let long = try await browser.post(path, ["rating": "4", "body": words])
        #expect(try long.status == .unauthorized && long.hidden("resume") == nil)
        #expect(long.text.contains("너무 길어서") && long.body.readableBytes < 50_000)
    }

    @Test("A kept form is only sent to this site") func staysOnSite() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        for path in ["https://evil.example/", "//evil.example/", "/\\evil.example"] {
            let login = [
                "email": garam.email, "password": garam.password, "resume_to": path, "resume": "a=b",
            ]
            let answer = try await browser.post("/login", login)
            #expect(answer.location == "/", "\(path)")
            #expect(!answer.text.contains("evil"))
        }
    }

    @Test("No GET request changes anything") func getChangesNothing() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let id = try await garam.exist(on: site, role: .admin)
        let tokens = try await site.app.database.write { transaction in
            try TokenPurpose.allCases.map { purpose -> String in
                let secrets = AccountToken.Secrets()
                try transaction.insertAccountToken(secrets, for: purpose, of: id, at: site.now)
                return secrets.token.text
            }
        }
        let (member, anonymous) = (TestBrowser(site), TestBrowser(site))
        try await garam.logIn(in: member)
        let before = try await Self.everything(site)
        for route in Routes.router(site.app).routes where route.method == .get {
            for token in tokens {
                let path = route.path.description.replacing("{token}", with: token)
                    .replacing("{slug}", with: "mapo").replacing(/\{[^}]*\}/, with: "1")
                for browser in [member, anonymous] { _ = try await browser.get(path) }
                if !route.path.description.contains("{token}") { break }
            }
        }
        #expect(try await Self.everything(site) == before)
    }

    /// What the tables that people change hold, in text.
    private static func everything(_ site: TestSite) async throws -> [String] {
        let columns = [
            "accounts": "id || email || nickname || password_hash || role || COALESCE(leaving_at, 0)",
            "account_tokens": "token_hash || code_tries || expires_at", "sessions": "token_hash || confirmed_at",
            "security_events": "id || kind", "outbox": "id || kind", "archive_jobs": "id || state",
            "rate_limits": "key || theoretical_arrival", "sanctions": "id || kind",
        ]
        return try await site.app.database.read { transaction in
            try columns.sorted { $0.key < $1.key }.flatMap { table, columns in
                let query = SQL(stringLiteral: "SELECT \(columns) FROM \(table) ORDER BY 1")
                return try transaction.rows(query).map { "\(table): \(try $0.string(0))" }
            }
        }
    }
}
