import Testing

@testable import Templates

struct TrimmedTests {
    @Test(
        "Blanks around a text go",
        arguments: [
            ("", ""), (" \t\r\n", ""), ("a", "a"), ("\r\n a  b \u{3000}\n", "a  b"), ("가 ", "가"),
            ("\u{A0}a\u{301} ", "a\u{301}"),
        ]
    )
    func trimTexts(_ text: String, _ trimmed: String) { #expect(text.trimmed == trimmed) }

    /// Going back through these by characters would take longer than anybody waits for a test.
    @Test("A long run of flags is read once") func trimFlags() {
        let flags = String(repeating: "\u{1F1E6}", count: 400_000)
        #expect("\(flags) ".trimmed.utf8.count == flags.utf8.count)
    }
}
