import Foundation

/// Somebody types the six digits of a mail in the browser that waits for them.
struct CodeVerification: Sendable {
    let code: OneTimeCode
    let browserHash: String
    let network: NetworkAddress
    let device: SecretToken
    let origin: DeviceOrigin
    /// The session that this browser had before, which ends.
    let replaced: Session.ID?
    let favourite: PendingFavourite?
    let limits: RateLimits
    let emailRenderer: EmailRenderer
    /// What e-mail say about it, in the account's language.
    let details: @Sendable (Language) -> EmailMessage.Details
    let now: Date

    enum Outcome: Sendable {
        /// The browser chose the password: it needs nothing more.
        case entered(Login, LoginOutcome)
        /// The address is proven, and the login asks for more than this.
        case verified
        /// The password was chosen elsewhere: on to where it is asked for, or replaced.
        case goOn(SecretToken)
        case wrong, gone
        case wait(Int)
    }
}

extension Transaction {
    func verifyEmailByCode(by attempt: CodeVerification) throws -> CodeVerification.Outcome {
        let now = attempt.now
        let network = attempt.limits.codesFromAddress
        if let wait = try consumeRateLimit(network, for: attempt.network, at: now.milliseconds) { return .wait(wait) }
        // Counted for any browser: one that waits for nothing, because the address has an account or none, is answered the
        // same as one that does.
        guard try consumeRateLimit(Verification.codeTries, for: attempt.browserHash, at: now.milliseconds) == nil else {
            return .gone
        }
        guard let token = try token(awaitedBy: attempt.browserHash, for: TokenPurpose.verifying, at: now),
            try checkCode(attempt.code, for: token.purpose, of: token.accountID, at: now) == .right,
            let account = try account(token.accountID), account.verifiedAt == nil
        else {
            let isOver =
                try rateLimitWait(Verification.codeTries, for: attempt.browserHash, at: now.milliseconds) != nil
            return isOver ? .gone : .wrong
        }
        guard TokenPurpose.verifyingWithPassword.contains(token.purpose) else {
            let secrets = AccountToken.Secrets.random()
            try insertAccountToken(secrets, for: .verifyElsewhere, of: account.id, at: now)
            return .goOn(secrets.token)
        }
        try verifyEmail(account.id, newPassword: nil, from: attempt.origin, at: now)
        guard try !hasTwoFactor(account.id) else { return .verified }
        let login = Login(
            account: account,
            isRemembered: false,
            device: attempt.device,
            origin: attempt.origin,
            replaced: attempt.replaced,
            favourite: attempt.favourite
        )
        var outcome = try logIn(login, by: attempt.emailRenderer, details: attempt.details(account.language), at: now)
        outcome.isVerified = true
        return .entered(login, outcome)
    }
}
