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
    let heart: WaitingHeart?
    let limits: RateLimits
    let press: LetterPress
    /// What letters say about it, in the account's language.
    let details: @Sendable (Language) -> Letter.Details
    let now: Date
}

extension Transaction {
    /// Checks the code of a challenge and, where it is right, begins the session that the password alone did not.
    func answerChallenge(_ attempt: TwoFactorLogin) throws -> ChallengeOutcome {
        let now = attempt.now
        guard let challenge = try challenge(attempt.token, at: now), let account = try account(challenge.accountID)
        else { return .over(next: nil) }
        // As with passwords: nobody else can use up the tries of a browser that logged in before.
        let isKnown = try isKnown(attempt.device.hash, to: account.id)
        let subject = isKnown ? "\(account.id) \(attempt.device.hash)" : "\(account.id)"
        let details = attempt.details(account.language)
        let (limits, press) = (attempt.limits, attempt.press)
        if let wait = try takeCodeTry(subject, of: account, limits, from: attempt.origin, details, by: press, at: now) {
            return .wait(wait)
        }
        guard let left = try countTry(of: attempt.token, at: now) else { return .over(next: challenge.nextPath) }
        guard let code = attempt.code, try take(code, of: account.id, at: now) else {
            try record(.loginFailed, of: account.id, from: attempt.origin, at: now)
            if left > 0 { return .wrong(left: left) }
            _ = try endChallenge(attempt.token)
            return .over(next: challenge.nextPath)
        }
        // Of two right codes at the same moment, one of the app and one of paper, one begins the session.
        guard try endChallenge(attempt.token) else { return .over(next: challenge.nextPath) }
        try forgetCodeTries(subject, limits)
        let login = Login(
            account: account,
            isRemembered: challenge.isRemembered,
            device: attempt.device,
            origin: attempt.origin,
            replaced: attempt.replaced,
            heart: attempt.heart
        )
        var outcome = try logIn(login, by: press, details: details, at: now)
        if case .recovery = code {
            try record(.recoveryCodeUsed, of: account.id, from: attempt.origin, at: now)
            try notify(.recoveryCodeUsed, account, link: "/settings/security", details, press)
            outcome.recoveryCodesLeft = try recoveryCodesLeft(of: account.id)
        }
        return .entered(login, next: challenge.nextPath, outcome)
    }
}
