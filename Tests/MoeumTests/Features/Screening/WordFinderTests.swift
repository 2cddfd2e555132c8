import Testing

@testable import Moeum

/// How blocked words are found, as the page of the list says it.
struct WordFinderTests {
    private func finds(_ word: String, _ text: String) -> Bool {
        var finder = WordFinder()
        finder.add(word, .refuse)
        return finder.effect(in: ScreenedText(text)) == .refuse
    }

    @Test(
        "A word in letters is found however it is typed",
        arguments: [
            "badword", "A BADWORD!", "ｂａｄｗｏｒｄ", "ⓑⓐⓓⓦⓞⓡⓓ", "𝐛𝐚𝐝𝐰𝐨𝐫𝐝", "bádwörd", "bаdwоrd", "b\u{200B}ad\u{AD}word",
            "bad-word",
            "ba*d*word", "b a d w o r d", "b.a.d.w.o.r.d", "b\na\nd\nw\no\nr\nd", "badword한테", "(badword)",
        ]
    )
    func findLetters(_ text: String) { #expect(finds("badword", text)) }

    @Test(
        "A word in letters is not found inside other words",
        arguments: ["badwords", "notbadword", "bad word", "bad. Word", "b ad w ord"]
    )
    func ignoreInside(_ text: String) { #expect(!finds("badword", text)) }

    @Test(
        "A longer word is not blocked for a part of it",
        arguments: [
            ("ass", "class"), ("ass", "as s"), ("ass", "a class act"), ("18", "2018"), ("bad word", "the bad wording"),
        ]
    )
    func ignoreLongerWords(_ word: String, _ text: String) { #expect(!finds(word, text)) }

    @Test(
        "Blanks of a word may be there or not",
        arguments: [
            ("ass", "a s s"), ("18", "18!"), ("bad word", "badword"), ("bad word", "bad   word"), ("straße", "STRASSE"),
            ("傻逼", "你傻逼吗"),
        ]
    )
    func ignoreBlanks(_ word: String, _ text: String) { #expect(finds(word, text)) }

    @Test(
        "Hangul is found however it is taken apart",
        arguments: [
            ("나쁜말", "그런 나쁜말은요"), ("나쁜말", "나 쁜 말"), ("나쁜말", "나*쁜*말이야"), ("나쁜말", "ㄴㅏㅃㅡㄴㅁㅏㄹ"), ("나쁜말", "나쁘ㄴ말"),
            ("나쁜말", "나쁜\u{3164}말"), ("나쁜말", "\u{1102}\u{1161}쁜말"), ("나쁜말", "나ㆍ쁜ㆍ말"), ("과자", "ㄱㅗㅏㅈㅏ"), ("닭", "ㄷㅏㄹㄱ"),
            ("ㄴㅃ", "아 ㄴㅃ 정말"),
        ]
    )
    func findHangul(_ word: String, _ text: String) { #expect(finds(word, text)) }

    @Test(
        "Parts of syllables and neighbouring words are not matches",
        arguments: [
            ("바", "반"), ("자라", "혼자 라면"), ("자라", "먹자. 라면도"), ("자라", "맛있자~라면"), ("가시", "갔시"), ("새끼", "색기"),
            ("ㄴㅃ", "산ㅃ"), ("나쁜말", "나쁜"),
        ]
    )
    func ignoreParts(_ word: String, _ text: String) { #expect(!finds(word, text)) }

    @Test("The strictest effect of all matches counts") func preferStrictest() throws {
        let words = BlockedWords([
            try BlockedWord(.word, "먼저", .hold), try BlockedWord(.word, "안돼", .refuse),
            try BlockedWord(.domain, "weg.example", .refuse),
        ])
        #expect(words.effect(in: PreparedText("이것 먼저 봐요")) == .hold)
        #expect(words.effect(in: PreparedText("먼저 안돼")) == .refuse)
        #expect(words.effect(in: PreparedText("먼저 a.weg.example 로")) == .refuse)
        #expect(words.effect(in: PreparedText("맛있어요")) == nil)
    }

    @Test("Texts that are no words or domains cannot be listed") func refuseInvalid() {
        #expect(throws: BlockedWord.Error.tooShort) { try BlockedWord(.word, " a ", .hold) }
        #expect(throws: BlockedWord.Error.tooShort) { try BlockedWord(.word, "***", .hold) }
        #expect(throws: BlockedWord.Error.tooLong) { try BlockedWord(.word, String(repeating: "가", count: 61), .hold) }
        for wrong in ["com", "co.kr", "1.2.3.4", "a b.example", "-a.example", ""] {
            #expect(throws: BlockedWord.Error.invalid, "\(wrong)") { try BlockedWord(.domain, wrong, .hold) }
        }
        #expect((try? BlockedWord(.word, "ＢＡＤ  word", .hold))?.key == (try? BlockedWord(.word, "badword", .hold))?.key)
    }
}
