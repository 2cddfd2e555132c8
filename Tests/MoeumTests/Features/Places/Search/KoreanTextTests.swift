import Testing

@testable import Moeum

struct KoreanTextTests {
    @Test(
        "A syllable that is still being typed is left out",
        arguments: [("냉ㅁ", "냉"), ("냉며", "냉"), ("설ㄹㅌ", "설"), ("마포 설", "마포"), ("ㅅㄹ", nil), ("a", nil), ("", nil)]
    )
    func beforeUnfinished(_ text: String, _ rest: String?) {
        #expect(KoreanText.beforeUnfinished(text) == rest)
    }

    @Test("Joined consonants are split") func partClusters() {
        #expect(KoreanText.partingClusters("ㄳ") == "ㄱㅅ" && KoreanText.isInitials(KoreanText.partingClusters("ㅄㄶ")))
        #expect(KoreanText.partingClusters("닭갈비") == "닭갈비")
    }

    @Test("Spacing, punctuation and width do not matter") func keys() {
        #expect(KoreanText.key("주) 비사벌 ＆ Co.") == "주비사벌co")
        #expect(KoreanText.key("Ⅱ호점") == "ii호점")
        #expect(KoreanText.key("100% <맛>") == "100맛")
        #expect(KoreanText.key("％☆") == "")
    }

    @Test("Initials are the first consonants of the syllables") func initials() {
        #expect(KoreanText.initials("설렁탕 A점") == "ㅅㄹㅌaㅈ")
        #expect(KoreanText.isInitials("ㅅㄹㅌ"))
        #expect(!KoreanText.isInitials("ㅅ탕"))
        #expect(!KoreanText.isInitials("ㅏ"))
    }

    @Test("A word is looked up by its bigrams, or as one marked character") func tokens() {
        #expect(KoreanText.queryTokens("설렁탕") == ["설렁", "렁탕"])
        #expect(KoreanText.queryTokens("국") == ["qq국"])
        #expect(KoreanText.indexTokens("국밥") == ["국밥", "zzz", "qq국", "qq밥", "zzz"])
        #expect(KoreanText.indexTokens("%") == [])
    }
}
