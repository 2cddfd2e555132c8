import Foundation
import Testing

@testable import Moeum

struct TOTPTests {
    /// The secret of both RFCs.
    private let known = TOTP(secret: Array("12345678901234567890".utf8))

    /// RFC 6238, appendix B, the rows with SHA-1.
    @Test(
        "Codes are those of RFC 6238",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ]
    )
    func rfc6238(_ time: Int, _ expected: String) {
        let date = Date(timeIntervalSince1970: Double(time))
        #expect(known.code(step: TOTP.step(at: date), digits: 8) == expected)
        #expect(known.step(of: String(expected.suffix(6)), at: date, after: nil) == Int64(time) / 30)
    }

    /// RFC 4226, appendix D.
    @Test("Codes are those of RFC 4226") func rfc4226() {
        let expected = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map { known.code(step: $0) } == expected)
    }

    /// RFC 4648, section 10.
    @Test(
        "Base32 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ]
    )
    func rfc4648(_ bytes: String, _ text: String) {
        #expect(Base32.text(Array(bytes.utf8)) == text)
        let padding = String(repeating: "=", count: (8 - text.count % 8) % 8)
        for written in [text, text.lowercased(), text + padding, text.map { "\($0) " }.joined(separator: "-")] {
            #expect(Base32.bytes(written) == Array(bytes.utf8), "\(written)")
        }
    }

    @Test("Anything else is not Base32") func notBase32() {
        for text in ["M", "MZX", "MZXW6Y", "M1", "MZ", "MZXW6YTBOI!", "ＭＹ", "M8"] {
            #expect(Base32.bytes(text) == nil, "\(text)")
        }
    }

    @Test("A clock may be one step off") func clockTolerance() {
        let now = Date(timeIntervalSince1970: 1_234_567_890)
        let step = TOTP.step(at: now)
        for offset: Int64 in -3...3 {
            let expected = abs(offset) <= 1 ? step + offset : nil
            #expect(known.step(of: known.code(step: step + offset), at: now, after: nil) == expected)
        }
    }

    @Test("A code is accepted once") func acceptedOnce() throws {
        let now = Date(timeIntervalSince1970: 1_234_567_890)
        let step = try #require(known.step(of: known.code(step: TOTP.step(at: now)), at: now, after: nil))
        let code = known.code(step: step)
        for later in [0, 15, 29, 45] { #expect(known.step(of: code, at: now + Double(later), after: step) == nil) }
        // An earlier one that was seen over a shoulder is dead as well; the next one is not.
        #expect(known.step(of: known.code(step: step - 1), at: now, after: step) == nil)
        #expect(known.step(of: known.code(step: step + 1), at: now, after: step) == step + 1)
    }

    @Test("A code is read as people type it") func readTyped() {
        let now = Date(timeIntervalSince1970: 59)
        #expect(known.step(of: " 287 082 ", at: now, after: nil) == 1)
        for typed in ["", "28708", "2870820", "287081", "abcdef", "-287082x"] {
            #expect(known.step(of: typed, at: now, after: nil) == nil, "\(typed)")
        }
    }

    @Test("Secrets have 160 bits and are read back") func secrets() throws {
        let one = TOTP()
        #expect(one.secret.count == 20 && one.base32.count == 32 && one.base32 != TOTP().base32)
        #expect(try #require(TOTP(base32: one.base32.lowercased())).secret == one.secret)
        #expect(TOTP(base32: "MZXW6") == nil && TOTP(base32: "!") == nil)
        #expect(!"\(one)".contains(one.base32))
    }

    @Test("The address escapes the names in it") func escapedAddress() throws {
        let address = known.address(issuer: "모음 & co", account: "a+b:c?@mail.example")
        #expect(
            address == "otpauth://totp/%EB%AA%A8%EC%9D%8C%20%26%20co:a%2Bb%3Ac%3F%40mail.example"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%EB%AA%A8%EC%9D%8C%20%26%20co"
                + "&algorithm=SHA1&digits=6&period=30"
        )
        #expect(
            try #require(URLComponents(string: address)).queryItems?.first { $0.name == "issuer" }?.value == "모음 & co"
        )
    }
}

struct RecoveryCodeTests {
    @Test("A set has ten different codes") func tenCodes() {
        let formView = RecoveryCode.codes()
        #expect(formView.count == 10 && Set(formView.map(\.hash)).count == 10)
        for code in formView {
            #expect(code.text.wholeMatch(of: /([2-9A-HJ-NP-Z]{5}-){4}[2-9A-HJ-NP-Z]{5}/) != nil)
            #expect(!"\(code)".contains(code.text))
        }
    }

    /// What a code needs to stand as a fast hash without salt or key (NIST SP 800-63B, look-up secrets).
    @Test("A code has at least 112 bits") func bits() {
        let messages = RecoveryCode().text.filter { $0 != "-" }.count
        #expect(messages * 5 >= 112)
    }

    @Test("A code is read as people write it") func readTyped() throws {
        let long = try #require(RecoveryCode("ABCDE-FGHJK-LMNPQ-RSTUV-WXYZ2")).hash
        #expect(RecoveryCode("abcde fghjk lmnpqrstuv-wxyz2")?.hash == long)
        let hash = try #require(RecoveryCode("ABCD-EFGH-JKLM-2345")).hash
        #expect(hash.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        for typed in ["abcdefghjklm2345", " abcd efgh jklm 2345 ", "Abcd-efgh jklm2345", "ａｂｃｄ-efgh-jklm-2345"] {
            #expect(RecoveryCode(typed)?.hash == hash, "\(typed)")
        }
        for typed in [
            "", "ABCD-EFGH-JKLM-234", "ABCD-EFGH-JKLM-23456", "ABCDE-FGHJK-LMNPQ-RSTUV-WXYZ",
            "ABCD-EFGH-JKLM-2340", "ABCD_EFGH_JKLM_2345",
        ] {
            #expect(RecoveryCode(typed) == nil, "\(typed)")
        }
        #expect(try #require(RecoveryCode("ABCD-EFGH-JKLM-2346")).hash != hash)
    }

    @Test("Each letter is as likely as the others") func evenLetters() {
        let total = 2_000
        var counts: [Character: Double] = [:]
        for _ in 0..<total {
            for message in RecoveryCode().text where message != "-" { counts[message, default: 0] += 1 }
        }
        let expected = Double(total * 25) / 32
        // Chi-squared with 31 degrees of freedom: 80 is passed once in some 300,000 runs.
        #expect(counts.count == 32)
        #expect(counts.values.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected } < 80)
    }
}
