import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What operators do to accounts.
@Suite(.cleanup)
struct StaffCommandsTests {
    private let garam = TestPerson.garam

    @Test("The first admin chooses a password by a link", arguments: TestEngine.available)
    func firstAdmin(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let made = try await StaffCommands(app: site.app).create(email: garam.email, role: .admin, password: nil)
        #expect(made.isNew && made.nickname == "garam" && !made.isMailed)
        let account = try await garam.account(on: site)
        #expect(account.verifiedAt != nil && account.passwordHash == nil && account.role == .admin)
        // Nobody agrees to anything for somebody else.
        let consents = try await site.app.database.read {
            try $0.first("SELECT COUNT(*) FROM consents") { try $0.int(0) }
        }
        #expect(consents == 0)
        #expect(try await site.mail(to: garam.email) == nil)
        let browser = TestBrowser(site)
        let path = try #require(made.link).replacing("http://moeum.example", with: "")
        #expect(try await browser.get(path).status == .ok)
        #expect(try await browser.post(path, ["password": garam.password]).location == "/login")
        #expect(try await browser.post(path, ["password": garam.password]).status == .gone)
        #expect(try await garam.logIn(in: browser).location == "/")
        // Led to the second factor before anything else.
        #expect(try await browser.get("/admin/jobs").location == "/settings/two-factor")
    }

    @Test("The link is mailed too where SMTP is set") func mailLink() async throws {
        let settings = ["MOEUM_SMTP_URL": "smtp://127.0.0.1:2525", "MOEUM_MAIL_FROM": "site@haneul.example"]
        let site = try await TestSite(settings: settings)
        let made = try await StaffCommands(app: site.app).create(email: garam.email, role: .moderator, password: nil)
        let mail = try #require(try await site.mail(to: garam.email))
        #expect(made.isMailed && mail.kind == "admin-invitation")
        #expect(made.link?.hasSuffix(try #require(mail.path)) == true)
    }

    @Test("A promoted member keeps the password", arguments: TestEngine.available)
    func promoteMember(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await garam.enter(in: TestBrowser(site))
        let commands = StaffCommands(app: site.app)
        let changed = try await commands.create(email: " GARAM@haneul.example", role: .moderator, password: nil)
        #expect(!changed.isNew && changed.nickname == garam.nickname)
        let account = try await garam.account(on: site)
        #expect(account.role == .moderator)
        #expect(try await garam.logIn(in: TestBrowser(site)).location == "/")
        let events = try await site.app.database.read { try $0.securityEvents(of: account.id, limit: 9) }
        #expect(events.filter { $0.kind == .roleChanged }.map(\.detail) == ["moderator"])
    }

    @Test("A stranger's sign-up with a staff address is worth nothing", arguments: TestEngine.available)
    func strangersSignUp(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let stranger = TestBrowser(site)
        _ = try await garam.signUp(in: stranger)
        let path = try #require(try await site.mail(to: garam.email)?.path)
        let id = try await garam.account(on: site).id
        try await site.beginSession(of: id, in: stranger)
        try await site.turnOnTwoFactor(of: id)
        let made = try await StaffCommands(app: site.app).create(email: garam.email, role: .admin, password: nil)
        #expect(!made.isNew && made.link != nil)
        #expect(try await stranger.get("/confirm-password").location?.hasPrefix("/login") == true)
        #expect(try await garam.logIn(in: stranger).status == .unprocessableContent)
        #expect(try await garam.account(on: site).passwordHash == nil)
        #expect(try await site.app.database.read { try $0.twoFactor(of: id) } == nil)
        #expect(try await site.app.database.read { try $0.recoveryCodesLeft(of: id) } == 0)
        #expect(try await stranger.get(path).status == .gone)
    }

    @Test("A given password is checked and replaces the old one") func givenPassword() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let commands = StaffCommands(app: site.app)
        for bad in ["short", "password1", "garam@haneul.example", String(repeating: "가", count: 129)] {
            await #expect(throws: StaffCommands.Error.self) {
                try await commands.create(email: garam.email, role: .admin, password: bad)
            }
        }
        #expect(try await garam.account(on: site).role == .member)
        var changed = garam
        changed.password = "느긋한-바다-구름-77"
        let result = try await commands.create(email: garam.email, role: .admin, password: changed.password)
        #expect(result.link == nil)
        #expect(try await browser.get("/confirm-password").location?.hasPrefix("/login") == true)
        #expect(try await garam.logIn(in: TestBrowser(site)).status == .unprocessableContent)
        #expect(try await changed.logIn(in: TestBrowser(site)).location == "/")
    }

    @Test("Everything that opens an account is in the audit log", arguments: TestEngine.available)
    func auditLog(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await garam.exist(on: site)
        let commands = StaffCommands(app: site.app)
        let id = try await garam.account(on: site).id
        func actions() async throws -> [AuditEntry.Action] {
            try await site.auditEntries(on: AuditEntry.Target.user(id)).reversed().map(\.action)
        }
        _ = try await commands.resetPassword(email: garam.email)
        #expect(try await actions() == [.resetPassword])
        // No role given, and no less power.
        _ = try await commands.create(email: garam.email, role: .member, password: "느긋한-바다-구름-77")
        _ = try await commands.create(email: garam.email, role: .moderator, password: nil)
        #expect(try await actions() == [.resetPassword, .resetPassword, .giveRole, .resetPassword])
        let entries = try await site.auditEntries(on: AuditEntry.Target.user(id))
        #expect(entries.allSatisfy { $0.actor == .command && $0.person == id && $0.note.isEmpty })
    }

    @Test("The last admin cannot be demoted", arguments: TestEngine.available)
    func lastAdmin(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let commands = StaffCommands(app: site.app)
        let (one, other) = (garam.email, TestPerson.byeol.email)
        _ = try await commands.create(email: one, role: .admin, password: nil)
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.create(email: one, role: .moderator, password: nil)
        }
        _ = try await commands.create(email: other, role: .admin, password: nil)
        // Both at once: one of them stays in charge.
        async let first = try? commands.create(email: one, role: .moderator, password: nil)
        async let second = try? commands.create(email: other, role: .moderator, password: nil)
        _ = await (first, second)
        #expect(try await commands.list().map(\.role).sorted() == [.moderator, .admin])
    }

    @Test("A nickname is made up where the address gives none that is free") func madeUpNickname() async throws {
        let site = try await TestSite()
        let commands = StaffCommands(app: site.app)
        let emails = ["haru@one.example", "haru@two.example", "admin@one.example", "q@one.example"]
        var names: [String] = []
        for email in emails {
            names.append(try await commands.create(email: email, role: .moderator, password: nil).nickname)
        }
        #expect(names[0] == "haru")
        #expect(Set(names).count == 4 && names.dropFirst().allSatisfy { $0.hasPrefix("garden ") })
    }

    @Test("Resetting two-factor lets its owner in again, with a mail about it", arguments: TestEngine.available)
    func resetTwoFactor(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await garam.exist(on: site)
        try await garam.logIn(in: browser)
        _ = try await garam.turnOnTwoFactor(in: browser)
        #expect(try await garam.logIn(in: other).location == "/login/code")
        let commands = StaffCommands(app: site.app)
        let link = try #require(try await commands.resetTwoFactor(email: garam.email))
        #expect(try await browser.get("/confirm-password").status == .seeOther)
        #expect(try await site.mail(to: garam.email)?.kind == "two-factor-off")
        // A login that waited for a code is over, and anyone who knows the password does not get in with it alone.
        #expect(try await other.get("/login/code").status != .ok)
        #expect(try await garam.logIn(in: other).status == .unprocessableContent)
        var changed = garam
        changed.password = "느긋한-바다-구름-77"
        let path = link.replacing("http://moeum.example", with: "")
        #expect(try await browser.post(path, ["password": changed.password]).location == "/login")
        #expect(try await changed.logIn(in: browser).location == "/")
        #expect(try await commands.resetTwoFactor(email: garam.email) == nil)
        #expect(try await browser.get("/confirm-password").status == .ok)
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.resetTwoFactor(email: "no@one.example")
        }
    }

    @Test("A command gives a recovery link or ends all sessions") func resetAndRevoke() async throws {
        let site = try await TestSite()
        let browsers = [TestBrowser(site), TestBrowser(site)]
        try await garam.enter(in: browsers[0])
        #expect(try await garam.logIn(in: browsers[1]).location == "/")
        let commands = StaffCommands(app: site.app)
        let path = try await commands.resetPassword(email: garam.email).replacing("http://moeum.example", with: "")
        #expect(try await browsers[0].get("/confirm-password").status == .ok)
        #expect(try await commands.revokeSessions(email: garam.email) == 2)
        #expect(try await commands.revokeSessions(email: garam.email) == 0)
        for browser in browsers { #expect(try await browser.get("/confirm-password").status == .seeOther) }
        var changed = garam
        changed.password = "느긋한-바다-구름-77"
        #expect(try await TestBrowser(site).post(path, ["password": changed.password]).location == "/login")
        #expect(try await changed.logIn(in: TestBrowser(site)).location == "/")
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.resetPassword(email: "no@one.example")
        }
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.revokeSessions(email: "no-address")
        }
        #expect(try await commands.list().isEmpty)
    }
}
