import Foundation
import Templates
import Testing

@testable import Moeum

/// What a text of the diary is, and what is refused.
struct DiaryTextTests {
    @Test(
        "The title is the first line that can be seen",
        arguments: [
            ("비 오는 날의 국물\n둘째 줄", "비 오는 날의 국물"), ("\n\n  \t\n 첫 줄 \n", "첫 줄"), ("", ""), (" \n\t", ""),
            // Zero-width spaces, the Hangul filler and direction marks are no words.
            ("\u{200B}\u{3164}\n\u{200E}", ""), ("\u{3164}\n본문", "본문"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ] as [(String, String)]
    )
    func takeFirstVisibleLine(_ text: String, _ title: String) throws {
        #expect(try DiaryText(text).title == title)
        #expect(try DiaryText(text).isBlank == title.isEmpty)
    }

    @Test("The title and the rest together are the whole text")
    func splitTitle() throws {
        var random = SeededGenerator(state: 7)
        let parts = ["가나 다", "\n", "\n", " ", "\u{200B}", "\u{301}", "끝", "\t"]
        for _ in 0..<2_000 {
            let text = (0..<9).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let lines = text.components(separatedBy: "\n")
            let first = lines.firstIndex { (try? DiaryText($0).isBlank) == false }
            #expect(DiaryText.title(of: text) == first.map { lines[$0].trimmed } ?? "")
            let rest = first.map { lines[($0 + 1)...].joined(separator: "\n").trimmed } ?? text
            #expect(DiaryText.withoutTitle(text) == rest)
        }
    }

    @Test("A long title is cut by characters")
    func cutLongTitle() throws {
        #expect(try DiaryText(String(repeating: "가", count: 200)).title.count == DiaryText.titleLength)
        #expect(DiaryText.withoutTitle("제목\n\n본문\n") == "본문")
    }

    @Test("Line ends become one kind and nothing else of a text changes")
    func unifyLineEnds() throws {
        #expect(try DiaryText("가\r\n나\r다\n").text == "가\n나\n다\n")
        // Not composed, no white space taken.
        let typed = "\u{1100}\u{1161}  \t끝  "
        let kept = try DiaryText(typed).text
        #expect(Array(kept.unicodeScalars) == Array(typed.unicodeScalars))
    }

    @Test("A text is limited in characters and in bytes, and holds no towers of marks")
    func limitText() throws {
        #expect(try DiaryText(String(repeating: "가", count: 20_000)).text.utf8.count == 60_000)
        #expect(throws: DiaryText.Error.tooLong) { try DiaryText(String(repeating: "a", count: 20_001)) }
        // Few characters of many bytes.
        #expect(throws: DiaryText.Error.tooLong) { try DiaryText(String(repeating: "👩‍👩‍👧‍👦", count: 3_000)) }
        #expect(throws: DiaryText.Error.characters) { try DiaryText("a" + String(repeating: "\u{301}", count: 20)) }
    }

    @Test(
        "Two merged texts hold all paragraphs of both, shared sentences once",
        arguments: [
            ("가\n나\n다", "가\n라\n다", "가\n나\n라\n다"), ("가", "", "가\n"), ("가\n나", "가\n나", "가\n나"),
            ("가\n나", "나\n다", "가\n나\n다"), ("하나", "둘", "하나\n둘"),
            // What both say in a paragraph stands once.
            ("비가 왔다. 국수를 먹었다.", "비가 왔다. 책을 샀다.", "비가 왔다. 국수를 먹었다. 책을 샀다."),
            ("비가 왔다. 잤다.", "눈이 왔다? 비가 왔다. 잤다.", "눈이 왔다? 비가 왔다. 잤다."),
            ("가. 나.\n다.", "가.\n라. 나.", "가. 나.\n다.\n라. 나."), ("가. 나.", "가.\n나.", "가. 나."),
            ("비가 왔다", "비가 왔다 그래서 잤다", "비가 왔다 그래서 잤다"), ("3.5점. 끝", "3.5점. 또", "3.5점. 끝 또"),
        ]
    )
    func mergeTexts(_ mine: String, _ theirs: String, _ merged: String) {
        let comparison = DiaryComparison(mine: mine, theirs: theirs)
        #expect(comparison.merged == merged)
        #expect(comparison.mine.map(\.text).joined(separator: "\n") == mine)
        #expect(comparison.theirs.map(\.text).joined(separator: "\n") == theirs)
    }

    @Test("Comparing random texts loses no paragraph of either")
    func compareRandomTexts() {
        var random = SeededGenerator(state: 20)
        for _ in 0..<500 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    ["가", "나", "다", "", "라"].randomElement(using: &random) ?? ""
                }
                .joined(separator: "\n")
            }
            let comparison = DiaryComparison(mine: texts[0], theirs: texts[1])
            #expect(comparison.mine.map(\.text).joined(separator: "\n") == texts[0])
            #expect(comparison.theirs.map(\.text).joined(separator: "\n") == texts[1])
            let own = comparison.mine.filter(\.isOwn).count + comparison.theirs.filter(\.isOwn).count
            let kept = comparison.mine.filter { !$0.isOwn }.count
            #expect(comparison.merged.split(separator: "\n", omittingEmptySubsequences: false).count == own + kept)
            #expect(kept == comparison.theirs.filter { !$0.isOwn }.count)
        }
    }

    @Test("The differing middle of two very long texts is compared as a whole")
    func compareLongTexts() {
        let mine = (0..<9_000).map { "가\($0)" }.joined(separator: "\n")
        let theirs = (0..<9_000).map { "나\($0)" }.joined(separator: "\n")
        let comparison = DiaryComparison(mine: "처음\n\(mine)\n끝", theirs: "처음\n\(theirs)\n끝")
        #expect(comparison.mine.filter { !$0.isOwn }.map(\.text) == ["처음", "끝"])
    }
}
