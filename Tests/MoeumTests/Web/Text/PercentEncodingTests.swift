import Foundation
import Testing

@testable import Web

struct PercentEncodingTests {
    @Test(
        "Texts are encoded as Foundation does it",
        arguments: ["", "aZ09", "/places/1?q=냉면&lang=en#r2", "a b\u{0}%\u{7F}~-_.*", "é\u{301}🍜"]
    )
    func encodeAlike(_ text: String) {
        #expect(text.percentEncoded == text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(text.percentEncoded.removingPercentEncoding == text)
    }

    @Test(
        "A path loses the escapes that it does not need",
        arguments: [
            ("/%70laces/%31%32?q=%70", "/places/12?q=%70"), ("/recover/%41b%2D%5f%7E", "/recover/Ab-_~"),
            ("/a%2Fb%3f%25%41", "/a%2Fb%3f%25A"),
            ("/%2541", "/%2541"), ("/%", "/%"), ("/%4", "/%4"), ("/%4g", "/%4g"), ("/%EA%B0%80", "/%EA%B0%80"),
            ("", ""),
            ("/a?%41", "/a?%41"),
        ]
    )
    func unescapePath(_ address: String, _ plain: String) { #expect(address.withPlainPath == plain) }

    @Test("Chosen bytes are left as they are") func keepChosen() {
        #expect("a,b c~".percentEncoded { ",~".utf8.contains($0) } == "a,b%20c~")
    }
}
