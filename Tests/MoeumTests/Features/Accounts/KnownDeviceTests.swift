import Testing

@testable import Moeum

/// A browser that logged in before is told from one that did not.
@Suite(.cleanup)
struct KnownDeviceTests {
    private let garam = TestPerson.garam

    private func failTwelveTimes(in browser: TestBrowser) async throws -> [Int] {
        var stranger = garam
        stranger.password = "아무거나-넣어-보기"
        var statuses: [Int] = []
        for _ in 0..<12 { statuses.append(try await stranger.logIn(in: browser).status.code) }
        return statuses
    }

    @Test("Nobody can lock the owner out of a known device") func ownerStaysIn() async throws {
        let site = try await TestSite(settings: ["MOEUM_ARGON2_MEMORY": "64"])
        let (own, other) = (TestBrowser(site), TestBrowser(site))
        try await garam.enter(in: own)
        try await own.post("/logout")
        let statuses = try await failTwelveTimes(in: other)
        #expect(statuses == [Int](repeating: 422, count: 10) + [429, 429])
        // Not even with the right password, elsewhere; but at home.
        let elsewhere = try await garam.logIn(in: TestBrowser(site))
        #expect(elsewhere.status == .tooManyRequests)
        #expect(elsewhere.headers[.retryAfter] != nil)
        #expect(try await garam.logIn(in: own).location == "/")
    }

    @Test("The link of the mail unlocks the login at once") func unlockByMail() async throws {
        let site = try await TestSite(settings: ["MOEUM_ARGON2_MEMORY": "64"])
        let own = TestBrowser(site)
        try await garam.enter(in: own)
        try await own.post("/logout")
        #expect(try await failTwelveTimes(in: own).last == 429)
        #expect(try await garam.logIn(in: own).status == .tooManyRequests)
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "unlock")
        let path = try #require(mail.path)
        #expect(try await own.get(path).status == .ok)
        #expect(try await own.post(path).location == "/login")
        #expect(try await garam.logIn(in: own).location == "/")
        #expect(try await own.post(path).status == .gone)
    }
}
