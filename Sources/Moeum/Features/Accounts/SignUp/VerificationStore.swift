import Foundation

/// An address about to be verified: whose it is, and whether this browser must prove itself by a password.
struct Verification: Sendable {
    let token: AccountToken
    let account: Account
    /// The browser that chose the password.
    let isTrusted: Bool

    /// Guesses of the six digits in one browser; the next form that may have sent it a mail gives them back.
    static let codeTries = RateLimit("verification-code", atOnce: 3, thenOneEach: .seconds(86_400))
}

/// The mail that proves an address, before its secrets are made.
struct VerificationMail: Sendable {
    let kind: EmailMessage.Kind
    let address: String
    let language: Language
}

extension Transaction {
    /// What a link of a mail leads to, left as it is.
    func verification(_ text: String, browserHash: String?, at now: Date) throws -> Verification? {
        guard let secret = SecretToken(text),
            let token = try TokenPurpose.verifying.compactMap({ try self.token(secret, for: $0, at: now) }).first,
            let account = try account(token.accountID), account.verifiedAt == nil
        else { return nil }
        let isOwnBrowser =
            TokenPurpose.verifyingWithPassword.contains(token.purpose) && token.browserHash != nil
            && token.browserHash == browserHash
        return Verification(token: token, account: account, isTrusted: isOwnBrowser)
    }

    /// Sends the link and the digits. Older ones are dead from now on; those of a sign-up live on where somebody only logs in
    /// elsewhere.
    func sendVerificationEmail(
        _ mail: VerificationMail,
        _ secrets: AccountToken.Secrets = .random(),
        for purpose: TokenPurpose,
        of account: Account.ID,
        in browserHash: String?,
        by emailRenderer: EmailRenderer,
        at now: Date
    ) throws {
        if purpose != .verifyAtLogin { try deleteTokens(for: TokenPurpose.verifying, of: account) }
        try insertAccountToken(secrets, for: purpose, of: account, browserHash: browserHash, at: now)
        let message = EmailMessage(
            mail.kind,
            to: mail.address,
            language: mail.language,
            link: "/verify/\(secrets.token.text)",
            code: secrets.code.text
        )
        try enqueue(message, by: emailRenderer)
    }

    /// Somebody gave the password of an account whose address is not verified: whoever reads the mail goes on from there,
    /// or by its digits in this browser, which knows the password as the one that chose it does.
    func sendVerificationReminder(
        _ account: Account,
        in browserHash: String?,
        _ limits: RateLimits,
        by emailRenderer: EmailRenderer,
        at now: Date
    ) throws {
        guard let address = try? EmailAddress(account.email),
            try consumeRateLimit(limits.verificationMails, for: address.key, at: now.milliseconds) == nil
        else { return try writeDecoy(at: now) }
        let mail = VerificationMail(kind: .loginUnverified, address: account.email, language: account.language)
        try sendVerificationEmail(
            mail,
            for: .verifyAtLogin,
            of: account.id,
            in: browserHash,
            by: emailRenderer,
            at: now
        )
    }

    /// Whether a browser waits for the mail of a sign-up of its own.
    func isSignUpBrowser(_ browserHash: String?, of account: Account.ID, at now: Date) throws -> Bool {
        let purposes = TokenPurpose.verifyingWithPassword
        return try browserHash.flatMap { try token(awaitedBy: $0, for: purposes, at: now) }?.accountID == account
    }

    /// What whoever signed up with somebody else's address left in the account, so that nothing of it keeps the owner out
    /// or lets the stranger in.
    func deleteTracesOfStrangers(of account: Account.ID) throws {
        try endSessions(of: account)
        try deleteTwoFactor(of: account)
        try forgetDevices(of: account)
        try deleteTokens(for: TokenPurpose.allCases, of: account)
    }

    /// Marks an address as verified. Where the password was replaced, whoever chose the old one is out.
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
