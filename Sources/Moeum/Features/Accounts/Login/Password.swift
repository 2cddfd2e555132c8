import Foundation
import Glibc

/// A typed password, normalised for hashing and comparing (Unicode NFC), because keyboards compose Hangul differently.
package struct Password: Sendable, Secret {
    /// Why a new password is refused; the raw value is the code beside the field.
    package enum Error: String, Swift.Error, CaseIterable, Sendable {
        case tooShort = "too-short"
        case tooLong = "too-long"
        case controlCharacter = "control-character"
        case tooCommon = "too-common"
        case likeYourself = "like-yourself"
    }

    /// In grapheme clusters after NFC.
    static let lengths = 8...128
    /// In bytes of UTF-8: one grapheme cluster can hold any number of combining marks.
    private static let byteLimit = 8_192

    let secret: SecretBytes

    /// For logging in: the rules for new passwords do not apply. Nil for what no password can be, so that nobody makes the
    /// server hash megabytes.
    package init?(typed: String) {
        guard let text = try? Self.normalised(typed), !text.isEmpty else { return nil }
        secret = SecretBytes(text)
    }

    /// A new password, checked for length and characters; ``PasswordRules`` also knows the commonest ones.
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
}

/// Bytes that are wiped when they are no longer needed. The copies in the request are beyond our reach; this wipes the copies
/// that wait for a hash.
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
