import Foundation

/// A request to recover the account of an address.
struct Recovery: Sendable {
    let address: EmailAddress
    /// The e-mail's language where there is no account.
    let language: Language
    let origin: DeviceOrigin
    let limits: RateLimits
    let emailRenderer: EmailRenderer
    let now: Date

    /// Guesses of the six digits for one address; the next request for an e-mail resets them.
    static let codeAttempts = RateLimit("recovery-code", atOnce: 3, thenOneEach: .seconds(86_400))
}

enum RecoveryCodeOutcome: Sendable {
    case right, wrong, gone
}

extension Transaction {
    /// Sends an e-mail to the address: with a token, or saying that it has no account.
    func beginRecovery(_ recovery: Recovery) throws {
        let (address, now) = (recovery.address, recovery.now)
        try resetRateLimit(Recovery.codeAttempts, for: address.key)
        try writeDecoyHealthCheck(at: now)
        guard try consumeRateLimit(recovery.limits.recoveryMails, for: address.key, at: now.milliseconds) == nil else {
            return
        }
        guard let account = try account(with: address) else {
            let message = EmailMessage(.recoverUnknown, to: address.text, language: recovery.language, link: "/signup")
            return try enqueue(message, by: recovery.emailRenderer)
        }
        let secrets = AccountToken.Secrets.random()
        try insertAccountToken(secrets, for: .recover, of: account.id, at: now)
        try recordSecurityEvent(.recoveryAsked, of: account.id, from: recovery.origin, at: now)
        let message = EmailMessage(
            .recover,
            to: account.email,
            nickname: account.nickname,
            language: account.language,
            link: "/recover/\(secrets.token.text)",
            code: secrets.code.text
        )
        try enqueue(message, by: recovery.emailRenderer)
    }

    /// Compares digits; tries are counted for any address, so that the answers are the same for one without an account.
    /// - Parameter next: the token that a right guess gives.
    func checkRecovery(
        _ code: OneTimeCode,
        for address: EmailAddress,
        next: AccountToken.Secrets,
        at now: Date
    ) throws -> RecoveryCodeOutcome {
        guard try consumeRateLimit(Recovery.codeAttempts, for: address.key, at: now.milliseconds) == nil else {
            return .gone
        }
        guard let account = try account(with: address) else { return .wrong }
        guard try checkCode(code, for: .recover, of: account.id, at: now) == .right else { return .wrong }
        try insertAccountToken(next, for: .recover, of: account.id, at: now)
        return .right
    }

    /// Sets a new password after a recovery: every session ends, the address is verified, and only this browser stays a known
    /// device.
    func resetPassword(
        _ hash: String,
        of account: Account.ID,
        by device: String,
        from origin: DeviceOrigin,
        _ limits: RateLimits,
        at now: Date
    ) throws {
        guard let owner = try self.account(account) else { return }
        try setPassword(hash, of: account)
        if owner.verifiedAt == nil { try deleteTracesOfStrangers(of: account) }
        try forgetDevices(of: account, except: device)
        try setVerified(account, at: now)
        try endSessions(of: account)
        try deleteTokens(for: TokenPurpose.verifying + [.unlock], of: account)
        if let address = try? EmailAddress(owner.email) {
            for subject in [address.key, "\(address.key) \(device)"] {
                try resetRateLimit(limits.loginOfAccount, for: subject)
            }
        }
        // Anyone who guessed codes knew the old password.
        try resetCodeAttempts("\(account)", limits)
        try recordSecurityEvent(.passwordReset, of: account, from: origin, at: now)
    }
}
