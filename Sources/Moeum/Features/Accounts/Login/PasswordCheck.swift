import Foundation
import HTTPTypes

/// Asks a logged-in person for the password again before something dangerous, with a rate limit of its own. In another form the
/// answer is valid for that form only; on the page that asks for it, for five minutes, and the session gets a new token.
struct PasswordCheck: Sendable {
    /// Why the password was refused.
    struct Failure: Sendable {
        /// The code beside the field.
        let code: String
        let status: HTTPResponse.Status
        var retryAfter: Int?

        var minutes: Int { RateLimit.minutes(retryAfter ?? 0) }
    }

    let app: App

    /// Nil when the password is right.
    func failure(with typed: String?, of member: Member) async throws -> Failure? {
        guard let typed, !typed.isEmpty else { return Failure(code: "required", status: .unprocessableContent) }
        let (limits, now) = (app.limits, app.clock())
        let admission = try await app.database.write { transaction -> (retryAfter: Int?, hash: String?) in
            let retryAfter = try transaction.consumeRateLimit(
                limits.passwordChecks,
                for: "\(member.id)",
                at: now.milliseconds
            )
            return (retryAfter, try transaction.account(member.id)?.passwordHash)
        }
        if let retryAfter = admission.retryAfter {
            return Failure(code: "too-often", status: .tooManyRequests, retryAfter: retryAfter)
        }
        let wrong = Failure(code: "wrong", status: .unprocessableContent)
        guard let password = Password(typed: typed) else { return wrong }
        guard try await app.passwords.verify(password, against: admission.hash) else { return wrong }
        try await app.database.write { try $0.refundRateLimit(limits.passwordChecks, for: "\(member.id)") }
        return nil
    }

    /// The same, for a form that asks for the password only where it was not given recently.
    func failureUnlessRecent(with typed: String?, of member: Member) async throws -> Failure? {
        member.hasConfirmed(at: app.clock()) ? nil : try await failure(with: typed, of: member)
    }

    /// Redirects to the page that asks for the password, unless it was given recently.
    func requireRecent(_ member: Member, next: String) throws {
        guard !member.hasConfirmed(at: app.clock()) else { return }
        throw Redirection(to: "/confirm-password?next=\(next.percentEncoded)")
    }
}
