import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Somebody of the staff who is logged in, and what they do by the forms.
struct StaffClient: Sendable {
    let browser: TestBrowser
    let account: Account.ID

    private var site: TestSite { browser.site }

    /// Sends what a page's form would, about a person.
    @discardableResult
    func perform(_ action: String, on person: Account.ID, _ fields: [String: String] = [:]) async throws -> TestResponse
    {
        let usual = ["action": action, "reason": "spam", "note": "광고예요"]
        return try await browser.post("/admin/users/\(person)/actions", usual.merging(fields) { $1 })
    }

    func decide(_ decision: String, _ appeal: Appeal.ID, _ answer: String = "다시 봤어요") async throws -> TestResponse {
        try await browser.post("/admin/appeals/\(appeal)", ["decision": decision, "reason": answer])
    }

    /// Takes the newest audit entry of a kind back.
    @discardableResult
    func undo(_ action: AuditEntry.Action) async throws -> AuditEntry.ID {
        let audit = AuditContext(actor: .staff(account), at: site.now, emailRenderer: site.app.emailRenderer)
        return try await site.app.database.write { transaction in
            let entry = try #require(
                try transaction.auditEntries(where: "d.action = \(action.rawValue)", limit: 1).first
            )
            return try transaction.revertChange(entry.id, audit)
        }
    }
}

extension TestBrowser {
    /// Logs somebody new of the staff in, with a second factor.
    @discardableResult
    func staff(_ nickname: String = "운영 하나", role: Role = .moderator) async throws -> StaffClient {
        StaffClient(
            browser: self,
            account: try await site.logIn(self, nickname: nickname, role: role, hasTwoFactor: true)
        )
    }
}

extension TestSite {
    func auditEntries(on target: AuditEntry.Target) async throws -> [AuditEntry] {
        try await app.database.read {
            try $0.auditEntries(
                where: "d.target_kind = \(target.kind.rawValue) AND d.target_key = \(target.key)",
                limit: 100
            )
        }
    }

    func sanctions(of account: Account.ID) async throws -> [Sanction] {
        try await app.database.read { try $0.sanctions(of: account) }
    }

    func appeal(against sanction: Sanction.ID) async throws -> Appeal? {
        try await app.database.read { try $0.appeal(against: sanction) }
    }

    /// How many reviews a place shows, by its stored count; no stored count differs from its rows.
    func shownReviews(at place: Place.ID) async throws -> Int {
        try await app.database.read { transaction in
            #expect(try transaction.driftedCounts() == [])
            return try transaction.first("SELECT review_count FROM places WHERE id = \(place)") { try $0.int(0) } ?? -1
        }
    }

    /// The newest mail to an account.
    func mail(toAccount id: Account.ID) async throws -> TestMail? {
        let address = try #require(try await app.database.read { try $0.account(id)?.email })
        return try await mail(to: address)
    }
}
