import Foundation

/// A login's second step: the password was right, and a code was typed.
struct TwoFactorLogin: Sendable {
    let token: SecretToken
    /// Nil where the typed text cannot be a code.
    let code: SecondFactorCode?
    let device: SecretToken
    let origin: DeviceOrigin
    /// The session that this browser had before; it is ended.
    let replaced: Session.ID?
    let favourite: PendingFavourite?
    let limits: RateLimits
    let emailRenderer: EmailRenderer
    /// What e-mails say about this login, in the account's language.
    let details: @Sendable (Language) -> EmailMessage.Details
    let now: Date
}

extension Transaction {
    /// Checks the code of a challenge and, where it is right, begins the session.
    func completeChallenge(_ attempt: TwoFactorLogin) throws -> ChallengeOutcome {
        let now = attempt.now
        guard let challenge = try loginChallenge(attempt.token, at: now), let account = try account(challenge.accountID)
        else { return .over(next: nil) }
        // As with passwords: a known browser has tries of its own, which nobody else can use up.
        let isKnown = try isKnownDevice(attempt.device.hash, to: account.id)
        let subject = isKnown ? "\(account.id) \(attempt.device.hash)" : "\(account.id)"
        let details = attempt.details(account.language)
        let (limits, emailRenderer) = (attempt.limits, attempt.emailRenderer)
        if let wait = try consumeCodeAttempt(
            subject,
            of: account,
            limits,
            from: attempt.origin,
            details,
            by: emailRenderer,
            at: now
        ) {
            return .wait(wait)
        }
        guard let left = try countChallengeAttempt(of: attempt.token, at: now) else {
            return .over(next: challenge.nextPath)
        }
        guard let code = attempt.code, try consumeSecondFactorCode(code, of: account.id, at: now) else {
            try recordSecurityEvent(.loginFailed, of: account.id, from: attempt.origin, at: now)
            if left > 0 { return .wrong(left: left) }
            _ = try endLoginChallenge(attempt.token)
            return .over(next: challenge.nextPath)
        }
        // Of two right codes at the same moment, one of the app and one recovery code, only one begins the session.
        guard try endLoginChallenge(attempt.token) else { return .over(next: challenge.nextPath) }
        try resetCodeAttempts(subject, limits)
        let login = Login(
            account: account,
            isRemembered: challenge.isRemembered,
            device: attempt.device,
            origin: attempt.origin,
            replaced: attempt.replaced,
            favourite: attempt.favourite
        )
        var outcome = try logIn(login, by: emailRenderer, details: details, at: now)
        if case .recovery = code {
            try recordSecurityEvent(.recoveryCodeUsed, of: account.id, from: attempt.origin, at: now)
            try enqueueEmail(.recoveryCodeUsed, account, link: "/settings/security", details, emailRenderer)
            outcome.recoveryCodesLeft = try recoveryCodesLeft(of: account.id)
        }
        return .entered(login, next: challenge.nextPath, outcome)
    }
}
