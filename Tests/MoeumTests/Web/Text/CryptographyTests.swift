import Foundation
import Testing

@testable import Moeum

/// The published examples of each standard, so that what the database keeps stays readable whichever library computes it.
struct CryptographyTests {
    /// FIPS 180-4, examples of NIST.
    @Test(
        "SHA-256 matches the published examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func hashExamples(_ text: String, _ expected: String) {
        #expect(Hexadecimal.text(SHA256.digest(of: text)) == expected)
        var hash = SHA256()
        for byte in text.utf8 { hash.update([byte]) }
        #expect(Hexadecimal.text(hash.finalize()) == expected)
    }

    @Test("A million letters have the same digest in pieces") func hashPieces() {
        let messages = Data(repeating: UInt8(ascii: "a"), count: 1_000_000)
        var hash = SHA256()
        for start in stride(from: 0, to: messages.count, by: 999) { hash.update(messages[start...].prefix(999)) }
        let digest = hash.finalize()
        #expect(digest == SHA256.digest(of: messages))
        #expect(
            Hexadecimal.text(digest) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }

    @Test("Digests of different bytes differ") func compareDigests() {
        let digests = (0..<1_000).map { SHA256.digest(of: "\($0)") }
        #expect(Set(digests).count == 1_000)
        #expect(digests.allSatisfy { Array($0).count == 32 })
    }

    /// RFC 4231 §4.3 and RFC 2202 §3, case 2; a key longer than a block is case 6.
    @Test("HMACs match the published examples") func authenticateExamples() {
        let (key, text) = (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        #expect(
            Hexadecimal.text(HMAC.sha256(of: text, key: key))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        #expect(Hexadecimal.text(HMAC.sha1(of: text, key: key)) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        let long = [UInt8](repeating: 0xAA, count: 131)
        let words = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(
            Hexadecimal.text(HMAC.sha256(of: words, key: long))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
    }

    @Test("No bytes have a digest and a code too") func hashNothing() {
        #expect(HMAC.sha256(of: [UInt8](), key: [UInt8]()).count == 32)
        #expect(SystemRandom.bytes(0) == [])
    }

    @Test("Random names do not repeat") func makeNames() {
        let names = (0..<1_000).map { _ in SystemRandom.name() }
        #expect(Set(names).count == 1_000)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }
}
