import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Somebody who reports things, and a reviewed place to report of.
extension TestSite {
    /// Logs somebody in who joined a while ago.
    @discardableResult
    func reporter(_ browser: TestBrowser, _ nickname: String, days: Int = 30) async throws -> Account.ID {
        let id = try await logIn(browser, nickname: nickname)
        let joined = now - TimeInterval(days) * 86_400
        try await execute("UPDATE accounts SET created_at = \(joined.milliseconds) WHERE id = \(id)")
        return id
    }

    /// A review by somebody who never logs in.
    func reviewed(_ words: String = "국물이 맑고 깊어서 다시 가고 싶어요.", photos: [Photo.ID] = []) async throws -> (
        place: Place.ID, author: Account.ID, review: Review.ID
    ) {
        let place = try #require(try await places(1).first)
        let author = try #require(try await people(1, "글쓴이").first)
        return (place, author, try await review(place, by: author, try ReviewsFixture.input(words, photos: photos)))
    }

    /// Does what staff do, without their pages.
    func decide(_ action: ModerationRequest.Action, on target: AuditEntry.Target, by staff: Account.ID) async throws {
        // Nobody else is given a case.
        try await execute("UPDATE accounts SET role = 'moderator' WHERE id = \(staff) AND role = 'member'")
        let member = Member(
            id: staff,
            sessionID: 1,
            nickname: "운영자",
            role: .moderator,
            isVerified: true,
            isSuspended: false,
            isRestrictedFromPosting: false,
            hasTwoFactor: true,
            confirmedAt: now,
            formToken: ""
        )
        let form = Form(items: [("action", action.rawValue), ("reason", ModerationReason.spam.rawValue)])
        let request = try ModerationRequest(form, now: now)
        let audit = AuditContext(actor: .staff(member.id), at: now, emailRenderer: app.emailRenderer)
        let actions = ModerationActions(staff: member, request: request, audit: audit)
        try await app.database.write { try actions.carryOut(on: target, $0) }
    }

    func currentCase(of target: AuditEntry.Target) async throws -> ReportCase? {
        try await app.database.read { try $0.openCase(of: target) }
    }

    /// How many e-mails of a kind somebody got.
    func messages(_ kind: EmailMessage.Kind, to account: Account.ID) async throws -> Int {
        try await count(
            """
            SELECT COUNT(*) FROM outbox o JOIN accounts a ON a.email = o.recipient
            WHERE a.id = \(account) AND o.kind = \(kind.rawValue)
            """
        )
    }
}

extension TestBrowser {
    /// Reports something by the form's fields.
    @discardableResult
    func report(
        _ target: AuditEntry.Target,
        _ reason: ModerationReason = .spam,
        detail: String = "",
        asProgram: Bool = false
    ) async throws -> TestResponse {
        try await post(
            "/reports",
            ["target": "\(target)", "reason": reason.rawValue, "detail": detail],
            asProgram ? Self.asProgram : [.secFetchSite: "same-origin"]
        )
    }
}

extension TestResponse {
    /// The codes of what is wrong, by field.
    var errors: [String: String] {
        let whole = try? JSONSerialization.jsonObject(with: Data(buffer: body)) as? [String: Any]
        return whole?["errors"] as? [String: String] ?? [:]
    }
}
