import Foundation
import RouterClient
import Testing

@testable import Moeum

/// The log with a moderator and an admin who read it.
struct AuditScene: Sendable {
    let site: TestSite
    let moderator: TestBrowser
    let admin: TestBrowser
    let moderatorID: Account.ID
    let adminID: Account.ID

    func audit(_ actor: AuditEntry.Actor, at time: Date? = nil, _ note: String = "") -> AuditContext {
        AuditContext(
            actor: actor,
            reason: .spam,
            note: note,
            at: time ?? site.now,
            emailRenderer: site.app.emailRenderer
        )
    }

    @discardableResult
    func log(
        _ action: AuditEntry.Action,
        _ target: AuditEntry.Target,
        of person: Account.ID? = nil,
        by actor: AuditEntry.Actor,
        at time: Date? = nil,
        _ note: String = ""
    ) async throws -> AuditEntry.ID {
        let audit = audit(actor, at: time, note)
        return try await site.app.database.write { try $0.recordEvent(action, on: target, of: person, audit) }
    }

    func entries(_ query: String = "", by browser: TestBrowser? = nil) async throws -> [[String: Any]] {
        try #require(try await (browser ?? admin).json("/admin/audit\(query)")["entries"] as? [[String: Any]])
    }

    func ids(_ query: String) async throws -> [AuditEntry.ID] {
        try await entries(query).compactMap { $0.id() }
    }

    init(on engine: TestEngine = .sqlite) async throws {
        site = try await TestSite(on: engine)
        (moderator, admin) = (TestBrowser(site), TestBrowser(site))
        moderatorID = try await site.logIn(moderator, nickname: "다솜", role: .moderator, hasTwoFactor: true)
        adminID = try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
    }
}
