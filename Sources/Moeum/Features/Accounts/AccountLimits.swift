extension RateLimits {
    /// Wrong passwords for one account, from any network address.
    var loginOfAccount: RateLimit? { limit("login-account", atOnce: 10, thenOneEach: .seconds(120)) }
    /// Wrong passwords from one network address, for any account.
    var loginFromAddress: RateLimit? { limit("login-address", atOnce: 50, thenOneEach: .seconds(10)) }
    /// Wrong codes of an authenticator app or recovery codes. The more are wrong in a row, the longer the pause; the longest
    /// limit is first, so that its pause is the one shown.
    var loginCodes: [RateLimit] {
        [
            limit("login-code-day", atOnce: 40, thenOneEach: .seconds(43_200)),
            limit("login-code-hour", atOnce: 15, thenOneEach: .seconds(1_800)),
            limit("login-code", atOnce: 5, thenOneEach: .seconds(60)),
        ].compactMap(\.self)
    }
    /// E-mails about wrong codes, to one account.
    var codeMails: RateLimit? { limit("login-code-mail", atOnce: 1, thenOneEach: .seconds(604_800)) }
    /// Passwords asked for again before something dangerous.
    var passwordChecks: RateLimit? { limit("password-check", atOnce: 10, thenOneEach: .seconds(60)) }
    var signUpFromAddress: RateLimit? { limit("sign-up", atOnce: 10, thenOneEach: .seconds(180)) }
    /// Recovery e-mails to one e-mail address.
    var recoveryMails: RateLimit? { limit("recovery-mail", atOnce: 3, thenOneEach: .seconds(1_200)) }
    /// Forms that send an e-mail to an address that was typed, from one network address.
    var mailsFromAddress: RateLimit? { limit("mails-address", atOnce: 20, thenOneEach: .seconds(60)) }
    /// E-mails of verification, of a change of address and of a repeated sign-up, to one e-mail address.
    var verificationMails: RateLimit? { limit("verification-mail", atOnce: 5, thenOneEach: .seconds(10_800)) }
    /// Changes of nickname and biography by one account.
    var profiles: RateLimit? { limit("profile", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Changes of e-mail address that one account asks for.
    var emailChanges: RateLimit? { limit("email-change", atOnce: 5, thenOneEach: .seconds(1_800)) }
    /// E-mails that unlock a login.
    var unlockMails: RateLimit? { limit("unlock-mail", atOnce: 2, thenOneEach: .seconds(21_600)) }
    /// Wrong codes of e-mails from one network address; each code also has three tries of its own.
    var codesFromAddress: RateLimit? { limit("code-address", atOnce: 20, thenOneEach: .seconds(30)) }
}
