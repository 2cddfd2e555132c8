import Foundation

/// Asks for the password of an account again before something dangerous, with a rate limit of its own. In another form the
/// answer is valid for that form only; on the page that asks for it, for five minutes, and the session gets a new token.
struct PasswordCheck: Sendable {
    let app: App

    /// - Parameters:
    ///   - field: the field with the password.
    ///   - errors: what is wrong with other fields of the form.
    /// - Throws: `FormErrors` where the password is not right, or anything else is wrong.
    func check(
        _ field: String = "password",
        in form: Form,
        of account: Account.ID,
        besides errors: [String: String] = [:]
    ) async throws {
        let found = try await problem(with: form[field] ?? "", of: account)
        var errors = errors
        errors[field] = found.code
        if !errors.isEmpty { throw FormErrors.account(errors, after: found.retryAfter) }
    }

    /// The same, for a form that asks for the password only where it was not given recently.
    func checkUnlessConfirmedRecently(in form: Form, of member: Member) async throws {
        if !member.hasConfirmed(at: app.clock()) { try await check(in: form, of: member.id) }
    }

    /// Redirects to the page that asks for the password, unless it was given recently.
    func requireRecent(_ member: Member, next: String) throws {
        guard !member.hasConfirmed(at: app.clock()) else { return }
        throw Redirection(to: "/confirm-password?next=\(next.percentEncoded)")
    }

    /// The code beside the field; nil when the password is right.
    private func problem(with typed: String, of account: Account.ID) async throws -> (code: String?, retryAfter: Int?) {
        if typed.isEmpty { return ("required", nil) }
        let (limit, now) = (app.limits.passwordChecks, app.clock())
        let (retryAfter, hash) = try await app.database.write { transaction in
            (
                try transaction.consumeRateLimit(limit, for: "\(account)", at: now.milliseconds),
                try transaction.account(account)?.passwordHash
            )
        }
        if let retryAfter { return ("too-often", retryAfter) }
        guard let password = Password(typed: typed), try await app.passwords.verify(password, against: hash) else {
            return ("wrong", nil)
        }
        try await app.database.write { try $0.refundRateLimit(limit, for: "\(account)") }
        return (nil, nil)
    }
}
