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
            let account = try account(token.accountID)
        else { return nil }
        let isOwnBrowser = token.purpose == .verify && token.browserHash != nil && token.browserHash == browserHash
        return Verification(token: token, account: account, isTrusted: isOwnBrowser || member?.id == account.id)
    }

    /// Marks an address as verified. Where the password was replaced, whoever chose the old one is out.
    func verify(
        _ account: Account.ID,
        newPassword hash: String?,
        keeping session: Session.ID? = nil,
        from origin: DeviceOrigin,
        at now: Date
    ) throws {
        try setVerified(account, at: now)
        try deleteTokens(for: [.verify, .verifyElsewhere], of: account)
        if let hash {
            try setPassword(hash, of: account)
            try endSessions(of: account, except: session)
        }
        try record(.verified, of: account, from: origin, at: now)
    }

    /// The sign-up that a browser, or the person logged in, has yet to verify.
    func awaited(_ browserHash: String?, _ member: Member?, at now: Date) throws -> AccountToken? {
        let purposes: [TokenPurpose] = [.verify, .verifyElsewhere]
        if let member { return try livingToken(of: member.id, for: purposes, at: now) }
        return try browserHash.flatMap { try token(awaitedBy: $0, for: purposes, at: now) }
    }
}
