import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// A review, the person who asks for it to be blocked, its author, and staff.
struct TakedownClient: Sendable {
    /// Of the person who asks, without a session.
    let asker: TestBrowser
    let author: TestBrowser
    let moderator: TestBrowser
    let account: Account.ID
    let place: Place.ID
    let review: Review.ID

    static let email = "damin@narae.example"
    static let name = "이다민"
    static let reason = "제 전화번호와 이름이 그대로 적혀 있어서 지워 주셨으면 해요."
    static let words = "국물이 맑고 사장님 전화번호는 010-1234-5678이에요."

    init(on engine: TestEngine = .sqlite, settings: [String: String] = [:]) async throws {
        let site = try await TestSite(on: engine, settings: settings)
        (asker, author, moderator) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        account = try await site.logIn(author, nickname: "가람")
        try await site.logIn(moderator, nickname: "지킴이", role: .moderator, hasTwoFactor: true)
        place = try #require(try await site.places(1).first)
        review = try await site.review(place, by: account, try ReviewsFixture.input(Self.words))
    }

    var site: TestSite { asker.site }

    /// As our own form sends it.
    /// - Parameter changes: nil leaves a field out.
    func fields(_ changes: [String: String?] = [:]) -> [String: String] {
        var fields = [
            "target": "review:\(review)", "claim": "privacy", "email": Self.email, "name": Self.name,
            "reason": Self.reason, "entitled": "1", "asked": TakedownRequest.asked,
        ]
        for (name, value) in changes { fields[name] = value }
        return fields
    }

    /// Sends the form.
    func submit(_ changes: [String: String?] = [:], _ language: String = "ko") async throws -> TestResponse {
        try await asker.post(
            "/takedowns",
            fields(changes),
            [.secFetchSite: "same-origin", .acceptLanguage: language]
        )
    }

    /// Sends the form, and confirms by the mail's link.
    @discardableResult
    func confirm(_ changes: [String: String?] = [:], _ language: String = "ko") async throws -> Takedown.ID {
        #expect(try await submit(changes, language).location == "/takedowns/new?sent=1")
        let path = try #require(try await site.mail(to: (changes["email"] ?? nil) ?? Self.email)?.path)
        #expect(try await asker.post(path).status == .seeOther)
        return try #require(try await newest())
    }

    func newest() async throws -> Takedown.ID? {
        try await site.app.database.read {
            try $0.first("SELECT MAX(id) FROM takedowns") { try $0.optionalID(0) } ?? nil
        }
    }

    func takedown(_ id: Takedown.ID) async throws -> Takedown {
        try #require(try await site.app.database.read { try $0.takedown(id) })
    }

    @discardableResult
    func decide(_ id: Takedown.ID, _ decision: String, _ changes: [String: String] = [:]) async throws -> TestResponse {
        let usual = ["decision": decision, "reason": "전화번호가 보여서 가렸어요."]
        return try await moderator.post("/admin/takedowns/\(id)", usual.merging(changes) { $1 })
    }

    /// Asked, confirmed and blocked.
    func block() async throws -> Takedown.ID {
        let id = try await confirm()
        #expect(try await decide(id, "block").status == .seeOther)
        return id
    }

    /// Lets what ends by itself end.
    /// - Parameter days: from now on.
    func pass(days: Double) async throws {
        let later = site.now + days * 86_400
        guard try await site.app.database.read({ try TakedownEnd.hasWork($0, at: later) }) else { return }
        try await TakedownEnd(database: site.app.database, emailRenderer: site.app.emailRenderer) { later }.run()
    }

    /// Forgets what is past its time.
    /// - Parameter days: from now on.
    func sweep(inDays days: Double) async throws {
        let later = site.now + days * 86_400
        try await site.app.database.write { transaction in
            for sweep in Takedown.sweeps { _ = try sweep(transaction, later, 500) }
        }
    }

    func mailsToAuthor() async throws -> [String] {
        try await site.app.database.read { [account] transaction in
            let email = try transaction.account(account)?.email ?? ""
            return try transaction.rows("SELECT kind FROM outbox WHERE recipient = \(email) ORDER BY id").map {
                try $0.string(0)
            }
        }
    }

    func mailToAuthor() async throws -> TestMail? {
        let email = try await site.app.database.read { [account] in try $0.account(account)?.email ?? "" }
        return try await site.mail(to: email)
    }

    func isShown() async throws -> Bool {
        try await site.app.database.read { [review] in try $0.review(review)?.isShown ?? false }
    }
}
