/// The result of a login challenge.
enum ChallengeOutcome: Sendable {
    /// Right: a session was begun.
    case entered(Login, next: String, LoginOutcome)
    /// Wrong, or right but used.
    case wrong(isUsed: Bool)
    /// Used up, expired or unknown; `next` is the page that the person wanted, where it is known. Wrong where this code used it
    /// up.
    case over(next: String?, isWrong: Bool = false)
    case rateLimited(retryAfter: Int)
}

extension Transaction {
    /// Checks the code of a challenge and, where it is right, begins the session.
    /// - Parameter code: nil where the typed text cannot be one.
    func completeChallenge(_ token: SecretToken, with code: SecondFactorCode?, in browser: LoginBrowser) throws
        -> ChallengeOutcome
    {
        let (action, now) = (browser.action, browser.action.now)
        guard let challenge = try loginChallenge(token, at: now), let account = try account(challenge.accountID)
        else { return .over(next: nil) }
        // As with passwords: a known browser has tries of its own, which nobody else can use up.
        let isKnown = try isKnownDevice(browser.device.hash, to: account.id)
        let subject = isKnown ? "\(account.id) \(browser.device.hash)" : "\(account.id)"
        if let retryAfter = try consumeCodeAttempt(subject, of: account, action) {
            return .rateLimited(retryAfter: retryAfter)
        }
        guard let left = try countChallengeAttempt(of: token, at: now) else {
            return .over(next: challenge.nextPath)
        }
        let result = try code.map { try consumeSecondFactorCode($0, of: account.id, at: now) } ?? .wrong
        guard let code, result == .right else {
            try recordSecurityEvent(.loginFailed, of: account.id, from: action.origin, at: now)
            if left > 0 { return .wrong(isUsed: result == .used) }
            _ = try endLoginChallenge(token)
            return .over(next: challenge.nextPath, isWrong: true)
        }
        // Of two right codes at the same moment, one of the app and one recovery code, only one begins the session.
        guard try endLoginChallenge(token) else { return .over(next: challenge.nextPath) }
        try resetCodeAttempts(subject, action.limits)
        let login = Login(account: account, isRemembered: challenge.isRemembered, browser: browser)
        var outcome = try logIn(login)
        if case .recovery = code {
            try recordSecurityEvent(.recoveryCodeUsed, of: account.id, from: action.origin, at: now)
            try enqueueEmail(.recoveryCodeUsed, account, link: "/settings/security", action)
            outcome.recoveryCodesLeft = try recoveryCodesLeft(of: account.id)
        }
        return .entered(login, next: challenge.nextPath, outcome)
    }
}
