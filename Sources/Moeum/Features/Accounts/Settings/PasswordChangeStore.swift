import Foundation

/// A change of password by the account's owner.
struct PasswordChange: Sendable {
    let account: Account
    /// The session that stays.
    let session: Session.ID
    /// The hash that the current password was verified against.
    let oldHash: String?
    let hash: String
    /// The session's new token.
    let token: SecretToken
    let origin: DeviceOrigin
    let limits: RateLimits
    let now: Date
}

extension Transaction {
    /// Replaces the password; every other session ends, and this one gets a new token.
    /// - Returns: whether the browser keeps the session when it is closed; nil, with nothing changed, where the session is gone
    ///   or the old password is no longer the current one.
    func changePassword(_ change: PasswordChange, by emailRenderer: EmailRenderer, _ details: EmailMessage.Details)
        throws -> Bool?
    {
        let account = change.account
        let isSame = try self.account(account.id)?.passwordHash == change.oldHash
        guard isSame,
            let isRemembered = try renewSession(change.session, of: account.id, change.token, at: change.now)
        else { return nil }
        try setPassword(change.hash, of: account.id)
        try endSessions(of: account.id, except: change.session)
        try deleteTokens(for: [.recover, .unlock], of: account.id)
        // Anyone who guessed codes knew the old password.
        try resetCodeAttempts("\(account.id)", change.limits)
        try recordSecurityEvent(.passwordChanged, of: account.id, from: change.origin, at: change.now)
        try enqueueEmail(.passwordChanged, account, link: "/recover", details, emailRenderer)
        return isRemembered
    }
}
