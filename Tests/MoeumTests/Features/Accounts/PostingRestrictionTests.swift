import Testing

@testable import Moeum

/// Who may publish, in the one place that says so.
@Suite(.cleanup)
struct PostingRestrictionTests {
    private func restriction(_ site: TestSite, _ browser: TestBrowser) async throws -> Member.PostingRestriction? {
        let cookie = try #require(browser.cookies[site.app.config.cookies.sessionName])
        let token = try #require(SecretToken(cookie))
        let found = try await site.app.database.read { try $0.member(with: token, formToken: "", at: site.now) }
        let member = try #require(found).member
        #expect(member.mayPublish == (member.postingRestriction == nil))
        return member.postingRestriction
    }

    @Test("Members with a confirmed address and without a sanction may publish", arguments: TestEngine.available)
    func mayPublish(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (writer, newcomer, suspended) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        try await site.logIn(writer, nickname: "가람")
        try await site.logIn(newcomer, nickname: "별하", isVerified: false)
        try await site.logIn(suspended, nickname: "나래", isSuspended: true, isVerified: false)
        #expect(try await restriction(site, writer) == nil)
        #expect(try await restriction(site, newcomer) == .unverified)
        #expect(try await restriction(site, suspended) == .suspended)
    }

    @Test("A sanction restricts posting only while it is in force", arguments: TestEngine.available)
    func whileInForce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let id = try await site.logIn(browser, nickname: "가람")
        let now = site.now.milliseconds
        let spans: [(starts: Int64, ends: Int64?, lifted: Int64?, isBarred: Bool)] = [
            (now - 1, nil, nil, true), (now, now + 1, nil, true), (now - 10, now, nil, false),
            (now - 10, nil, now - 1, false),
            // Imposed by a clock that was set back since.
            (now + 1, nil, nil, true),
        ]
        for span in spans {
            try await site.execute("DELETE FROM sanctions")
            try await site.execute(
                """
                INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at, ends_at, lifted_at)
                VALUES (1, \(id), 'no-posting', 'spam', 'made up', \(span.starts), \(span.ends), \(span.lifted))
                """
            )
            #expect(try await restriction(site, browser) == (span.isBarred ? .noPosting : nil), "\(span)")
        }
        try await site.execute("UPDATE sanctions SET kind = 'warning', lifted_at = NULL, starts_at = 1")
        #expect(try await restriction(site, browser) == nil)
    }
}
