import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What operators do for, or against, anybody's account.
@Suite(.cleanup)
struct AccountCommandsTests {
    private let garam = TestPerson.garam

    @Test("Staff are demoted to members, except the last admin", arguments: TestEngine.available)
    func demoteStaff(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, commands) = (StaffCommands(app: site.app), AccountCommands(app: site.app))
        _ = try await staff.create(email: garam.email, role: .admin, password: nil)
        await #expect(throws: StaffCommands.Error.self) { try await commands.demote(email: garam.email) }
        _ = try await staff.create(email: TestPerson.byeol.email, role: .admin, password: garam.password)
        try await commands.demote(email: garam.email)
        #expect(try await garam.account(on: site).role == .member)
        let error = await #expect(throws: StaffCommands.Error.self) {
            try await commands.demote(email: garam.email)
        }
        #expect(error?.description.contains("a member already") == true)
    }

    @Test("A suspension by command is the same as one from the pages", arguments: TestEngine.available)
    func suspendAndLift(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let commands = AccountCommands(app: site.app)
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.suspend(email: garam.email, reason: "mood", note: "", days: nil)
        }
        try await commands.suspend(email: garam.email, reason: "spam", note: "광고예요", days: 3)
        let id = try await garam.account(on: site).id
        let sanction = try #require(try await site.sanctions(of: id).first)
        #expect(sanction.kind == .suspension && sanction.reason == .spam && sanction.note == "광고예요")
        #expect(sanction.endsAt == site.now + 3 * 86_400)
        #expect(try await site.mail(to: garam.email)?.kind == "suspended")
        #expect(try await commands.lift(email: garam.email) == 1)
        #expect(try await commands.lift(email: garam.email) == 0)
        let entries = try await site.auditEntries(on: .user(id))
        #expect(entries.map(\.action) == [.lift, .suspend] && entries.allSatisfy { $0.actor == .command })
    }

    @Test("Confirming an address locks out the one who signed up with it") func confirmAddress() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await garam.signUp(in: browser)
        let commands = AccountCommands(app: site.app)
        let link = try #require(try await commands.verify(email: garam.email))
        #expect(try await garam.logIn(in: browser).status == .unprocessableContent)
        let path = link.replacing("http://moeum.example", with: "")
        #expect(try await browser.post(path, ["password": "다른-달빛-산책-42"]).location == "/login")
        #expect(try await commands.verify(email: garam.email) == nil)
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.verify(email: "nobody@haneul.example")
        }
    }

    @Test("An account is erased at once or after the leaving period", arguments: [true, false])
    func deleteAccount(_ atOnce: Bool) async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await garam.enter(in: browser)
        let commands = AccountCommands(app: site.app)
        let until = try await commands.delete(email: garam.email, keepsReviews: false, atOnce: atOnce)
        let address = try EmailAddress(garam.email)
        let account = try await site.app.database.read { try $0.account(with: address) }
        let mails = try await site.app.database.read { try $0.waitingMails(to: address.text).map(\.kind) }
        if atOnce {
            #expect(until == nil && account == nil && mails == ["left"])
        } else {
            #expect(until == site.now + Account.leavingPeriod && account?.leavingAt == site.now)
            #expect(mails.contains("leaving"))
            // Logging in calls it off, as for anyone who left by themselves.
            try await garam.logIn(in: browser)
            #expect(try await garam.account(on: site).leavingAt == nil)
        }
    }

    @Test("A changed address can be changed back from the old one", arguments: TestEngine.available)
    func changeAddress(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await garam.enter(in: TestBrowser(site))
        try await TestPerson.byeol.enter(in: TestBrowser(site))
        let commands = AccountCommands(app: site.app)
        await #expect(throws: StaffCommands.Error.self) {
            try await commands.changeEmail(from: garam.email, to: TestPerson.byeol.email)
        }
        try await commands.changeEmail(from: garam.email, to: "new@haneul.example")
        let moved = TestPerson(email: "new@haneul.example", nickname: garam.nickname)
        #expect(try await moved.logIn(in: TestBrowser(site)).location == "/")
        let undo = try #require(try await site.mail(to: garam.email))
        #expect(undo.kind == "email-changed")
        #expect(try await TestBrowser(site).post(try #require(undo.path)).status == .seeOther)
        #expect(try await garam.account(on: site).nickname == garam.nickname)
    }
}
