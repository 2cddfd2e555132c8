import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// From asking to leave to nothing being left.
@Suite(.cleanup)
struct WithdrawalTests {
    private let garam = TestPerson.garam
    private static let day: TimeInterval = 86_400

    private func leave(_ person: TestPerson, in browser: TestBrowser, _ changes: [String: String] = [:]) async throws
        -> HTTPResponse.Status
    {
        let form = ["password": person.password, "confirm": "떠날게요", "reviews": "delete"]
        return try await browser.post("/settings/delete", form.merging(changes) { $1 }).status
    }

    @Test("Leaving ends every session and says until when it can be undone", arguments: TestEngine.available)
    func leaveSite(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await garam.enter(in: browser)
        try await garam.logIn(in: other)
        let page = try await browser.get("/settings/delete")
        #expect(try page.text.contains("14일") && page.html.has("[name=reviews]"))
        let answer = try await browser.post(
            "/settings/delete",
            ["password": garam.password, "confirm": "Goodbye ", "reviews": "delete"]
        )
        #expect(answer.location == "/")
        #expect(answer.headers[.clearSiteData] != nil)
        #expect(try await browser.get("/").text.contains("탈퇴를 신청했어요"))
        for one in [browser, other] {
            #expect(try await one.get("/settings/delete").location?.hasPrefix("/login?next=") == true)
        }
        let account = try await garam.account(on: site)
        let asked = try #require(account.leavingAt)
        #expect(asked == site.now)
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(mail.kind == "leaving")
        let day = SeoulTime(asked + 14 * Self.day).isoDay.split(separator: "-").compactMap { Int($0) }
        #expect(mail.text.contains("\(day[1])월 \(day[2])일"))
        let kinds = try await site.app.database.read {
            try $0.securityEvents(of: account.id, limit: 9).map(\.kind)
        }
        #expect(kinds.first == .leavingAsked)
    }

    @Test("A login cancels the withdrawal") func loginCancels() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        #expect(try await leave(garam, in: browser) == .seeOther)
        #expect(try await garam.logIn(in: browser).location == "/")
        #expect(try await garam.account(on: site).leavingAt == nil)
        #expect(try await site.mail(to: garam.email)?.kind == "back")
        #expect(try await site.app.accountMaintenance.eraser.run(at: site.now + 20 * Self.day) == 0)
    }

    @Test("A form with errors changes nothing") func refusedForm() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        for wrong in [
            ["password": "다른-비밀번호-123"], ["password": ""], ["confirm": "네"], ["confirm": ""],
            ["reviews": "sell"],
        ] {
            #expect(try await leave(garam, in: browser, wrong) == .unprocessableContent, "\(wrong)")
        }
        let account = try await garam.account(on: site)
        #expect(account.leavingAt == nil)
        #expect(try await browser.get("/settings/delete").status == .ok)
    }

    @Test("A suspended member can leave") func suspendedLeaves() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let account = try await garam.account(on: site)
        try await site.app.database.write { try $0.suspend(account.id) }
        #expect(try await leave(garam, in: browser) == .seeOther)
        #expect(try await garam.account(on: site).leavingAt != nil)
    }

    /// What is to be deleted is out of others' sight at once, and back with the owner; what is to stay stays.
    @Test("Reviews that are to be deleted are hidden at once", arguments: TestEngine.available)
    func hideReviews(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, visitor) = (TestBrowser(site), TestBrowser(site))
        try await garam.enter(in: browser)
        let account = try await garam.account(on: site)
        let place = try await site.places(1)[0]
        let review = try await site.review(place, by: account.id, try ReviewsFixture.input(stars: 4))
        func isShown() async throws -> Bool { try await visitor.get("/reviews/\(review)").status == .ok }
        for (wish, isVisible) in [("anonymise", true), ("delete", false)] {
            #expect(try await leave(garam, in: browser, ["reviews": wish]) == .seeOther)
            let shown = try await isShown()
            #expect(shown == isVisible, "\(wish)")
            _ = try await garam.logIn(in: browser)
            let isBack = try await isShown()
            #expect(isBack, "\(wish)")
        }
    }

    @Test("The last admin cannot leave") func lastAdmin() async throws {
        let site = try await TestSite()
        let byeol = TestPerson.byeol
        for (person, browser) in [(garam, TestBrowser(site)), (byeol, TestBrowser(site))] {
            try await person.enter(in: browser)
            let id = try await person.account(on: site).id
            try await site.app.database.write {
                try $0.execute("UPDATE accounts SET role = 'admin' WHERE id = \(id)")
            }
            // One of two may go; the one who stays may not.
            let isLast = person.email == garam.email
            #expect(try await leave(person, in: browser) == (isLast ? .conflict : .seeOther))
        }
        #expect(try await garam.account(on: site).leavingAt == nil)
    }

    @Test("After two weeks nothing is left, and the address is free", arguments: TestEngine.available)
    func nothingLeft(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let id = try await garam.account(on: site).id
        try site.app.archives.files.makeFolders()
        let file = site.app.archives.files.path(of: "made-up.zip", .export)
        try Data("zip".utf8).write(to: URL(filePath: file))
        try await site.app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO archive_jobs (id, account_id, kind, state, file, created_at)
                VALUES (1, \(id), 'export', 'done', 'made-up.zip', 1)
                """
            )
        }
        try await site.runJobs(OutboxSender(mailer: MemoryMailer()))
        #expect(try await leave(garam, in: browser) == .seeOther)
        let eraser = site.app.accountMaintenance.eraser
        #expect(try await eraser.run(at: site.now + 14 * Self.day - 60) == 0)
        #expect(try await Self.rows(of: id, site).count > 3)
        #expect(try await eraser.run(at: site.now + 15 * Self.day) == 1)
        #expect(try await eraser.run(at: site.now + 15 * Self.day) == 0)

        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try await Self.rows(of: id, site) == [:])
        let mails = try await Self.mails(site)
        #expect(mails == ["left: \(garam.email)"])
        let mailer = MemoryMailer()
        try await site.runJobs(OutboxSender(mailer: mailer))
        #expect(mailer.sent.map(\.recipient) == [garam.email])
        #expect(try await Self.mails(site) == [])

        #expect(try await garam.logIn(in: TestBrowser(site)).status == .unprocessableContent)
        try await garam.enter(in: TestBrowser(site))
        #expect(try await garam.account(on: site).id != id)
    }

    /// How many rows of each table belong to an account.
    private static func rows(of id: Account.ID, _ site: TestSite) async throws -> [String: Int] {
        let tables = [
            "sessions", "known_devices", "account_tokens", "two_factor", "recovery_codes", "login_challenges",
            "consents", "security_events", "sanctions", "archive_jobs", "email_undos",
        ]
        return try await site.app.database.read { transaction in
            var counts: [String: Int] = [:]
            for table in tables {
                let query = SQL(stringLiteral: "SELECT count(*) FROM \(table) WHERE account_id = \(id)")
                let count = try transaction.first(query) { try $0.int(0) } ?? 0
                if count > 0 { counts[table] = count }
            }
            return counts
        }
    }

    /// Kind and recipient of every mail that names one.
    private static func mails(_ site: TestSite) async throws -> [String] {
        try await site.app.database.read { transaction in
            try transaction.rows("SELECT kind, recipient FROM outbox WHERE recipient <> '' ORDER BY id").map {
                "\(try $0.string(0)): \(try $0.string(1))"
            }
        }
    }

    @Test("A login after two weeks does not cancel the withdrawal") func loginTooLate() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        #expect(try await leave(garam, in: browser) == .seeOther)
        let id = try await garam.account(on: site).id
        let then = (site.now - 14 * Self.day).milliseconds
        try await site.app.database.write {
            try $0.execute("UPDATE accounts SET leaving_at = \(then) WHERE id = \(id)")
        }
        #expect(try await garam.logIn(in: browser).status == .unprocessableContent)
    }

    @Test("An account is erased once by several programs, also after a crash", arguments: TestEngine.available)
    func eraseOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        #expect(try await leave(garam, in: browser) == .seeOther)
        let then = site.now + 15 * Self.day
        struct Crash: Error {}
        let (app, fails) = (site.app, true)
        let crashing = AccountEraser(
            database: app.database,
            emailRenderer: app.emailRenderer,
            steps: [{ _ in if fails { throw Crash() } }],
            logger: app.logger
        )
        #expect(try await crashing.run(at: then) == 0)
        #expect(try await garam.account(on: site).leavingAt != nil)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await app.accountMaintenance.eraser.run(at: then) } }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        #expect(counts == 1)
        #expect(try await Self.mails(site) == ["left: \(garam.email)"])
    }
}
