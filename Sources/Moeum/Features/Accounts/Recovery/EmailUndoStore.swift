import Foundation

/// A change of e-mail address that can be undone from the old address.
struct EmailUndo: Sendable {
    let accountID: Account.ID
    /// The old address.
    let address: EmailAddress
    let changedAt: Date

    static let lifetime: TimeInterval = 7 * 86_400
}

/// Each change can be undone by itself: an intruder who changes the address twice must not take the account from its first
/// address.
extension Transaction {
    func insertEmailUndo(_ token: SecretToken, of account: Account.ID, to address: EmailAddress, at now: Date) throws {
        try execute(
            """
            INSERT INTO email_undos (token_hash, account_id, email, changed_at, expires_at)
            VALUES (\(token.hash), \(account), \(address.text), \(now.milliseconds),
                \((now + EmailUndo.lifetime).milliseconds))
            """
        )
    }

    /// A valid undo, without using it up.
    func emailUndo(_ token: SecretToken, at now: Date) throws -> EmailUndo? {
        try endExpired(
            "email_undos",
            where: "token_hash = \(token.hash) AND expires_at <= \(now.milliseconds)"
        )
        let row = try first(
            """
            SELECT account_id, email, changed_at FROM email_undos
            WHERE token_hash = \(token.hash) AND expires_at > \(now.milliseconds)
            """
        ) { (account: try $0.id(0) as Account.ID, email: try $0.string(1), changedAt: try $0.int64(2)) }
        guard let row, let address = try? EmailAddress(row.email) else { return nil }
        return EmailUndo(accountID: row.account, address: address, changedAt: Date(milliseconds: row.changedAt))
    }

    /// Restores the account's old address: every session ends, and links e-mailed in the meantime become invalid. Two-factor is
    /// turned off, because an intruder may have turned it on, even before the change, and it would keep the owner out.
    /// - Parameter next: the token with which the owner chooses a password.
    /// - Returns: the account; nil for an undo that is used, expired, or done along with that of an earlier change.
    /// - Throws: `DatabaseError.uniqueViolation` where another account has the old address.
    func revertEmailChange(by token: SecretToken, next: AccountToken.Secrets, _ action: AccountAction) throws
        -> Account.ID?
    {
        guard let undo = try emailUndo(token, at: action.now) else { return nil }
        guard try freeEmailAddress(undo.address, for: undo.accountID) else {
            throw DatabaseError.uniqueViolation("email_key")
        }
        // Undos of later changes would restore addresses that this one has just replaced.
        let taken = try execute(
            """
            DELETE FROM email_undos
            WHERE account_id = \(undo.accountID) AND changed_at >= \(undo.changedAt.milliseconds)
            """
        )
        guard taken > 0 else { return nil }
        try setEmail(undo.address, of: undo.accountID)
        try endSessions(of: undo.accountID)
        try forgetDevices(of: undo.accountID)
        if let account = try account(undo.accountID), try hasTwoFactor(account.id) {
            try turnOffTwoFactor(of: account, action)
        }
        // Anyone who changed the address knew the password: it is removed until the owner chooses a new one.
        try forgetPassword(of: undo.accountID)
        try deleteTokens(for: TokenPurpose.allCases, of: undo.accountID)
        try insertAccountToken(next, for: .recover, of: undo.accountID, at: action.now)
        try recordSecurityEvent(.emailChangeUndone, of: undo.accountID, from: action.origin, at: action.now)
        return undo.accountID
    }
}
