import Foundation

/// What the site has to say to one person by mail, before it is words. Handlers post one inside the write that it belongs
/// to; it leaves once that is committed:
///
///     try transaction.post(
///         EmailMessage(.verify, to: address, language: language, link: "/verify/\(token)", code: code),
///         by: app.emailRenderer
///     )
package struct EmailMessage: Sendable {
    /// Each has its words in `Views/strings` under `mail.{kind}`: `subject`, `text` (paragraphs with an empty line between),
    /// `button` where there is a link, `second-button` where there are two, and `note` where there is something to beware
    /// of.
    package enum Kind: String, Sendable, CaseIterable {
        /// Somebody signed up with this address. Takes a link and a code.
        case verify
        /// Somebody signed up with the address of an account. Takes links to the login and to the recovery.
        case alreadyRegistered = "already-registered"
        /// The same where the account's address is not verified yet. Takes a link that verifies, and a code.
        case alreadyRegisteredUnverified = "already-registered-unverified"
        /// Somebody gave the password of an account whose address is not verified. Takes a link that verifies, and a code.
        case loginUnverified = "login-unverified"
        /// Takes a link and a code.
        case recover
        /// Somebody wants to recover an account that there is not. Takes a link to sign up.
        case recoverUnknown = "recover-unknown"
        /// Too many logins failed. Takes a link that unlocks.
        case unlock
        /// A login from a device that was not seen before. Takes a link to the sessions; device, place and time.
        case newDevice = "new-device"
        /// Somebody who gives the password does not know the second factor. Takes a link to recover; device, place and time.
        case codesGuessed = "codes-guessed"
        /// Takes a link to recover; device, place and time.
        case passwordChanged = "password-changed"
        /// To the new address. Takes a link that confirms.
        case emailChange = "email-change"
        /// To the new address where that belongs to an account already. Takes a link to the login.
        case emailChangeTaken = "email-change-taken"
        /// To the old address. Takes a link that undoes; the new address, masked; device, place and time.
        case emailChanged = "email-changed"
        /// These four take a link to the security settings; device, place and time.
        case twoFactorOn = "two-factor-on"
        case twoFactorOff = "two-factor-off"
        case recoveryCodesNew = "recovery-codes-new"
        case recoveryCodeUsed = "recovery-code-used"
        /// Takes a link to the archive, and until when it is there.
        case exportReady = "export-ready"
        /// Takes a link to ask again.
        case exportFailed = "export-failed"
        /// Takes a link to what was imported.
        case importDone = "import-done"
        /// Takes a link to what is wrong with the archive.
        case importFailed = "import-failed"
        /// Withdrawal in 14 days. Takes a link to the login, and until when it can be undone.
        case leaving
        /// Everything is erased. Takes nothing.
        case left
        /// A login undid the withdrawal. Takes a link to the settings.
        case back
        /// Takes a link to set a password.
        case adminInvitation = "admin-invitation"
        /// What staff decided on somebody; these take a link to one's own standing, the reason, what staff wrote, and until
        /// when where there is an end.
        case warned
        case barredFromPosting = "barred-from-posting"
        case suspended
        case contentHidden = "content-hidden"
        case contentRestored = "content-restored"
        /// Something waits for staff to look, and was let go. As above.
        case contentHeld = "content-held"
        case contentReleased = "content-released"
        /// The same of one photo, without its review.
        case photoHeld = "photo-held"
        case photoReleased = "photo-released"
        /// A sanction was taken back, is in force again after all, or came to its end. As above.
        case sanctionLifted = "sanction-lifted"
        case sanctionResumed = "sanction-resumed"
        case sanctionEnded = "sanction-ended"
        /// What became of a report, without what became of the person. Take a link to the guidelines.
        case reportActed = "report-acted"
        case reportApproved = "report-approved"
        case reportGone = "report-gone"
        /// What became of a suggestion. Take a link to where it shows.
        case suggestionActed = "suggestion-acted"
        case suggestionDeclined = "suggestion-declined"
        /// What became of an appeal. As the first of these.
        case appealUpheld = "appeal-upheld"
        case appealOverturned = "appeal-overturned"
        /// It was decided, and waits again.
        case appealReopened = "appeal-reopened"
        /// Somebody is asked to work on a list. Takes a link to the question.
        case listInvitation = "list-invitation"
        /// Somebody got another role. Takes a link to the settings, and what staff wrote.
        case roleChanged = "role-changed"
        /// To whoever asks for something to be blocked, without their name: what they typed waits for the link. Takes a link
        /// that proves the address.
        case takedownConfirm = "takedown-confirm"
        /// What became of that. Take a link to what it is about, which right, what staff wrote, and until when it is blocked.
        case takedownReceived = "takedown-received"
        case takedownBlocked = "takedown-blocked"
        case takedownRefused = "takedown-refused"
        case takedownObjected = "takedown-objected"
        case takedownEnded = "takedown-ended"
        /// What it was about is there no more. Takes a link to what the site is.
        case takedownGone = "takedown-gone"
        /// To the author of what is blocked, and blocked no more, and what became of their objection. As above.
        case contentBlocked = "content-blocked"
        case contentUnblocked = "content-unblocked"
        case objectionKept = "objection-kept"
        case objectionReopened = "objection-reopened"
    }

    /// What a e-mail is about, as its reader knows it.
    package struct About: Sendable {
        /// Names the words under `mail.about.`.
        let kind: String
        /// What the place is called; empty where there is none.
        var place = ""
        /// The first words of what the reader wrote themselves.
        var words = ""
        /// When the reader reported it.
        var day: Date?
    }

    /// What happened, in rows; each is shown where it is given.
    struct Details: Sendable {
        /// In words, such as "Firefox, Linux".
        var device: String?
        /// A masked network address.
        package var place: String?
        package var time: Date?
        /// A mail address, masked.
        package var address: String?
        /// The end of a period.
        var until: Date?
        /// Names a reason by its key under `reason.` in `Views/strings`.
        package var reason: String?
        /// What staff wrote to the person.
        package var note: String?
        package var about: About?
        /// Names a role by its key under `mail.role.`.
        package var role: String?
        /// What holds is without an end, which is worth saying.
        var hasNoEnd = false

        init(
            device: String? = nil,
            place: String? = nil,
            time: Date? = nil,
            address: String? = nil,
            until: Date? = nil,
            reason: String? = nil,
            note: String? = nil
        ) {
            self.device = device
            self.place = place
            self.time = time
            self.address = address
            self.until = until
            self.reason = reason
            self.note = note
        }
    }

    let kind: Kind
    let address: String
    let nickname: String?
    let language: Language
    let link: String?
    let secondLink: String?
    let code: String?
    let details: Details

    /// - Parameters:
    ///   - nickname: for the greeting. Leave it out where a stranger may have chosen it, such as in `verify`: it would be
    ///     words of theirs in a mail of ours.
    ///   - language: the account's.
    ///   - link: a path of the site, such as `/verify/TOKEN`; it becomes absolute by the configured base URL.
    ///   - code: six digits.
    init(
        _ kind: Kind,
        to address: String,
        nickname: String? = nil,
        language: Language,
        link: String? = nil,
        secondLink: String? = nil,
        code: String? = nil,
        details: Details = Details()
    ) {
        self.kind = kind
        self.address = address
        self.nickname = nickname
        self.language = language
        self.link = link
        self.secondLink = secondLink
        self.code = code
        self.details = details
    }
}
