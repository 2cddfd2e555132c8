import Testing

@testable import Moeum
@testable import Templates

/// Korean names in Latin letters, and back.
struct RomanizationTests {
    @Test(
        "Words are spelled as they sound",
        arguments: [
            ("왕십리", "wangsimni"), ("종로", "jongno"), ("신림", "sillim"), ("독립문", "dongnimmun"), ("을지로", "euljiro"),
            ("불암산", "buramsan"), ("설렁탕", "seolleongtang"), ("좋고", "joko"), ("같이", "gachi"), ("묵호", "mukho"),
            ("책방 2호점", "chaekbang 2hojeom"), ("Café", "Café"), ("ㅅㄹㅌ", "srt"), ("스시다네(タネ)", "seusidane(タネ)"),
        ]
    )
    func spellWords(_ korean: String, _ latin: String) {
        #expect(Romanization.roman(korean) == latin)
    }

    @Test(
        "A name has its own Latin letters, known words or its sound",
        arguments: [
            ("책방 오후 (본점)", "Chaekbang Ohu (Main Branch)"), ("베나레스(Benares)", "Benares"), ("턴(TURN)", "TURN"),
            ("이원(李園Lee Won)", "Lee Won"), ("차이(Chai)797 김포점", "Chai 797 Gimpo Branch"), ("더(The) 고깃집", "The Gogitjip"),
            ("땡스북스", "Thanks Books"), ("낫저스트북스", "Not Just Books"), ("대륙서점", "Daeryuk Bookshop"),
            ("홀리차우 도곡점", "Hollichau Dogok Branch"), ("만두 (상봉역점)", "Mandu (Sangbong Station Branch)"),
            ("어도참치(e-어도참치)", "Eodochamchi(E-Eodochamchi)"), ("먹자골목", "Meokja Alley"), ("냉면 2호점", "Naengmyeon Branch 2"),
            ("해안반점", "Haeanbanjeom"), ("북촌", "Bukchon"), ("더덕", "Deodeok"), ("합정역", "Hapjeong Station"),
            ("구역", "Guyeok"),
            ("이세(李世)", "Ise(李世)"), ("1호점", "Branch 1"), ("상암DMC점", "SangamDMC Branch"), ("이후북스", "Ihu Books"), ("", ""),
            ("Café", "Café"), ("영화책방 35mm", "Yeonghwa Bookshop 35mm"), ("다정한 책방", "Dajeonghan Bookshop"),
            ("한우1번지", "Hanu1beonji"),
        ]
    )
    func spellNames(_ korean: String, _ english: String) {
        #expect(Romanization.name(korean) == english)
    }

    @Test("An area is named in the order of its language") func orderAreas() {
        #expect(Language.korean.area("마포구", "서교동") == "마포구 서교동")
        #expect(Language.english.area("Mapo-gu", "Seogyo-dong") == "Seogyo-dong, Mapo-gu")
        #expect(Language.english.area("Mapo-gu", nil) == "Mapo-gu" && Language.english.area("", nil) == "")
    }

    @Test(
        "A dong is spelled as on road signs",
        arguments: [
            ("망원동", "Mangwon-dong"), ("명동2가", "Myeong-dong 2(i)-ga"), ("종로5가", "Jongno 5(o)-ga"),
            ("역삼1동", "Yeoksam 1(il)-dong"), ("세종로", "Sejongno"), ("신림동", "Sillim-dong"),
        ]
    )
    func spellDongs(_ korean: String, _ latin: String) {
        #expect(Romanization.dong(korean) == latin)
    }

    @Test("The dongs of the table are spelled as the table has them") func matchDongTable() throws {
        // A 로 after ㄴ is read as a word of its own, and 리 as after a final.
        let odd = ["답십리동", "신문로", "남대문로"]
        let rows = try CSVReader.table("\(Project.root.path)/Data/dongs.csv")
        let wrong = rows.filter { row in !odd.contains(where: row[1].hasPrefix) && Romanization.dong(row[1]) != row[2] }
        #expect(wrong.map { "\($0[1]) \($0[2])" } == [])
    }

    @Test(
        "A word is found again by its Latin spelling",
        arguments: ["한일관", "망원", "홍대", "냉면", "설렁탕", "토속촌", "하동관", "왕십리"]
    )
    func readSpelling(_ korean: String) {
        #expect(Romanization.hangul(Romanization.roman(korean)).contains(korean))
    }

    @Test("A text that is no Korean word has no Hangul", arguments: ["noodle", "x", "cafe 1", "the", ""])
    func refuseOthers(_ text: String) { #expect(Romanization.hangul(text) == []) }

    @Test("The dishes of the table are spelled as the table has them") func matchDishTable() throws {
        let dishes = try Dish.load(from: "\(Project.root.path)/Data")
        // Sounds that compounds add, and a bracket, are not in the letters.
        let odd: Set = ["쭈꾸미", "쭈꾸미볶음", "복요리", "중국요리", "탕류(보신용)", "식육(숯불구이)", "회집", "외국음식전문점(인도태국등)"]
        let wrong = dishes.filter { !odd.contains($0.name) }.filter {
            Romanization.roman($0.name).filter(\.isLetter) != $0.romanized
        }
        #expect(wrong.map(\.name) == [])
    }
}
