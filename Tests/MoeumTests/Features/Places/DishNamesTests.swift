import Testing

@testable import Moeum

/// Menus as readers of English have them.
struct DishNamesTests {
    private let names: DishNames

    init() throws {
        let data = "\(Project.root.path)/Data"
        names = try DishNames(Dish.load(from: data), from: data)
    }

    @Test(arguments: [
        ("냉면", "naengmyeon (cold buckwheat noodles)"), ("짜장면", "jajangmyeon (black-bean noodles)"),
        ("갈비, 냉면", "galbi (grilled ribs), naengmyeon (cold buckwheat noodles)"),
        ("돼지고기 회", "pork, raw fish"), ("이름난 냉면", "ireumnan naengmyeon (cold buckwheat noodles)"),
        ("없는요리(국수)", "eomneunyori, noodles"), ("문학서적, 여행서적", "literature, travel"),
    ])
    func aMenuIsTranslatedAsFarAsItIsKnown(_ menu: String, _ english: String) {
        #expect(names.english(menu) == english)
    }

    @Test func aLabelHasNoExplanations() { #expect(names.short("갈비 냉면") == "galbi, naengmyeon") }

    @Test(arguments: ["Pizza", "", "1, 2"])
    func whatIsNotKoreanStandsAsItIs(_ menu: String) { #expect(names.english(menu) == nil) }
}
