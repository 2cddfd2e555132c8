import Testing

@testable import Web

struct Base64URLTests {
    /// RFC 4648, section 10, without padding, and the two letters of the URL-safe alphabet.
    private static let examples: [(String, [UInt8])] = [
        ("", []), ("Zg", [0x66]), ("Zm8", [0x66, 0x6F]), ("Zm9v", [0x66, 0x6F, 0x6F]),
        ("Zm9vYg", [0x66, 0x6F, 0x6F, 0x62]), ("-_8", [0xFB, 0xFF]),
    ]

    @Test("Bytes become texts and back", arguments: examples)
    func convertBytes(_ text: String, _ bytes: [UInt8]) {
        #expect(Base64URL.text(bytes) == text)
        #expect(Base64URL.bytes(text) == bytes)
    }

    @Test("Other texts are refused", arguments: ["+/8", "Zg==", "Zé", "Z g", "Zm9v\n", "Z", "Zm9vY"])
    func refuseTexts(_ text: String) { #expect(Base64URL.bytes(text) == nil) }
}
