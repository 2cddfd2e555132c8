import Foundation

/// A password that is about to be replaced by its owner.
struct PasswordChange: Sendable {
    let account: Account
    /// The session that goes on.
    let session: Session.ID
    /// What the current password was compared with.
    let oldHash: String?
    let hash: String
    /// Of the session from now on.
    let token: SecretToken
    let origin: DeviceOrigin
    let limits: RateLimits
    let now: Date
}

extension Transaction {
    /// Replaces the password; every other session ends, and this one goes on under a new token.
    /// - Returns: whether the browser keeps the session when it is closed; nil where the session, or the password that was
    ///   asked for, is no more, and nothing is changed.
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
        // Whoever guessed codes knew the old one.
        try resetCodeAttempts("\(account.id)", change.limits)
        try recordSecurityEvent(.passwordChanged, of: account.id, from: change.origin, at: change.now)
        try enqueueEmail(.passwordChanged, account, link: "/recover", details, emailRenderer)
        return isRemembered
    }
}
