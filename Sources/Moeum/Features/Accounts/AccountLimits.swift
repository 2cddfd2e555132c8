extension RateLimits {
    /// Wrong passwords for one account, from wherever.
    var loginOfAccount: RateLimit? { limit("login-account", atOnce: 10, thenOneEach: .seconds(120)) }
    /// Wrong passwords from one network address, for whichever accounts.
    var loginFromAddress: RateLimit? { limit("login-address", atOnce: 50, thenOneEach: .seconds(10)) }
    /// Six digits of an app or a recovery code. The more are wrong in a row, the longer the pauses; the longest first, so
    /// that it is the one that is told.
    var loginCodes: [RateLimit] {
        [
            limit("login-code-day", atOnce: 40, thenOneEach: .seconds(43_200)),
            limit("login-code-hour", atOnce: 15, thenOneEach: .seconds(1_800)),
            limit("login-code", atOnce: 5, thenOneEach: .seconds(60)),
        ].compactMap(\.self)
    }
    /// Mails that somebody who knows the password guesses those.
    var codeMails: RateLimit? { limit("login-code-mail", atOnce: 1, thenOneEach: .seconds(604_800)) }
    /// The password asked again before something dangerous.
    var passwordChecks: RateLimit? { limit("password-check", atOnce: 10, thenOneEach: .seconds(60)) }
    var signUpFromAddress: RateLimit? { limit("sign-up", atOnce: 10, thenOneEach: .seconds(180)) }
    /// Mails of recovery to one address of mail.
    var recoveryMails: RateLimit? { limit("recovery-mail", atOnce: 3, thenOneEach: .seconds(1_200)) }
    /// Forms that send a mail to whatever address is typed, from one network address.
    var mailsFromAddress: RateLimit? { limit("mails-address", atOnce: 20, thenOneEach: .seconds(60)) }
    /// Mails of verification, of a change of address and of a second sign-up to one address of mail.
    var verificationMails: RateLimit? { limit("verification-mail", atOnce: 5, thenOneEach: .seconds(10_800)) }
    /// Names and words of oneself that one account saves.
    var profiles: RateLimit? { limit("profile", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Changes of address that one account asks for.
    var emailChanges: RateLimit? { limit("email-change", atOnce: 5, thenOneEach: .seconds(1_800)) }
    /// Mails that unlock a login.
    var unlockMails: RateLimit? { limit("unlock-mail", atOnce: 2, thenOneEach: .seconds(21_600)) }
    /// Codes of mails tried from one network address; each code has its own three tries besides.
    var codesFromAddress: RateLimit? { limit("code-address", atOnce: 20, thenOneEach: .seconds(30)) }
}
