import Foundation

/// A mail of the site to one person, before it is words. Handlers enqueue it in the write that it belongs to; it is sent once
/// that is committed:
///
///     try transaction.enqueue(
///         EmailMessage(.verify, to: address, language: language, link: "/verify/\(token)", code: code),
///         by: app.emailRenderer
///     )
package struct EmailMessage: Sendable {
    /// The kind of an e-mail message; each feature declares its own in an extension. The words are in `Views/strings` under
    /// `mail.{kind}`: `subject`, `text` (paragraphs with an empty line between), `button` where there is a link,
    /// `second-button` where there are two, and `note` for a warning.
    package struct Kind: Sendable, Hashable {
        package let rawValue: String

        package init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// What a message is about, as its reader knows it.
    package struct About: Sendable {
        /// The key of the words under `mail.about.`.
        let kind: String
        /// The name of the place; empty without one.
        var place = ""
        /// The first words of the reader's own content.
        var words = ""
        /// When the reader reported it.
        var day: Date?
    }

    /// Rows below the text; each is shown where it is given.
    struct Details: Sendable {
        /// In words, such as "Firefox, Linux".
        var device: String?
        /// A masked network address.
        var place: String?
        var time: Date?
        /// A masked mail address.
        var address: String?
        /// The end of a period.
        var until: Date?
        /// The key of the reason under `reason.` in `Views/strings`.
        var reason: String?
        /// The staff's note to the person.
        var note: String?
        var about: About?
        /// The key of the role under `mail.role.`.
        var role: String?
        /// Whether a sanction has no end, which the mail then says.
        var hasNoEnd = false
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
