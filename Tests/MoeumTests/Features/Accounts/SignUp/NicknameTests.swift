import Testing

@testable import Moeum

struct NicknameTests {
    private let reserved: ReservedNames

    init() throws { reserved = try ReservedNames.load(from: Project.root.appendingPathComponent("Data").path) }

    private func nickname(_ text: String) throws -> Nickname { try Nickname(text, reserved: reserved) }

    private func expect(_ error: Nickname.Error, _ text: String) {
        #expect(throws: error, "\(text.debugDescription)") { try nickname(text) }
    }

    @Test("Spaces are trimmed and joined") func spaces() throws {
        #expect(try nickname(" 책 \u{3000}\u{A0} 벌레\n").text == "책 벌레")
        #expect(try ["a\nb", "a\tb", "a\u{2028}b"].map { try nickname($0).text } == ["a b", "a b", "a b"])
    }

    @Test("Composed and decomposed letters are the same") func composition() throws {
        let parted = "\u{110E}\u{1162}\u{11A8}\u{1107}\u{1165}\u{11AF}"
        #expect(try nickname(parted).text.unicodeScalars.count == 2)
        #expect(try nickname(parted) == nickname("책벌"))
    }

    @Test(
        "Nicknames that people would confuse have one key",
        arguments: [
            ("Book Worm", "bookworm"), ("ＢＯＯＫ", "book"), ("Straße", "STRASSE"), ("ΣΟΦΟΣ", "σοφος"), ("책 벌레", "책벌레"),
            ("①번 손", "1번손"), ("서울❤️", "서울❤"), ("ﬁn", "FIN"), ("민지👩", "민지👩\u{200D}"),
            ("a\u{1F3F4}", "A\u{1F3F4}\u{E0067}"),
        ]
    )
    func confusable(_ one: String, _ other: String) throws {
        let keys = try [nickname(one).key, nickname(other).key]
        #expect(keys[0] == keys[1])
        #expect(Nickname.key(keys[0]) == keys[0])
    }

    @Test("Different nicknames have different keys") func different() throws {
        let names = ["책벌레", "책벌래", "book-worm", "bookworm", "ㅊㅂㄹ"]
        #expect(Set(try names.map { try nickname($0).key }).count == names.count)
    }

    @Test("Lengths are counted in grapheme clusters") func lengths() throws {
        let family = String(repeating: "👩🏽", count: 19) + "a"
        #expect(try nickname(family).text.count == 20)
        #expect(try nickname("가나").text == "가나")
        expect(.tooShort, "가")
        expect(.tooShort, " 가 ")
        expect(.tooLong, String(repeating: "가", count: 21))
        expect(.tooLong, String(repeating: "a", count: 1_000_000))
        expect(.missing, "")
        expect(.missing, " \u{3000}\n ")
    }

    @Test(
        "Invisible characters are refused",
        arguments: [
            "a\u{0}b", "a\u{202E}b", "a\u{2066}b", "a\u{200B}b", "a\u{200D}b", "a\u{FEFF}b", "a\u{AD}b",
            "가\u{3164}나", "가\u{FFA0}나", "가\u{115F}나", "a\u{2800}b", "a\u{E0041}b", "a\u{E000}b", "👩\u{E0067}b",
            "a\u{FE0F}b", "a\u{378}b",
        ]
    )
    func invisible(_ text: String) { expect(.characters, text) }

    /// Families, professions, hearts and flags are made of several emoji.
    @Test(
        "Joined emoji are kept",
        arguments: [
            "👨‍👩‍👧‍👦 네 식구", "👩🏽‍🍳의 부엌", "책 👩‍❤️‍👨", "서울 🇰🇷", "무지개 🏳️‍🌈", "London 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣등",
        ]
    )
    func joinedEmoji(_ text: String) throws { #expect(try nickname(text).text == text) }

    @Test("Stacked accents are refused") func stackedAccents() throws {
        expect(.characters, "a" + String(repeating: "\u{301}", count: 20) + "b")
        #expect(try nickname("Việt Ấn").text == "Việt Ấn")
    }

    @Test("Scripts that look alike are not mixed") func mixedScripts() throws {
        expect(.characters, "p\u{430}ypal")
        expect(.characters, "\u{391}lex")
        #expect(try nickname("Саша").text == "Саша")
        #expect(try nickname("책 book 本 ホン").text == "책 book 本 ホン")
    }

    @Test("A nickname has a letter or a digit", arguments: ["..", "-_-", "!?!", "♥♥", "🍜🍜", "^^"])
    func sayable(_ text: String) { expect(.noLetter, text) }

    @Test(
        "Names of staff and the site are reserved",
        arguments: [
            "admin", "ADMIN", "ａｄｍｉｎ", "a d m i n", "adm1n", "ad-min", "운영자", "운영 자", "맛집운영자", "모음", "모음 팀", "moeum",
            "Moeum Seoul", "m0eum", "관리자1", "모더레이터", "support", "STAFF",
        ]
    )
    func reservedNames(_ text: String) { expect(.reserved, text) }

    @Test(
        "Names that only contain a reserved word are accepted",
        arguments: ["모음집", "공식당", "steam", "운영이", "adminton", "직원식당"]
    )
    func similarNames(_ text: String) throws { #expect(try nickname(text).text == text) }
}

struct BiographyTests {
    @Test("Lines are kept and tidied") func lines() throws {
        #expect(try Biography(" 책과\t국수 \r\n\r\n\n\n서울 \n").text == "책과 국수\n\n서울")
        #expect(try Biography(" \n ").text == "")
    }

    @Test("The length is counted in grapheme clusters") func length() throws {
        #expect(try Biography(String(repeating: "👨‍👩‍👧", count: 160)).text.count == 160)
        #expect(throws: Biography.Error.tooLong) { try Biography(String(repeating: "가", count: 161)) }
    }

    @Test("Lines end alike", arguments: ["a\nb", "a\r\nb", "a\u{2028}b", "a\u{85}b"])
    func lineEndings(_ text: String) throws { #expect(try Biography(text).text == "a\nb") }

    @Test(
        "Invisible characters are refused",
        arguments: ["a\u{0}", "a\u{1B}[2J", "a\u{202E}b", "a\u{200B}b", "a\u{200D}b", "\u{E000}"]
    )
    func invisible(_ text: String) {
        #expect(throws: Biography.Error.characters) { try Biography(text) }
    }
}
