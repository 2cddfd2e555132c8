import Foundation

/// So many at once, then one each interval: how often somebody may do a thing that costs others something.
///
/// The generic cell rate algorithm (ITU-T I.371): of each subject one time is kept, that at which its bucket is empty
/// again.
package struct RateLimit: Sendable, Equatable {
    /// Of the limit, not of the subject; begins the row's key.
    package let name: String
    package let burst: Int
    /// In milliseconds.
    package let interval: Int64

    package init(_ name: String, atOnce burst: Int, thenOneEach interval: Duration) {
        self.name = name
        self.burst = burst
        self.interval = interval.components.seconds * 1_000
    }

    /// How far ahead of the clock a bucket may be and still take one more.
    package var tolerance: Int64 { interval * Int64(burst - 1) }

    /// Of an account, an address of mail or of the network. Hashed, so that the table names nobody.
    package func key(for subject: String) -> String {
        let digest = SHA256.digest(of: "\(name)\n\(subject)")
        return "\(name):\(Hexadecimal.text(digest.prefix(16)))"
    }

    /// A pause as pages say it: in whole minutes, never too few.
    package static func minutes(_ seconds: Int) -> Int { (seconds + 59) / 60 }

    /// Until a bucket takes one more, in whole seconds and at least one.
    package func seconds(until arrival: Int64, from now: Int64) -> Int {
        Int(max(1, (arrival - tolerance - now + 999) / 1_000))
    }
}

/// Every limit of the site, or none where they are switched off (`MOEUM_LIMITS`).
public struct RateLimits: Sendable {
    package let areOn: Bool

    package init(areOn: Bool) { self.areOn = areOn }

    private func limit(_ name: String, atOnce burst: Int, thenOneEach interval: Duration) -> RateLimit? {
        areOn ? RateLimit(name, atOnce: burst, thenOneEach: interval) : nil
    }

    /// Wrong passwords for one account, from wherever.
    package var loginOfAccount: RateLimit? { limit("login-account", atOnce: 10, thenOneEach: .seconds(120)) }
    /// Wrong passwords from one network address, for whichever accounts.
    package var loginFromAddress: RateLimit? { limit("login-address", atOnce: 50, thenOneEach: .seconds(10)) }
    /// Six digits of an app or a recovery code, at login.
    package var loginCodes: RateLimit? { limit("login-code", atOnce: 5, thenOneEach: .seconds(60)) }
    /// The password asked again before something dangerous.
    package var passwordChecks: RateLimit? { limit("password-check", atOnce: 10, thenOneEach: .seconds(60)) }
    package var signUpFromAddress: RateLimit? { limit("sign-up", atOnce: 10, thenOneEach: .seconds(180)) }
    /// Mails of recovery to one address of mail.
    package var recoveryMails: RateLimit? { limit("recovery-mail", atOnce: 3, thenOneEach: .seconds(1_200)) }
    /// Forms that send a mail to whatever address is typed, from one network address.
    package var mailsFromAddress: RateLimit? { limit("mails-address", atOnce: 20, thenOneEach: .seconds(60)) }
    /// Mails of verification, of a change of address and of a second sign-up to one address of mail.
    package var verificationMails: RateLimit? { limit("verification-mail", atOnce: 5, thenOneEach: .seconds(10_800)) }
    /// Changes of address that one account asks for.
    package var emailChanges: RateLimit? { limit("email-change", atOnce: 5, thenOneEach: .seconds(1_800)) }
    /// Mails that unlock a login.
    package var unlockMails: RateLimit? { limit("unlock-mail", atOnce: 2, thenOneEach: .seconds(21_600)) }
    /// Codes of mails tried from one network address; each code has its own three tries besides.
    package var codesFromAddress: RateLimit? { limit("code-address", atOnce: 20, thenOneEach: .seconds(30)) }
    /// Reviews that one account publishes.
    package var reviews: RateLimit? { limit("review", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Edits of reviews by one account; each keeps an earlier version.
    package var reviewEdits: RateLimit? { limit("review-edit", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Drafts of reviews that one account keeps as it types: a form sends itself every few seconds.
    package var drafts: RateLimit? { limit("draft", atOnce: 120, thenOneEach: .seconds(2)) }
    /// Drafts of reviews that are kept of one account; with more of them the oldest is forgotten.
    package var mostDrafts: Int? { areOn ? 50 : nil }
    /// Votes for reviews by one account, given or taken back.
    package var helpfulVotes: RateLimit? { limit("helpful", atOnce: 60, thenOneEach: .seconds(10)) }
    /// Places that one account keeps, changes and lets go; what is let go is kept for a day.
    package var favourites: RateLimit? { limit("favourite", atOnce: 2_000, thenOneEach: .seconds(1)) }
    /// Visits that one account notes.
    package var visits: RateLimit? { limit("visit", atOnce: 120, thenOneEach: .seconds(10)) }
    /// Visits that one account takes back. Apart from those it notes, so that a slip can be undone whenever it was made.
    package var visitDeletions: RateLimit? { limit("visit-deletion", atOnce: 240, thenOneEach: .seconds(5)) }
    /// Lists that one account makes.
    package var lists: RateLimit? { limit("list", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Places that one account puts on lists, moves, takes off and writes of there, and its lists that it changes.
    package var listEntries: RateLimit? { limit("list-entry", atOnce: 300, thenOneEach: .seconds(2)) }
    /// People whom one account asks to work on its lists.
    package var listCollaborators: RateLimit? { limit("list-collaborator", atOnce: 30, thenOneEach: .seconds(60)) }
    /// Turns of the roulette by one account, or from one network address; each is remembered for a while.
    package var spins: RateLimit? { limit("spin", atOnce: 200, thenOneEach: .seconds(3)) }
    /// What one account reports and suggests.
    package var reports: RateLimit? { limit("report", atOnce: 30, thenOneEach: .seconds(120)) }
    /// Archives made for one account.
    package var exports: RateLimit? { limit("export", atOnce: 3, thenOneEach: .seconds(3_600)) }
    /// Archives brought into one account.
    package var imports: RateLimit? { limit("import", atOnce: 5, thenOneEach: .seconds(600)) }
    /// Requests to block something, from one network address.
    package var takedownsFromAddress: RateLimit? { limit("takedown-address", atOnce: 10, thenOneEach: .seconds(600)) }
    /// Mails that prove whoever asks for that, to one address of mail.
    package var takedownMails: RateLimit? { limit("takedown-mail", atOnce: 5, thenOneEach: .seconds(10_800)) }
    /// Photos sent by one account.
    package var uploads: RateLimit? { limit("upload", atOnce: 60, thenOneEach: .seconds(20)) }
}
