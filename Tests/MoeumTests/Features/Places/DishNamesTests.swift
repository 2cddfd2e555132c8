import Testing

@testable import Moeum

/// Menus as readers of English have them.
struct DishNamesTests {
    private let names: DishNames

    init() throws {
        let data = "\(Project.root.path)/Data"
        names = try DishNames(Dish.load(from: data), from: data)
    }

    @Test(
        "A menu is translated as far as its words are known",
        arguments: [
            ("냉면", "naengmyeon (cold buckwheat noodles)"), ("짜장면", "jajangmyeon (black-bean noodles)"),
            ("갈비, 냉면", "galbi (grilled ribs), naengmyeon (cold buckwheat noodles)"),
            ("돼지고기 회", "pork, raw fish"), ("이름난 냉면", "ireumnan naengmyeon (cold buckwheat noodles)"),
            ("없는요리(국수)", "eomneunyori, noodles"), ("문학서적, 여행서적", "literature, travel"),
        ]
    )
    func translateMenu(_ menu: String, _ english: String) {
        #expect(names.english(menu) == english)
    }

    @Test("A label has no explanations") func shortNames() { #expect(names.short("갈비 냉면") == "galbi, naengmyeon") }

    @Test("Text without Hangul stays as it is", arguments: ["Pizza", "", "1, 2"])
    func keepLatinText(_ menu: String) { #expect(names.english(menu) == nil) }
}
