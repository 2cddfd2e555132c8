import COpenSSL
import Foundation

/// SHA-256 (FIPS 180-4) by libcrypto, which uses the processor's own instructions for it.
package struct SHA256: ~Copyable {
    /// 32 bytes; equal where the hashed bytes were.
    package struct Digest: Hashable, Sendable, Sequence {
        private let words: (UInt64, UInt64, UInt64, UInt64)

        fileprivate init(_ write: (UnsafeMutablePointer<UInt8>) -> Void) {
            var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            withUnsafeMutableBytes(of: &words) { bytes in
                bytes.withMemoryRebound(to: UInt8.self) { if let start = $0.baseAddress { write(start) } }
            }
            self.words = words
        }

        package func makeIterator() -> some IteratorProtocol<UInt8> {
            withUnsafeBytes(of: words) { Array($0) }.makeIterator()
        }

        package static func == (one: Self, other: Self) -> Bool { one.words == other.words }

        package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
    }

    /// Fetched once, since OpenSSL 3 otherwise searches for it on every call; never changed afterwards, so that any thread may
    /// read it.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)
    private let context = EVP_MD_CTX_new()

    package init() { Cryptography.expect(EVP_DigestInit_ex2(context, Self.algorithm, nil)) }

    deinit { EVP_MD_CTX_free(context) }

    /// Hashes all bytes at once.
    package static func digest(of bytes: some ContiguousBytes) -> Digest {
        bytes.withUnsafeBytes { bytes in
            Digest { Cryptography.expect(EVP_Digest(bytes.baseAddress, bytes.count, $0, nil, algorithm, nil)) }
        }
    }

    package static func digest(of text: String) -> Digest { digest(of: Array(text.utf8)) }

    package mutating func update(_ bytes: some ContiguousBytes) {
        bytes.withUnsafeBytes { Cryptography.expect(EVP_DigestUpdate(context, $0.baseAddress, $0.count)) }
    }

    package consuming func finalize() -> Digest {
        Digest { Cryptography.expect(EVP_DigestFinal_ex(context, $0, nil)) }
    }
}

/// Message authentication codes (RFC 2104).
package enum HMAC {
    package static func sha256(of bytes: some ContiguousBytes, key: some ContiguousBytes) -> [UInt8] {
        code(EVP_sha256(), bytes, key)
    }

    /// Only where a standard requires it, as RFC 6238 does.
    package static func sha1(of bytes: some ContiguousBytes, key: some ContiguousBytes) -> [UInt8] {
        code(EVP_sha1(), bytes, key)
    }

    private static func code(
        _ algorithm: OpaquePointer?,
        _ bytes: some ContiguousBytes,
        _ key: some ContiguousBytes
    ) -> [UInt8] {
        key.withUnsafeBytes { key in
            bytes.withUnsafeBytes { bytes in
                [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { code, count in
                    var length: UInt32 = 0
                    let (start, size) = (bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
                    let made = COpenSSL.HMAC(
                        algorithm,
                        key.baseAddress,
                        Int32(key.count),
                        start,
                        size,
                        code.baseAddress,
                        &length
                    )
                    Cryptography.expect(made == nil ? 0 : 1)
                    count = Int(length)
                }
            }
        }
    }
}

/// Random numbers for secrets: libcrypto's generator, which the kernel seeds.
package enum SystemRandom {
    package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            Cryptography.expect(RAND_bytes(bytes.baseAddress, Int32(count)))
            filled = count
        }
    }

    /// 128 bits as hexadecimal digits, for files, claims and the like.
    package static func name() -> String { Hexadecimal.text(bytes(16)) }
}

/// Comparison in a time that does not reveal where two secrets differ.
package enum ConstantTime {
    package static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package static func areEqual(_ one: String, _ other: String) -> Bool {
        areEqual(Array(one.utf8), Array(other.utf8))
    }
}

/// libcrypto fails here only without memory or when it is broken; a secret made from its output would be worse than ending
/// the process.
private enum Cryptography {
    static func expect(_ result: Int32) { precondition(result == 1, "libcrypto failed") }
}
