import Foundation

/// Six digits that a person types from a mail on another device. Short, so it lives for minutes and a few tries.
struct OneTimeCode: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private static let digits = 6
    /// With its leading zeros; for mail only.
    package let text: String

    /// A new one from the system's generator, each of the million as likely as the next.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = String((0..<Self.digits).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
    }

    /// What was typed, also with spaces or dashes in it; nil for anything else.
    init?(_ typed: String) {
        guard let text = Self.digits(typed, count: Self.digits) else { return nil }
        self.text = text
    }

    /// The digits of a typed code, when there are just so many and nothing else but spaces and dashes. Full-width digits
    /// of an input method count.
    static func digits(_ typed: String, count: Int) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        let kept = typed.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace && $0 != "-" }
        guard kept.count == count, kept.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return kept
    }

    /// What the database keeps. The key makes the same code differ from row to row: with a stolen copy the million
    /// guesses have to be made for each row anew, and no hash can be moved to another row.
    /// - Parameter row: what only this code's row has, such as its id or the hash of the token beside it.
    package func hash(boundTo row: String) -> String {
        let key = Array(SHA256.digest(of: "one-time code of \(row)"))
        return Hexadecimal.text(HMAC.sha256(of: Array(text.utf8), key: key))
    }

    /// Whether this is the code that a row keeps the hash of.
    func matches(_ hash: String, boundTo row: String) -> Bool {
        ConstantTime.areEqual(self.hash(boundTo: row), hash)
    }

    package static func == (one: Self, other: Self) -> Bool { ConstantTime.areEqual(one.text, other.text) }

    /// Says nothing, so that no log line holds a secret.
    package var description: String { "OneTimeCode(…)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
