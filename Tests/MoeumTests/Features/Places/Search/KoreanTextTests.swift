import Testing

@testable import Moeum

struct KoreanTextTests {
    @Test(arguments: [("냉ㅁ", "냉"), ("냉며", "냉"), ("설ㄹㅌ", "설"), ("마포 설", "마포"), ("ㅅㄹ", nil), ("a", nil), ("", nil)])
    func whatIsBeingTypedIsLeftOut(_ text: String, _ rest: String?) {
        #expect(KoreanText.beforeUnfinished(text) == rest)
    }

    @Test func joinedConsonantsAreParted() {
        #expect(KoreanText.partingClusters("ㄳ") == "ㄱㅅ" && KoreanText.isInitials(KoreanText.partingClusters("ㅄㄶ")))
        #expect(KoreanText.partingClusters("닭갈비") == "닭갈비")
    }

    @Test func spacingPunctuationAndWidthDoNotCount() {
        #expect(KoreanText.key("주) 비사벌 ＆ Co.") == "주비사벌co")
        #expect(KoreanText.key("Ⅱ호점") == "ii호점")
        #expect(KoreanText.key("100% <맛>") == "100맛")
        #expect(KoreanText.key("％☆") == "")
    }

    @Test func initialsAreThoseOfTheSyllables() {
        #expect(KoreanText.initials("설렁탕 A점") == "ㅅㄹㅌaㅈ")
        #expect(KoreanText.isInitials("ㅅㄹㅌ"))
        #expect(!KoreanText.isInitials("ㅅ탕"))
        #expect(!KoreanText.isInitials("ㅏ"))
    }

    @Test func aWordIsLookedUpByItsBigramsOrAsOneMarkedCharacter() {
        #expect(KoreanText.queryTokens("설렁탕") == ["설렁", "렁탕"])
        #expect(KoreanText.queryTokens("국") == ["qq국"])
        #expect(KoreanText.indexTokens("국밥") == ["국밥", "zzz", "qq국", "qq밥", "zzz"])
        #expect(KoreanText.indexTokens("%") == [])
    }
}
