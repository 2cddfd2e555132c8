import Foundation

/// The result of verifying an address by the six digits of an e-mail, typed in the browser that waits for them.
enum CodeVerification: Sendable {
    /// The browser chose the password: it is logged in.
    case entered(Login, LoginOutcome)
    /// The address is verified, and the login still needs the second factor.
    case verified
    /// The password was chosen in another browser: the next page asks for it or replaces it.
    case goOn(SecretToken)
    case wrong, gone
}

extension Transaction {
    func verifyEmail(
        by code: OneTimeCode,
        in browserHash: String,
        from network: NetworkAddress,
        _ browser: LoginBrowser
    ) throws -> CodeVerification {
        let (action, now) = (browser.action, browser.action.now)
        try enforce(action.limits.codesFromAddress, for: network, at: now)
        // Counted for every browser: one that waits for no code gets the same answers as one that does, so that they do not
        // tell whether an address has an account.
        guard try consumeRateLimit(Verification.codeAttempts, for: browserHash, at: now.milliseconds) == nil
        else {
            return .gone
        }
        guard let token = try token(awaitedBy: browserHash, for: TokenPurpose.verifying, at: now),
            try checkCode(code, for: token.purpose, of: token.accountID, at: now),
            let account = try account(token.accountID), account.verifiedAt == nil
        else {
            let isOver =
                try rateLimitDelay(Verification.codeAttempts, for: browserHash, at: now.milliseconds) != nil
            return isOver ? .gone : .wrong
        }
        guard TokenPurpose.verifyingWithPassword.contains(token.purpose) else {
            let secrets = AccountToken.Secrets()
            try insertAccountToken(secrets, for: .verifyElsewhere, of: account.id, at: now)
            return .goOn(secrets.token)
        }
        try verifyEmail(account.id, newPassword: nil, from: action.origin, at: now)
        guard try !hasTwoFactor(account.id) else { return .verified }
        let login = Login(account: account, isRemembered: false, browser: browser)
        var outcome = try logIn(login)
        outcome.isVerified = true
        return .entered(login, outcome)
    }
}
