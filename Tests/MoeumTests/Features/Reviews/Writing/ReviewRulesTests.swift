import Testing

@testable import Moeum

/// What a review may say, by the rules that its form alone is held to.
struct ReviewRulesTests {
    private func error(_ typed: String) -> ReviewText.Error? {
        do {
            _ = try ReviewText(typed)
            return nil
        } catch { return error }
    }

    @Test("Length is counted in characters as people see them") func countCharacters() throws {
        let family = "👨‍👩‍👧‍👦"
        #expect(error(String(repeating: family, count: 9)) == .tooShort)
        #expect(error(String(repeating: family, count: 10)) == nil)
        #expect(error(String(repeating: family, count: 2_000)) == nil)
        #expect(error(String(repeating: family, count: 2_001)) == .tooLong)
        // Ten syllables, each typed as its letters.
        let syllables = String(repeating: "\u{1100}\u{1161}\u{11A8}", count: 10)
        #expect(try ReviewText(syllables).text == String(repeating: "각", count: 10))
        #expect(error("  123456789 \n\n") == .tooShort)
        #expect(error(" \n\t ") == .missing)
        #expect(error("1234\r\n67890") == nil)
    }

    @Test("Empty lines count towards the length") func countEmptyLines() {
        #expect(error("가나다라마" + String(repeating: "\n", count: 1_000_000) + "바사아자차") == .tooLong)
        #expect(error("가나다라마" + String(repeating: "\n", count: 3_000) + "바사아자차") == .tooLong)
    }

    @Test("Lines are tidied, and invisible characters are left out") func tidyText() throws {
        #expect(try ReviewText(" 국물이 맑아요.  \r\n\r\n\r\n\r\n또 갈게요.").text == "국물이 맑아요.\n\n또 갈게요.")
        // As word processors and terminals end lines.
        let separated = ["\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\r"].joined(separator: "가나")
        #expect(try ReviewText("처음\(separated)마지막").text == "처음\n가나\n가나\n가나\n가나\n가나\n마지막")
        #expect(try ReviewText("\u{FEFF}quiet\u{200B} and\u{202E} warm").text == "quiet and warm")
        #expect(try ReviewText("맛집 1️⃣ 등이에요 👩‍🍳!!").text == "맛집 1️⃣ 등이에요 👩‍🍳!!")
        #expect(error("towers " + "e" + String(repeating: "\u{301}", count: 12) + " everywhere") == .characters)
    }

    @Test(
        "A text has the script of most of its letters",
        arguments: [
            ("국물이 맑고 깊어요, very good", ReviewText.Script.korean), ("Clear, deep broth.", .english),
            ("とても静かな本屋でした。", .other), ("12345 67890", .other), ("café déjà vu, sehr schön", .english),
            ("ㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋ", .korean),
        ]
    )
    func findScript(_ typed: String, _ script: ReviewText.Script) throws {
        #expect(try ReviewText(typed).script == script)
    }

    private func errors(_ changes: [(name: String, value: String)]) -> [String: String] {
        let usual = [(name: "rating", value: "4"), (name: "body", value: "made-up words enough")]
        let items = usual.filter { item in !changes.contains { $0.name == item.name } } + changes
        do {
            _ = try ReviewInput(ReviewForm(Form(items: items)), today: "2026-11-21")
            return [:]
        } catch { return error.codes }
    }

    @Test("Each field has the code of what is wrong with it") func checkFields() {
        #expect(errors([]) == [:])
        #expect(errors([("rating", "")]) == ["rating": "missing"])
        for bad in ["0", "6", "4.5", "-1", "five"] { #expect(errors([("rating", bad)]) == ["rating": "invalid"]) }
        #expect(errors([("body", "short")]) == ["body": "too-short"])
        #expect(errors([("visited_on", "2026-11-21")]) == [:])
        #expect(errors([("visited_on", "2026-11-22")]) == ["visited_on": "future"])
        for bad in ["1999-12-31", "2026-02-29", "21.11.2026", "2026-1-1"] {
            #expect(errors([("visited_on", bad)]) == ["visited_on": "invalid"])
        }
        #expect(errors((1...5).map { ("keyword", "\($0)") }) == [:])
        #expect(errors((1...6).map { ("keyword", "\($0)") }) == ["keyword": "too-many"])
        #expect(errors((1...6).map { ("photo_id", "\($0)") }) == [:])
        #expect(errors((1...7).map { ("photo_id", "\($0)") }) == ["photos": "too-many"])
        #expect(
            errors([("photo_id", "1"), ("alt", String(repeating: "가", count: 201))]) == ["alt": "too-long"]
        )
        #expect(errors([("rating", ""), ("body", "")]) == ["rating": "missing", "body": "missing"])
    }

    @Test("Photos keep their order and alternative texts; repeated ones count once") func readPhotos() throws {
        let items = [
            (name: "photo_id", value: "7"), (name: "alt", value: " a\nbowl "), (name: "photo_id", value: "3"),
            (name: "alt", value: "noodles"), (name: "photo_id", value: "7"), (name: "alt", value: "again"),
            (name: "photo_id", value: "nonsense"), (name: "rating", value: "5"),
            (name: "body", value: "made-up words enough"), (name: "keyword", value: "9"), (name: "keyword", value: "2"),
            (name: "keyword", value: "9"),
        ]
        let input = try ReviewInput(ReviewForm(Form(items: items)), today: "2026-11-21")
        #expect(input.pictures == [.init(id: 7, alt: "a bowl"), .init(id: 3, alt: "noodles")])
        #expect(input.keywords == [2, 9])
    }
}

/// Texts that are made to take a server's time.
struct HarmfulTextTests {
    /// Marks that have to change places when a text is composed.
    private let marks = String(repeating: "\u{0301}\u{0316}", count: 100_000)

    @Test("Long runs of combining marks are refused by every form") func refuseMarks() {
        #expect(throws: Form.Error.controlCharacter(field: "body")) { try Form.checked("body", "e" + marks) }
        #expect(throws: Form.Error.malformed) { try Form.checked("e" + marks.prefix(60), "1") }
        #expect(throws: Form.Error.malformed) { try Form.checked(String(repeating: "a", count: 201), "1") }
        #expect(throws: Never.self) { try Form.checked("body", "e\u{0301}\u{0316}\u{0301} and 👨‍👩‍👧‍👦 각") }
    }

    @Test(
        "A character of very many code points is refused",
        arguments: [
            "ten letters" + String(repeating: "\u{1100}", count: 80),
            "ten letters" + String(repeating: "👩\u{200D}", count: 20) + "👩",
            "ten letters e" + String(repeating: "\u{0903}", count: 40),
            "ten letters e" + String(repeating: "\u{0301}", count: 4),
        ]
    )
    func refuseTowers(_ typed: String) {
        #expect(throws: ReviewText.Error.characters) { try ReviewText(typed) }
        #expect(throws: AlternativeText.Error.characters) { try AlternativeText(typed) }
    }

    @Test("An alternative text is one line of visible characters") func tidyAlternativeText() throws {
        #expect(try AlternativeText(" a\u{202E} bowl\r\nof\u{200B} soup ").text == "a bowl of soup")
        #expect(try AlternativeText(String(repeating: "가", count: 200)).text.count == 200)
        #expect(throws: AlternativeText.Error.tooLong) { try AlternativeText(String(repeating: "가", count: 201)) }
        #expect(throws: AlternativeText.Error.tooLong) { try AlternativeText(String(repeating: " ", count: 5_000)) }
    }
}
