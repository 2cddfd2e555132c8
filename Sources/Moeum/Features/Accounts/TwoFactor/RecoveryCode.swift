import Foundation

/// Replaces a lost authenticator once. For writing on paper, so without letters that look alike; 125 bits, so that a fast hash
/// in the database is enough (NIST SP 800-63B asks for 112 without salt and key).
struct RecoveryCode: Sendable, Secret {
    /// Codes of one set.
    package static let count = 10
    /// Without I and 1, O and 0.
    private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    private static let length = 25
    private static let groupLength = 5
    /// The length of codes from older versions, which stay valid until they are replaced.
    private static let earlierLength = 16
    private let letters: String

    /// A new code from the system's generator.
    init() {
        letters = String(SystemRandom.bytes(Self.length).map { Self.alphabet[Int($0) % Self.alphabet.count] })
    }

    /// A new set of different codes.
    static func codes() -> [RecoveryCode] {
        var codes: [RecoveryCode] = []
        while codes.count < count {
            let code = RecoveryCode()
            if !codes.contains(where: { $0.letters == code.letters }) { codes.append(code) }
        }
        return codes
    }

    /// A typed code, in any case and with or without spaces and dashes.
    init?(_ typed: String) {
        guard typed.utf8.count <= 256 else { return nil }
        let letters = OneTimeCode.withoutGaps(typed).uppercased()
        guard [Self.length, Self.earlierLength].contains(letters.count), letters.allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.letters = letters
    }

    /// In five groups; shown only once.
    package var text: String {
        stride(from: 0, to: Self.length, by: Self.groupLength)
            .map { String(letters.dropFirst($0).prefix(Self.groupLength)) }.joined(separator: "-")
    }

    /// The hash that the database keeps.
    package var hash: String { Hexadecimal.text(SHA256.digest(of: "recovery code \(letters)")) }
}
