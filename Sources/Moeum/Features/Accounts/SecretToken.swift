/// A secret that no log shows, also where a value that holds it is printed or dumped.
package protocol Secret: CustomStringConvertible, CustomReflectable {}

extension Secret {
    package var description: String { "\(Self.self)(…)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret of 256 bits for links in e-mails and for cookies, which permits one action. The database keeps only its hash, so
/// that a copy of the database gives no access.
struct SecretToken: Sendable, Equatable, Secret {
    private static let length = 32
    private let bytes: [UInt8]

    /// A new token from the system's generator.
    init() { bytes = SystemRandom.bytes(Self.length) }

    /// A token as ``text`` wrote it; nil for anything else.
    init?(_ text: String) {
        // The last character has two unused bits: without this check several texts would mean the same bytes.
        guard text.utf8.count == 43, let bytes = Base64URL.bytes(text), bytes.count == Self.length,
            Base64URL.text(bytes) == text
        else { return nil }
        self.bytes = bytes
    }

    /// 43 letters, digits, dashes and underscores, for links and cookies only.
    package var text: String { Base64URL.text(bytes) }

    /// The hash that the database keeps and looks rows up by.
    package var hash: String { Hexadecimal.text(SHA256.digest(of: bytes)) }

    package static func == (one: Self, other: Self) -> Bool { ConstantTime.areEqual(one.bytes, other.bytes) }
}
