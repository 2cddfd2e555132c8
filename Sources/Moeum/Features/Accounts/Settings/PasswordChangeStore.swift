import Foundation

extension Transaction {
    /// Replaces the password; every other session ends, and this one gets a new token.
    /// - Parameter account: with the hash that the current password was verified against.
    /// - Returns: whether the browser keeps the session when it is closed; nil, with nothing changed, where the session is gone
    ///   or the old password is no longer the current one.
    func changePassword(
        of account: Account,
        to hash: String,
        in session: Session.ID,
        _ token: SecretToken,
        _ action: AccountAction
    ) throws -> Bool? {
        guard try self.account(account.id)?.passwordHash == account.passwordHash,
            let isRemembered = try renewSession(session, of: account.id, token, at: action.now)
        else { return nil }
        try setPassword(hash, of: account.id)
        try endSessions(of: account.id, except: session)
        try deleteTokens(for: [.recover, .unlock], of: account.id)
        // Anyone who guessed codes knew the old password.
        try resetCodeAttempts("\(account.id)", action.limits)
        try recordSecurityEvent(.passwordChanged, of: account.id, from: action.origin, at: action.now)
        try enqueueEmail(.passwordChanged, account, link: "/recover", action)
        return isRemembered
    }
}
