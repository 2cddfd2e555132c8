import Foundation

/// A pending verification of an address: its account, and whether this browser has to give the password.
struct Verification: Sendable {
    let token: AccountToken
    let account: Account
    /// Whether this browser chose the password.
    let isTrusted: Bool

    /// Guesses of the six digits in one browser; the next form that may send it an e-mail resets them.
    static let codeAttempts = RateLimit("verification-code", atOnce: 3, thenOneEach: .seconds(86_400))
}

extension Transaction {
    /// The verification of a link in an e-mail, without using its token up.
    func verification(_ secret: SecretToken, browserHash: String?, at now: Date) throws -> Verification? {
        guard let token = try TokenPurpose.verifying.compactMap({ try self.token(secret, for: $0, at: now) }).first,
            let account = try account(token.accountID), account.verifiedAt == nil
        else { return nil }
        let isOwnBrowser =
            TokenPurpose.verifyingWithPassword.contains(token.purpose) && token.browserHash != nil
            && token.browserHash == browserHash
        return Verification(token: token, account: account, isTrusted: isOwnBrowser)
    }

    /// Sends the link and the digits. Older ones become invalid; those of a sign-up stay valid when somebody logs in from
    /// another browser.
    func sendVerificationEmail(
        _ kind: EmailMessage.Kind,
        to address: String,
        _ language: Language,
        for purpose: TokenPurpose,
        of account: Account.ID,
        in browserHash: String?,
        _ action: AccountAction
    ) throws {
        let secrets = AccountToken.Secrets()
        if purpose != .verifyAtLogin { try deleteTokens(for: TokenPurpose.verifying, of: account) }
        try insertAccountToken(secrets, for: purpose, of: account, browserHash: browserHash, at: action.now)
        let message = EmailMessage(
            kind,
            to: address,
            language: language,
            link: "/verify/\(secrets.token.text)",
            code: secrets.code.text
        )
        try enqueue(message, by: action.emailRenderer)
    }

    /// After the right password of an account whose address is not verified: the e-mail's link, or its digits in this browser,
    /// verify the address. This browser counts like the one that chose the password.
    func sendVerificationReminder(_ account: Account, in browserHash: String?, _ action: AccountAction) throws {
        let (limit, now) = (action.limits.verificationMails, action.now)
        guard let address = try? EmailAddress(account.email),
            try consumeRateLimit(limit, for: address.key, at: now.milliseconds) == nil
        else { return try writeDecoyHealthCheck(at: now) }
        try sendVerificationEmail(
            .loginUnverified,
            to: account.email,
            account.language,
            for: .verifyAtLogin,
            of: account.id,
            in: browserHash,
            action
        )
    }

    /// Whether a browser waits for the e-mail of its own sign-up.
    func isSignUpBrowser(_ browserHash: String?, of account: Account.ID, at now: Date) throws -> Bool {
        let purposes = TokenPurpose.verifyingWithPassword
        return try browserHash.flatMap { try token(awaitedBy: $0, for: purposes, at: now) }?.accountID == account
    }

    /// Deletes what somebody who signed up with another person's address left in the account, so that it neither keeps the
    /// owner out nor lets the stranger in.
    func deleteTracesOfStrangers(of account: Account.ID) throws {
        try endSessions(of: account)
        try deleteTwoFactor(of: account)
        try forgetDevices(of: account)
        try deleteTokens(for: TokenPurpose.allCases, of: account)
    }

    /// Marks an address as verified. With a new password, everything of the one who chose the old one is deleted.
    func verifyEmail(
        _ account: Account.ID,
        newPassword hash: String?,
        from origin: DeviceOrigin,
        at now: Date
    ) throws {
        if let hash {
            try setPassword(hash, of: account)
            try deleteTracesOfStrangers(of: account)
        }
        try setVerified(account, at: now)
        try deleteTokens(for: TokenPurpose.verifying, of: account)
        try recordSecurityEvent(.verified, of: account, from: origin, at: now)
    }
}
