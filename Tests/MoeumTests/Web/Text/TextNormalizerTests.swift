import Testing

@testable import Web

struct TextNormalizerTests {
    @Test(
        "Texts are tidied",
        arguments: [
            ("", ""), (" \n\t\r\n ", ""), ("one", "one"), ("  one\ttwo \t", "one two"), ("one\t\ttwo", "one  two"),
            ("one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"), ("one \n two", "one\ntwo"),
            ("one\n\ntwo", "one\n\ntwo"), ("one\n \n\t\n\ntwo\n", "one\n\ntwo"), ("\n\n\none", "one"),
            ("one\u{B}two\u{C}three\u{85}four\u{2028}five\u{2029}six", "one\ntwo\nthree\nfour\nfive\nsix"),
            ("one\r\n\r\n\r\n\r\ntwo", "one\n\ntwo"), ("one\n\u{3000}\n\ntwo", "one\n\ntwo"),
            ("one\t\u{301}", "one \u{301}"),
            ("\u{3000}하나\u{A0}", "하나"), ("\u{1112}\u{1161}\u{1102}\u{1161}", "하나"),
            ("e\u{301}t\u{E9}", "\u{E9}t\u{E9}"),
        ]
    )
    func tidyTexts(_ typed: String, _ expected: String) {
        // Compared by scalars: equal strings may be composed otherwise.
        #expect(Array(TextNormalizer.tidied(typed).unicodeScalars) == Array(expected.unicodeScalars))
    }
}
