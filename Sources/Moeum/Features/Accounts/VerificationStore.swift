import Foundation

/// An address about to be verified: whose it is, and whether this browser must prove itself by a password.
struct Verification: Sendable {
    let token: AccountToken
    let account: Account
    /// The browser that chose the password, or is logged in to the account.
    let isTrusted: Bool
}

extension Transaction {
    /// What a link of a mail leads to, left as it is.
    func verification(
        _ text: String,
        browserHash: String?,
        member: Member?,
        at now: Date
    ) throws -> Verification? {
        guard let secret = SecretToken(text),
            let token = try token(secret, for: .verify, at: now) ?? token(secret, for: .verifyElsewhere, at: now),
            let account = try account(token.accountID), account.verifiedAt == nil
        else { return nil }
        let isOwnBrowser = token.purpose == .verify && token.browserHash != nil && token.browserHash == browserHash
        return Verification(token: token, account: account, isTrusted: isOwnBrowser || member?.id == account.id)
    }

    /// What whoever signed up with somebody else's address left in the account, so that nothing of it keeps the owner out
    /// or lets the stranger in.
    func forgetStrangers(of account: Account.ID) throws {
        try endSessions(of: account)
        try deleteTwoFactor(of: account)
        try forgetDevices(of: account)
        try deleteTokens(for: TokenPurpose.allCases, of: account)
    }

    /// Marks an address as verified. Where the password was replaced, whoever chose the old one is out.
    func verify(
        _ account: Account.ID,
        newPassword hash: String?,
        from origin: DeviceOrigin,
        at now: Date
    ) throws {
        if let hash {
            try setPassword(hash, of: account)
            try forgetStrangers(of: account)
        }
        try setVerified(account, at: now)
        try deleteTokens(for: TokenPurpose.verifying, of: account)
        try record(.verified, of: account, from: origin, at: now)
    }

    /// The sign-up that a browser, or the person logged in, has yet to verify.
    func awaited(_ browserHash: String?, _ member: Member?, at now: Date) throws -> AccountToken? {
        let purposes = TokenPurpose.verifying
        if let member { return try livingToken(of: member.id, for: purposes, at: now) }
        return try browserHash.flatMap { try token(awaitedBy: $0, for: purposes, at: now) }
    }
}
