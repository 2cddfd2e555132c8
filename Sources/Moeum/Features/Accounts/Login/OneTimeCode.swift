import Foundation

/// Six digits from an e-mail, typed on another device. Because they are few, they are valid for minutes and a few tries.
struct OneTimeCode: Sendable, Equatable, Secret {
    private static let digits = 6
    /// With leading zeros; for e-mails only.
    package let text: String

    /// A new code from the system's generator; every code is equally likely.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = String((0..<Self.digits).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
    }

    /// A typed code, also with spaces or dashes; nil for anything else.
    init?(_ typed: String) {
        guard let text = Self.digits(typed, count: Self.digits) else { return nil }
        self.text = text
    }

    /// The digits of a typed code, where there are exactly `count` and otherwise only spaces, dashes and what nobody sees.
    /// Full-width digits of an input method count.
    static func digits(_ typed: String, count: Int) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        let kept = withoutGaps(typed)
        guard kept.count == count, kept.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return kept
    }

    /// A typed code in NFKC without spaces, dashes and invisible characters, which come with what is pasted.
    static func withoutGaps(_ typed: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(
            contentsOf: typed.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
                !$0.properties.isWhitespace && $0 != "-" && !InvisibleCharacters.contains($0)
            }
        )
        return String(kept)
    }

    /// The hash for the database. The row makes the hashes of equal codes differ: in a stolen copy the million guesses have to
    /// be made for each row, and a hash cannot be moved to another row.
    /// - Parameter row: something that only this code's row has, such as its id or the hash of its token.
    package func hash(boundTo row: String) -> String {
        let key = Array(SHA256.digest(of: "one-time code of \(row)"))
        return Hexadecimal.text(HMAC.sha256(of: Array(text.utf8), key: key))
    }

    /// Whether a row's hash belongs to this code.
    func matches(_ hash: String, boundTo row: String) -> Bool {
        ConstantTime.areEqual(self.hash(boundTo: row), hash)
    }

    package static func == (one: Self, other: Self) -> Bool { ConstantTime.areEqual(one.text, other.text) }
}
