import Foundation
import Testing

@testable import Web

struct PercentEncodingTests {
    @Test(arguments: ["", "aZ09", "/places/1?q=냉면&lang=en#r2", "a b\u{0}%\u{7F}~-_.*", "é\u{301}🍜"])
    func itIsFoundationsOwn(_ text: String) {
        #expect(text.percentEncoded == text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(text.percentEncoded.removingPercentEncoding == text)
    }

    @Test func someBytesMayBeLeft() {
        #expect("a,b c~".percentEncoded { ",~".utf8.contains($0) } == "a,b%20c~")
    }
}
