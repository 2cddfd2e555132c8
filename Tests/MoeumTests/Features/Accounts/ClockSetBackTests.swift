import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Database
@testable import Moeum

/// What somebody once saw to be over stays over, though the clock is set back.
@Suite(.cleanup)
struct ClockSetBackTests {
    /// Something that is good for a time.
    private struct Passing: Sendable {
        let name: String
        let lifetime: TimeInterval
        /// Whether it is good now.
        let isGood: @Sendable (Transaction, Date) throws -> Bool
    }

    private struct Refused: Error {}

    private static func all(
        of account: Account.ID,
        _ secrets: AccountToken.Secrets,
        _ token: SecretToken
    ) -> [Passing] {
        let (day, link, code) = (86_400.0, secrets.token, secrets.code)
        return [
            Passing(name: "link", lifetime: day) { try $0.token(link, for: .verify, at: $1) != nil },
            Passing(name: "used link", lifetime: day) { try $0.consumeAccountToken(link, for: .verify, at: $1) != nil },
            Passing(name: "browser", lifetime: day) { try $0.token(awaitedBy: "b", for: [.verify], at: $1) != nil },
            Passing(name: "account", lifetime: day) {
                try $0.unexpiredAccountToken(of: account, for: [.verify], at: $1) != nil
            },
            Passing(name: "code", lifetime: AccountToken.codeLifetime) {
                try $0.checkCode(code, for: .verify, of: account, at: $1)
            },
            Passing(name: "undo", lifetime: EmailUndo.lifetime) { try $0.emailUndo(token, at: $1) != nil },
            Passing(name: "challenge", lifetime: LoginChallenge.lifetime) {
                try $0.loginChallenge(token, at: $1) != nil
            },
            Passing(name: "session", lifetime: Session.idleLimit) {
                try $0.member(with: token, formToken: "", at: $1) != nil
            },
            Passing(name: "list of sessions", lifetime: Session.idleLimit) {
                try !$0.sessions(of: account, at: $1).isEmpty
            },
            Passing(name: "confirmed password", lifetime: Member.confirmationLifetime) {
                try $0.member(with: token, formToken: "", at: $1)?.member.hasConfirmed(at: $1) ?? false
            },
            Passing(name: "made archive", lifetime: ArchiveJob.lifetime) { transaction, now in
                try transaction.endExpiredArchives(of: account, at: now)
                return try transaction.archiveJobs(.export, of: account).contains { $0.isReady(at: now) }
            },
            Passing(name: "takedown link", lifetime: Takedown.linkLifetime) {
                try $0.takedownRequest(token, at: $1) != nil
            },
        ]
    }

    /// Makes all of them again.
    private static func make(
        of account: Account.ID,
        _ secrets: AccountToken.Secrets,
        _ token: SecretToken,
        _ site: TestSite
    ) async throws {
        let now = site.now
        let place = try #require(try await site.places(1).first)
        let review = try await site.review(place, by: account, try ReviewsFixture.input("국물이 맑아요. 조용해서 좋았어요."))
        try await site.app.database.write { transaction in
            for table: SQL in ["account_tokens", "email_undos", "login_challenges", "sessions", "archive_jobs"] {
                try transaction.execute("DELETE FROM \(table)")
            }
            try transaction.insertAccountToken(secrets, for: .verify, of: account, browserHash: "b", at: now)
            try transaction.insertEmailUndo(token, of: account, to: try EmailAddress("old@haneul.example"), at: now)
            let challenge = LoginChallenge(accountID: account, isRemembered: false, nextPath: "/")
            try transaction.insertLoginChallenge(token, challenge, at: now)
            let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
            try transaction.beginSession(of: account, token, isRemembered: true, from: origin, at: now)
            _ = try transaction.addArchiveJob(.export, for: account, at: now)
            let job = try #require(try transaction.archiveJobs(.export, of: account).first)
            try transaction.finishArchiveJob(job, file: ("a.zip", 1), at: now)
            try transaction.execute(
                """
                INSERT INTO takedown_requests (token_hash, target_kind, target_id, review_id, claim, name, email, reason,
                    language, excerpt, expires_at)
                VALUES (\(token.hash), 'review', \(review), \(review), 'privacy', 'n', 'e@haneul.example', 'r', 'ko', 'x',
                    \((now + Takedown.linkLifetime).milliseconds))
                """
            )
        }
    }

    /// Seen by a read, by a write, and by a write that comes to nothing.
    private enum Visibility: CaseIterable { case read, write, undoneWrite }

    private static func look(_ passing: Passing, _ visibility: Visibility, _ site: TestSite) async throws -> Bool {
        let now = site.now
        let isGood = passing.isGood
        switch visibility {
        case .read: return try await site.app.database.read { try isGood($0, now) }
        case .write: return try await site.app.database.write { try isGood($0, now) }
        case .undoneWrite:
            do {
                try await site.app.database.write { if try !isGood($0, now) { throw Refused() } }
                return true
            } catch is Refused { return false }
        }
    }

    private static func check(_ index: Int, _ visibility: Visibility, _ site: TestSite) async throws {
        let person = try #require(try await site.people(1).first)
        let (secrets, token) = (AccountToken.Secrets(), SecretToken())
        try await make(of: person, secrets, token, site)
        let passing = all(of: person, secrets, token)[index]
        // What counts a try can only be looked at in a write, and what is used up only once.
        let isWriting = passing.name == "code" || passing.name == "used link"
        if isWriting, visibility == .read { return }
        if !isWriting { #expect(try await look(passing, visibility, site), "\(passing.name)") }
        site.clock.move(passing.lifetime + 1)
        #expect(try await !look(passing, visibility, site), "\(passing.name), over")
        site.clock.move(-passing.lifetime - 1)
        #expect(try await !look(passing, visibility, site), "\(passing.name), set back")
    }

    @Test("What was seen to be over stays over when the clock is set back", arguments: TestEngine.available, 0..<12)
    func staysOver(_ engine: TestEngine, _ index: Int) async throws {
        for visibility in Visibility.allCases {
            try await Cleanup.run { try await Self.check(index, visibility, try await TestSite(on: engine)) }
        }
    }

    @Test("A link that was answered with 410 is answered with it again") func linkStaysGone() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        let browser = TestBrowser(site)
        _ = try await TestPerson.garam.signUp(in: browser)
        let path = try #require(try await site.mail(to: TestPerson.garam.email)?.path)
        #expect(try await browser.get(path).status == .ok)
        site.clock.move(25 * 3_600)
        #expect(try await browser.get(path).status == .gone)
        site.clock.move(-48 * 3_600)
        #expect(try await browser.get(path).status == .gone)
        // Limits run by the same clock.
        try await site.passLimits(48 * 3_600)
        #expect(try await browser.post(path).status == .gone)
    }

    @Test("An archive that was gone stays gone", arguments: TestEngine.available)
    func archiveStaysGone(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let job = try await site.export()
        let path = "/settings/export/\(job.id)"
        #expect(try await site.send(.get, path).status == .ok)
        site.clock.move(ArchiveJob.lifetime + 60)
        #expect(try await site.send(.get, path).status == .gone)
        site.clock.move(-ArchiveJob.lifetime - 60)
        #expect(try await site.send(.get, path).status == .gone)
        try await site.app.archives.worker.sweep()
        #expect(site.files(.export) == [])
    }

    // MARK: What was imposed

    @Test("A sanction that was seen to be over stays over", arguments: TestEngine.available)
    func sanctionStaysOver(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let account = client.account
        var audit = AuditContext(actor: .command, reason: .spam, at: site.now, emailRenderer: site.app.emailRenderer)
        audit.until = site.now + 86_400
        try await site.app.database.write { [audit] in
            _ = try $0.imposeSanction(.suspension, on: account, audit)
        }
        let path = "/favourites/\(client.place)"
        #expect(try await browser.post(path).status == .forbidden)
        site.clock.move(86_401)
        #expect(try await browser.post(path).status == .seeOther)
        let app = site.app
        try await SanctionEnd(database: app.database, emailRenderer: app.emailRenderer, clock: app.clock).run()
        #expect(try await site.mail(toAccount: account)?.kind == "sanction-ended")
        site.clock.move(-86_401)
        // Limits run by the same clock.
        try await site.passLimits(86_401)
        #expect(try await browser.post("\(path)/delete").status == .seeOther)
        #expect(try await site.app.database.read { try !$0.isSuspended(account, at: site.now) })
    }

    @Test("A sanction holds although the clock is set back to before it", arguments: TestEngine.available)
    func sanctionHolds(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "가람")
        let audit = AuditContext(actor: .command, reason: .spam, at: site.now, emailRenderer: site.app.emailRenderer)
        try await site.app.database.write { _ = try $0.imposeSanction(.suspension, on: account, audit) }
        site.clock.move(-3_600)
        let place = try #require(try await site.places(1).first)
        #expect(try await browser.post("/favourites/\(place)").status == .forbidden)
        #expect(try await browser.get("/members/\(account)").status == .notFound)
    }

    @Test("The block of a deleted review that was seen to be over stays over", arguments: TestEngine.available)
    func blockStaysOver(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        _ = try await client.block()
        #expect(try await client.author.post("/reviews/\(client.review)/delete").status == .seeOther)
        try await client.pass(days: 1)
        let (place, account) = (client.place, client.account)
        @Sendable func isBlocked() async throws -> Bool {
            let now = site.now
            return try await site.app.database.write {
                try $0.hasBlockOfDeletedReview(blockAt: place, of: account, at: now)
            }
        }
        #expect(try await isBlocked())
        site.clock.move(Takedown.period + 60)
        #expect(try await !isBlocked())
        site.clock.move(-Takedown.period - 60)
        #expect(try await !isBlocked())
    }
}
