/// Every limit of the site, or none where they are switched off (`MOEUM_LIMITS`).
struct RateLimits: Sendable {
    let areOn: Bool

    init(areOn: Bool) { self.areOn = areOn }

    private func limit(_ name: String, atOnce burst: Int, thenOneEach interval: Duration) -> RateLimit? {
        areOn ? RateLimit(name, atOnce: burst, thenOneEach: interval) : nil
    }

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
    /// Reviews that one account publishes.
    package var reviews: RateLimit? { limit("review", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Edits of reviews by one account; each keeps an earlier version.
    var reviewEdits: RateLimit? { limit("review-edit", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Drafts of reviews that one account keeps as it types: a form sends itself every few seconds.
    var drafts: RateLimit? { limit("draft", atOnce: 120, thenOneEach: .seconds(2)) }
    /// Drafts of reviews that are kept of one account; with more of them the oldest is forgotten.
    var maxDrafts: Int? { areOn ? 50 : nil }
    /// Votes for reviews by one account, given or taken back.
    var helpfulVotes: RateLimit? { limit("helpful", atOnce: 60, thenOneEach: .seconds(10)) }
    /// Places that one account keeps, changes and lets go; what is let go is kept for a day.
    package var favourites: RateLimit? { limit("favourite", atOnce: 2_000, thenOneEach: .seconds(1)) }
    /// Visits that one account notes.
    package var visits: RateLimit? { limit("visit", atOnce: 120, thenOneEach: .seconds(10)) }
    /// Visits that one account takes back. Apart from those it notes, so that a slip can be undone whenever it was made.
    var visitDeletions: RateLimit? { limit("visit-deletion", atOnce: 240, thenOneEach: .seconds(5)) }
    /// Lists that one account makes.
    package var lists: RateLimit? { limit("list", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Places that one account puts on lists, moves, takes off and writes of there, and its lists that it changes.
    var listEntries: RateLimit? { limit("list-entry", atOnce: 300, thenOneEach: .seconds(2)) }
    /// People whom one account asks to work on its lists.
    var listCollaborators: RateLimit? { limit("list-collaborator", atOnce: 30, thenOneEach: .seconds(60)) }
    /// Mails that tell one person that they are asked to work on one list.
    var invitationMails: RateLimit? { limit("invitation-mail", atOnce: 1, thenOneEach: .seconds(86_400)) }
    /// Turns of the roulette by one account, or from one network address; each is remembered for a while.
    var spins: RateLimit? { limit("spin", atOnce: 200, thenOneEach: .seconds(3)) }
    /// What one account reports and suggests.
    package var reports: RateLimit? { limit("report", atOnce: 30, thenOneEach: .seconds(120)) }
    /// Archives made for one account.
    var exports: RateLimit? { limit("export", atOnce: 3, thenOneEach: .seconds(3_600)) }
    /// Archives brought into one account.
    var imports: RateLimit? { limit("import", atOnce: 5, thenOneEach: .seconds(600)) }
    /// Requests to block something, from one network address.
    var takedownsFromAddress: RateLimit? { limit("takedown-address", atOnce: 10, thenOneEach: .seconds(600)) }
    /// Mails that prove whoever asks for that, to one address of mail.
    var takedownMails: RateLimit? { limit("takedown-mail", atOnce: 5, thenOneEach: .seconds(10_800)) }
    /// Photos sent by one account.
    var uploads: RateLimit? { limit("upload", atOnce: 60, thenOneEach: .seconds(20)) }
}
