import Foundation

/// An e-mail address as somebody typed it, and the key by which addresses are compared.
///
/// Accepts the addresses that any mail server delivers: ASCII, without quotes. An internationalised domain is accepted only in
/// its `xn--` form, because not every mail server supports others. Dots and `+tags` stay: they usually make different
/// mailboxes.
struct EmailAddress: Sendable, Hashable {
    /// Why a text is no address; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case missing = "required"
        case malformed = "invalid"
        case tooLong = "too-long"
        /// A domain or a local part that is not written in ASCII.
        case international
    }

    /// As typed, but with full-width letters normalised, and without spaces and invisible characters around it. E-mails go to
    /// this text.
    let text: String
    /// Equal for the same mailbox.
    let key: String
    /// In lower case.
    let domain: String

    /// In bytes (RFC 5321, 4.5.3.1; the whole as errata 1690 to RFC 3696 has it).
    static let maxLength = 254
    private static let greatestLocalLength = 64

    init(_ typed: String) throws(Error) {
        // Checked first: the sent text may be a megabyte long.
        if typed.utf8.count > 8 * Self.maxLength { throw .tooLong }
        let text = TextNormalizer.bare(typed.precomposedStringWithCompatibilityMapping)
        if text.isEmpty { throw .missing }
        if text.utf8.count > Self.maxLength { throw .tooLong }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !text.unicodeScalars.contains(where: Self.isWhitespaceOrInvisible) else {
            throw .malformed
        }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .international }
        if parts[0].utf8.count > Self.greatestLocalLength { throw .tooLong }
        guard Self.isLocal(parts[0]), Self.isDomain(parts[1]) else { throw .malformed }
        self.text = text
        key = text.lowercased()
        domain = parts[1].lowercased()
    }

    /// The address in a form's field `email`.
    init(in form: Form) throws(FormErrors) {
        do { try self.init(form["email"] ?? "") } catch { throw FormErrors(["email": error.rawValue]) }
    }

    /// The domain and its parent domains: `a.b.example` and `b.example`.
    var domains: [String] {
        let labels = domain.split(separator: ".")
        return labels.indices.dropLast().map { labels[$0...].joined(separator: ".") }
    }

    private static func isWhitespaceOrInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || InvisibleCharacters.contains(scalar)
    }

    /// The local part: words separated by dots (RFC 5322, `dot-atom-text`).
    private static func isLocal(_ text: Substring) -> Bool {
        text.wholeMatch(of: /[A-Za-z0-9!#$%&'*+\/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+\/=?^_`{|}~-]+)*/) != nil
    }

    /// At least two labels, the last of which is no number: an IP address is no domain.
    static func isDomain(_ text: Substring) -> Bool {
        let label = /[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?/
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, text.utf8.count <= 253, let last = labels.last else { return false }
        return labels.allSatisfy { $0.wholeMatch(of: label) != nil } && last.contains { $0.isLetter }
    }
}
