import Foundation

/// Lets somebody in once whose authenticator is lost. Written on paper, so without letters that look alike; 125 bits, so
/// that a fast hash in the database gives nothing away (NIST SP 800-63B asks for 112 where it has neither salt nor key).
struct RecoveryCode: Sendable, CustomStringConvertible, CustomReflectable {
    /// How many a person gets at once.
    package static let count = 10
    /// Neither I and 1 nor O and 0.
    private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    private static let length = 25
    private static let groupLength = 5
    /// Of the codes that were given out at first, which let in as long as they are not replaced.
    private static let earlierLength = 16
    private let letters: String

    /// A new one from the system's generator.
    init() {
        letters = String(SystemRandom.bytes(Self.length).map { Self.alphabet[Int($0) % Self.alphabet.count] })
    }

    /// A new sheet of them, no two alike.
    static func codes() -> [RecoveryCode] {
        var formView: [RecoveryCode] = []
        while formView.count < count {
            let code = RecoveryCode()
            if !formView.contains(where: { $0.letters == code.letters }) { formView.append(code) }
        }
        return formView
    }

    /// What was typed, in any case and with or without spaces and dashes.
    init?(_ typed: String) {
        guard typed.utf8.count <= 256 else { return nil }
        let letters = typed.precomposedStringWithCompatibilityMapping.uppercased().filter {
            !$0.isWhitespace && $0 != "-"
        }
        guard [Self.length, Self.earlierLength].contains(letters.count), letters.allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.letters = letters
    }

    /// In five groups; shown once.
    package var text: String {
        stride(from: 0, to: Self.length, by: Self.groupLength)
            .map { String(letters.dropFirst($0).prefix(Self.groupLength)) }.joined(separator: "-")
    }

    /// What the database keeps.
    package var hash: String { Hexadecimal.text(SHA256.digest(of: "recovery code \(letters)")) }

    /// Says nothing, so that no log line holds a secret.
    package var description: String { "RecoveryCode(…)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
