import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Roles are given by admins, can be taken back, and never leave the site without an admin.
@Suite(.cleanup)
struct RoleTests {
    private func setRole(
        _ role: String,
        to person: Account.ID,
        by client: StaffClient,
        _ reason: String = "맡아 주기로 했어요"
    ) async throws -> TestResponse {
        try await client.browser.post("/admin/users/\(person)/role", ["role": role, "reason": reason])
    }

    private func role(of id: Account.ID, _ site: TestSite) async throws -> Role? {
        try await site.app.database.read { try $0.account(id)?.role }
    }

    @Test("An admin gives a role and undoes it", arguments: TestEngine.available)
    func giveRole(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, admin) = (TestBrowser(site), try await TestBrowser(site).staff("관리 하나", role: .admin))
        let person = try await site.logIn(browser, nickname: "가람")
        #expect(try await setRole("moderator", to: person, by: admin, "").status == .unprocessableContent)
        #expect(try await setRole("king", to: person, by: admin).status == .unprocessableContent)
        #expect(try await role(of: person, site) == .member)
        #expect(try await setRole("moderator", to: person, by: admin).location == "/admin/users/\(person)")
        #expect(try await role(of: person, site) == .moderator)
        #expect(try await browser.get("/settings").location?.hasPrefix("/login") == true)
        let events = try await site.app.database.read { try $0.securityEvents(of: person, limit: 9) }
        #expect(events.map(\.kind) == [.roleChanged] && events[0].detail == "moderator")
        let mail = try await site.mail(toAccount: person)
        #expect(mail?.kind == "role-changed" && mail?.text.contains("맡아 주기로") == true)

        try await admin.undo(.giveRole)
        #expect(try await role(of: person, site) == .member)
        #expect(
            try await site.auditEntries(on: AuditEntry.Target.user(person)).map(\.action) == [
                .undo, .giveRole,
            ]
        )
        // Once more, or by somebody who is no admin, it cannot be.
        await #expect(throws: Problem.cannotRevert) { try await admin.undo(.giveRole) }
        let moderator = try await TestBrowser(site).staff()
        #expect(try await setRole("admin", to: person, by: moderator).status == .forbidden)
        await #expect(throws: Problem.forbidden) { try await moderator.undo(.undo) }
    }

    @Test("The last admin cannot lose the role", arguments: TestEngine.available)
    func keepLastAdmin(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let admin = try await TestBrowser(site).staff("관리 하나", role: .admin)
        let alone = try await setRole("member", to: admin.account, by: admin)
        #expect(alone.status == .conflict && alone.text.contains("관리자가 한 명뿐"))
        let other = try await TestBrowser(site).staff("관리 둘", role: .admin)
        #expect(try await setRole("moderator", to: other.account, by: admin).status == .seeOther)
        #expect(try await setRole("member", to: admin.account, by: admin).status == .conflict)
        // Nor does undoing lead there: another admin is made, the first one is none any more, and then
        // the other's promotion is taken back.
        #expect(try await setRole("admin", to: other.account, by: admin).status == .seeOther)
        let promotion = try #require(
            try await site.auditEntries(on: AuditEntry.Target.user(other.account)).first {
                $0.action == .giveRole
            }
        )
        #expect(try await setRole("member", to: admin.account, by: admin).location == "/login")
        let audit = AuditContext(actor: .command, at: site.now, emailRenderer: site.app.emailRenderer)
        await #expect(throws: Problem.lastAdmin) {
            _ = try await site.app.database.write { try $0.revertChange(promotion.id, audit) }
        }
        #expect(try await role(of: other.account, site) == .admin)
    }

    @Test("A suspended or leaving admin does not count as another admin", arguments: TestEngine.available)
    func ignoreInactive(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (one, two) = (
            try await TestBrowser(site).staff("관리 하나", role: .admin),
            try await TestBrowser(site).staff("관리 둘", role: .admin)
        )
        #expect(try await one.perform("suspend", on: two.account).status == .seeOther)
        #expect(try await two.browser.get("/admin/users").status == .forbidden)
        #expect(try await setRole("member", to: one.account, by: one).status == .conflict)
        let leaving = Withdrawal(
            account: one.account,
            reviews: .delete,
            origin: DeviceOrigin(device: Device(userAgent: nil), network: ""),
            now: site.now
        )
        let emailRenderer = site.app.emailRenderer
        let isLeaving = try await site.app.database.write { try $0.beginWithdrawal(leaving, by: emailRenderer) }
        #expect(!isLeaving)
        let audit = AuditContext(actor: .command, reason: .spam, at: site.now, emailRenderer: emailRenderer)
        await #expect(throws: Problem.lastAdmin) {
            _ = try await site.app.database.write { try $0.imposeSanction(.suspension, on: one.account, audit) }
        }
        try await one.perform("lift", on: two.account)
        #expect(try await setRole("member", to: one.account, by: one).status == .seeOther)
    }

    @Test("Of two admins who demote each other one stays") func demoteEachOther() async throws {
        for engine in TestEngine.available {
            try await Cleanup.run {
                let site = try await TestSite(on: engine)
                let (one, two) = (
                    try await TestBrowser(site).staff("관리 하나", role: .admin),
                    try await TestBrowser(site).staff("관리 둘", role: .admin)
                )
                async let first = setRole("member", to: two.account, by: one).status
                async let second = setRole("member", to: one.account, by: two).status
                _ = try await (first, second)
                let roles = [try await role(of: one.account, site), try await role(of: two.account, site)]
                #expect(roles.contains(.admin))
            }
        }
    }

    @Test("Only members with a confirmed address join the staff") func requireConfirmed() async throws {
        let site = try await TestSite()
        let admin = try await TestBrowser(site).staff("관리 하나", role: .admin)
        let person = try await site.logIn(TestBrowser(site), nickname: "새내기", isVerified: false)
        let refused = try await setRole("moderator", to: person, by: admin)
        #expect(refused.status == .conflict && refused.text.contains("인증한 회원에게만"))
        #expect(try await role(of: person, site) == .member)
    }

    @Test("Admins end the sessions of others, and the log keeps it", arguments: TestEngine.available)
    func endSessions(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, admin) = (TestBrowser(site), try await TestBrowser(site).staff("관리 하나", role: .admin))
        let person = try await site.logIn(browser, nickname: "가람")
        let moderator = try await TestBrowser(site).staff()
        let path = "/admin/users/\(person)/sessions/delete"
        #expect(try await moderator.browser.post(path).status == .forbidden)
        #expect(try await admin.browser.post(path).status == .seeOther)
        #expect(try await browser.get("/settings").location?.hasPrefix("/login") == true)
        #expect(
            try await site.auditEntries(on: AuditEntry.Target.user(person)).map(\.action) == [.endSessions]
        )
        await #expect(throws: Problem.cannotRevert) { try await admin.undo(.endSessions) }
        // Of one's own the one in use goes on.
        let own = "/admin/users/\(admin.account)/sessions/delete"
        #expect(try await admin.browser.post(own).status == .seeOther)
        #expect(try await admin.browser.get("/admin/users").status == .ok)
    }

    @Test("Commands write into the log too") func logCommands() async throws {
        let site = try await TestSite()
        let commands = StaffCommands(app: site.app)
        _ = try await commands.create(email: "garam@haneul.example", role: .admin, password: nil)
        _ = try await commands.create(email: "byeol@haneul.example", role: .moderator, password: nil)
        let address = try EmailAddress("byeol@haneul.example")
        let id = try #require(try await site.app.database.read { try $0.account(with: address)?.id })
        let entry = try #require(try await site.auditEntries(on: AuditEntry.Target.user(id)).first)
        #expect(entry.action == .giveRole && entry.actor == .command && entry.before == ["role": "member"])
        #expect(entry.after == ["role": "moderator"])
    }
}
