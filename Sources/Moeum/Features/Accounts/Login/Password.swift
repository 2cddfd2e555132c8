import Foundation
import Glibc

/// What somebody typed as a password, in the one form in which it is hashed and compared: Unicode's NFC, so that a
/// keyboard that composes Hangul differently still gets its owner in.
package struct Password: Sendable, CustomStringConvertible, CustomReflectable {
    /// Why a new password is refused; the raw value is the code beside the field.
    package enum Error: String, Swift.Error, CaseIterable, Sendable {
        case tooShort = "too-short"
        case tooLong = "too-long"
        case controlCharacter = "control-character"
        case tooCommon = "too-common"
        case likeYourself = "like-yourself"
    }

    /// Characters that people count: grapheme clusters after NFC.
    static let lengths = 8...128
    /// A character can be long, but not endless: marks can be stacked on one letter.
    private static let byteLimit = 8_192

    let secret: SecretBytes

    /// For logging in: whatever was typed, because rules bind new passwords only. Nil for what no password can be, so that
    /// nobody makes the server hash megabytes.
    package init?(typed: String) {
        guard let text = try? Self.normalised(typed), !text.isEmpty else { return nil }
        secret = SecretBytes(text)
    }

    /// A new one, whose length and characters hold; ``PasswordRules`` also knows the commonest.
    init(new typed: String) throws(Error) {
        let text = try Self.normalised(typed)
        if text.count < Self.lengths.lowerBound { throw .tooShort }
        secret = SecretBytes(text)
    }

    static func normalised(_ typed: String) throws(Error) -> String {
        if typed.utf8.count > byteLimit { throw .tooLong }
        let text = typed.precomposedStringWithCanonicalMapping
        if text.count > lengths.upperBound { throw .tooLong }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw .controlCharacter
        }
        return text
    }

    /// Says nothing, so that no log line holds a password.
    package var description: String { "Password(…)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Bytes that are wiped when nobody needs them any more. What came with the request is beyond our reach; this keeps the
/// copies that wait for a hash from outliving it.
///
/// `@unchecked Sendable`: nothing is written between `init` and `deinit`.
final class SecretBytes: @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ text: String) {
        let utf8 = Array(text.utf8)
        bytes = .allocate(byteCount: max(utf8.count, 1), alignment: 1)
        bytes.copyBytes(from: utf8)
        count = utf8.count
    }

    let count: Int

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(rebasing: bytes[0..<count]))
    }

    deinit {
        // Not a plain fill: a compiler may leave that out before memory is given back.
        if let address = bytes.baseAddress { explicit_bzero(address, bytes.count) }
        bytes.deallocate()
    }
}
