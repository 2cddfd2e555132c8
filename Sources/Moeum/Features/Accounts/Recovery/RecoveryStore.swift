import Foundation

/// Getting back into an account by e-mail.
enum Recovery {
    /// Guesses of the six digits for one address; the next request for an e-mail resets them.
    static let codeAttempts = RateLimit("recovery-code", atOnce: 3, thenOneEach: .seconds(86_400))
}

extension Transaction {
    /// Sends an e-mail to the address: with a token, or saying that it has no account.
    /// - Parameter language: of the e-mail where there is no account.
    func beginRecovery(of address: EmailAddress, _ language: Language, _ action: AccountAction) throws {
        let now = action.now
        try resetRateLimit(Recovery.codeAttempts, for: address.key)
        try writeDecoyHealthCheck(at: now)
        guard try consumeRateLimit(action.limits.recoveryMails, for: address.key, at: now.milliseconds) == nil else {
            return
        }
        guard let account = try account(with: address) else {
            let message = EmailMessage(.recoverUnknown, to: address.text, language: language, link: "/signup")
            return try enqueue(message, by: action.emailRenderer)
        }
        let secrets = AccountToken.Secrets()
        try insertAccountToken(secrets, for: .recover, of: account.id, at: now)
        try recordSecurityEvent(.recoveryAsked, of: account.id, from: action.origin, at: now)
        let message = EmailMessage(
            .recover,
            to: account.email,
            nickname: account.nickname,
            language: account.language,
            link: "/recover/\(secrets.token.text)",
            code: secrets.code.text
        )
        try enqueue(message, by: action.emailRenderer)
    }

    /// Compares digits; tries are counted for any address, so that the answers are the same for one without an account.
    /// - Parameter next: the token that a right guess gives.
    /// - Returns: whether it was right; nil where there were too many guesses.
    func checkRecovery(
        _ code: OneTimeCode,
        for address: EmailAddress,
        next: AccountToken.Secrets,
        at now: Date
    ) throws -> Bool? {
        guard try consumeRateLimit(Recovery.codeAttempts, for: address.key, at: now.milliseconds) == nil else {
            return nil
        }
        guard let account = try account(with: address),
            try checkCode(code, for: .recover, of: account.id, at: now)
        else { return false }
        try insertAccountToken(next, for: .recover, of: account.id, at: now)
        return true
    }

    /// Sets a new password after a recovery: every session ends, the address is verified, and only this browser stays a known
    /// device.
    /// - Parameter device: the hash of this browser's device token.
    func resetPassword(_ hash: String, of account: Account.ID, by device: String, _ action: AccountAction) throws {
        guard let owner = try self.account(account) else { return }
        try setPassword(hash, of: account)
        if owner.verifiedAt == nil { try deleteTracesOfStrangers(of: account) }
        try forgetDevices(of: account, except: device)
        try setVerified(account, at: action.now)
        try endSessions(of: account)
        try deleteTokens(for: TokenPurpose.verifying + [.unlock], of: account)
        if let address = try? EmailAddress(owner.email) {
            for subject in [address.key, "\(address.key) \(device)"] {
                try resetRateLimit(action.limits.loginOfAccount, for: subject)
            }
        }
        // Anyone who guessed codes knew the old password.
        try resetCodeAttempts("\(account)", action.limits)
        try recordSecurityEvent(.passwordReset, of: account, from: action.origin, at: action.now)
        try enqueueEmail(.passwordChanged, owner, link: "/recover", action)
    }
}
