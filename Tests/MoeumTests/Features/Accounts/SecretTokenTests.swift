import Foundation
import Testing

@testable import Moeum

struct SecretTokenTests {
    @Test("A token is read back from its text") func roundTrip() throws {
        for _ in 0..<200 {
            let token = SecretToken()
            #expect(token.text.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
            #expect(SecretToken(token.text) == token)
            #expect(try #require(SecretToken(token.text)).hash == token.hash)
        }
    }

    @Test("No two tokens are alike") func unique() {
        let tokens = (0..<1_000).map { _ in SecretToken() }
        #expect(Set(tokens.map(\.text)).count == 1_000)
        #expect(Set(tokens.map(\.hash)).count == 1_000)
    }

    @Test("A token has one text alone") func readStrictly() {
        let text = String(repeating: "A", count: 43)
        #expect(SecretToken(text) != nil)
        let start = String(repeating: "A", count: 42)
        let ends = ["", "B", "+", "/", "=", "\n", "é", " ", "AA", "A=", "A\n"]
        let others = ends.map { start + $0 } + ["", "A", " \(start)", "/\(start)", String(repeating: "A", count: 86)]
        for other in others { #expect(SecretToken(other) == nil, "\(other)") }
    }

    @Test("The hash is that of the bytes") func hashOfBytes() throws {
        // `printf '\0%.0s' {1..32} | sha256sum`
        let zeros = try #require(SecretToken(String(repeating: "A", count: 43)))
        #expect(zeros.hash == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
    }

    @Test("Tokens and codes are hidden from logs") func hiddenFromLogs() {
        let token = SecretToken()
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains(token.text)) }
        let code = OneTimeCode()
        #expect(!"\(code)".contains(code.text))
    }

    @Test("Different secrets are never equal") func comparison() {
        #expect(ConstantTime.areEqual("abc", "abc") && ConstantTime.areEqual("", ""))
        for other in ["", "ab", "abd", "Abc", "abcd"] { #expect(!ConstantTime.areEqual("abc", other)) }
    }
}

struct OneTimeCodeTests {
    @Test("Six digits are kept with their zeros") func leadingZeros() throws {
        for text in ["000000", "012345", "999999"] { #expect(try #require(OneTimeCode(text)).text == text) }
        for _ in 0..<200 {
            let code = OneTimeCode()
            #expect(code.text.wholeMatch(of: /[0-9]{6}/) != nil)
            #expect(OneTimeCode(code.text) == code)
        }
    }

    @Test("A code is read as people type it") func readTyped() throws {
        for typed in ["123456", " 123 456 ", "123-456", "１２３４５６", "123\u{A0}456", "\u{200B}123456\u{FEFF}"] {
            #expect(OneTimeCode(typed)?.text == "123456", "\(typed)")
        }
        for typed in ["", "12345", "1234567", "12345a", "１２３４５", "+23456", "12345٦", String(repeating: " ", count: 99)]
        {
            #expect(OneTimeCode(typed) == nil, "\(typed)")
        }
    }

    /// A chi-squared test over each place with 9 degrees of freedom: 40 is passed once in some 130,000 runs.
    @Test("Each digit is as likely as the others") func evenDigits() {
        var counts = [[Double]](repeating: [Double](repeating: 0, count: 10), count: 6)
        let total = 10_000
        for _ in 0..<total {
            for (place, digit) in OneTimeCode().text.enumerated() { counts[place][digit.wholeNumberValue ?? 0] += 1 }
        }
        let expected = Double(total) / 10
        for place in counts {
            #expect(place.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected } < 40)
        }
    }

    @Test("A hash belongs to its row") func hashOfRow() throws {
        let code = try #require(OneTimeCode("012345"))
        let hash = code.hash(boundTo: "7")
        #expect(hash.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        #expect(code.matches(hash, boundTo: "7"))
        #expect(!code.matches(hash, boundTo: "8") && !code.matches("", boundTo: "7"))
        #expect(try !#require(OneTimeCode("012346")).matches(hash, boundTo: "7"))
    }
}
