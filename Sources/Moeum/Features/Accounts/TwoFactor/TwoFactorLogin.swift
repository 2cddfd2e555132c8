import Foundation

/// Somebody who gave the password and now shows the second factor.
struct TwoFactorLogin: Sendable {
    let token: SecretToken
    /// Nil where what was typed can be no code.
    let code: SecondFactorCode?
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
}

extension Transaction {
    /// Checks the code of a challenge and, where it is right, begins the session that the password alone did not.
    func completeChallenge(_ attempt: TwoFactorLogin) throws -> ChallengeOutcome {
        let now = attempt.now
        guard let challenge = try loginChallenge(attempt.token, at: now), let account = try account(challenge.accountID)
        else { return .over(next: nil) }
        // As with passwords: nobody else can use up the tries of a browser that logged in before.
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
        // Of two right codes at the same moment, one of the app and one of paper, one begins the session.
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
