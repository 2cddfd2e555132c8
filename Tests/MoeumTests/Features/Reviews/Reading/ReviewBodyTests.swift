import Testing

@testable import Moeum

/// How the words of a review are cut.
struct ReviewBodyTests {
    @Test(
        "Empty lines separate paragraphs",
        arguments: [
            ("한 줄뿐이에요.", ["한 줄뿐이에요."]),
            ("첫 줄\n둘째 줄\n\n새 문단", ["첫 줄\n둘째 줄", "새 문단"]),
            ("", []),
            ("👨‍👩‍👧‍👦\n\n끝", ["👨‍👩‍👧‍👦", "끝"]),
        ]
    )
    func splitParagraphs(_ text: String, _ paragraphs: [String]) {
        #expect(ReviewBody(text: text).paragraphs == paragraphs)
    }

    @Test(
        "An excerpt ends after two hundred characters",
        arguments: [
            ("짧아요.", "짧아요."),
            (String(repeating: "가", count: 200), String(repeating: "가", count: 200)),
            (String(repeating: "가", count: 201), String(repeating: "가", count: 200) + "…"),
            (String(repeating: "👨‍👩‍👧‍👦", count: 201), String(repeating: "👨‍👩‍👧‍👦", count: 200) + "…"),
            (String(repeating: "가", count: 199) + " 나다", String(repeating: "가", count: 199) + "…"),
        ]
    )
    func cutExcerpt(_ text: String, _ excerpt: String) {
        #expect(ReviewBody(text: text).excerpt == excerpt)
    }
}
