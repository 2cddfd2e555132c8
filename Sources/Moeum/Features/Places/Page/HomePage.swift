/// The home page: search, the district tile map and the business types.
struct HomePage: Page {
    static let template = "places/home"

    /// How many places the site has, in words.
    let lead: String
    let districts: [DistrictTile]
    let types: [ListChoice]
    /// The most common dishes, as links to searches.
    let menus: [MenuChoice]
    var reviews: [ReviewCard] = []

    static let fields: [Field<HomePage>] = [
        .list("districts") { $0.districts },
        .list("reviews") { $0.reviews },
        .list("types") { $0.types }.viewOnly,
        .list("menus") { $0.menus }.viewOnly,
        .text("lead") { $0.lead }.viewOnly,
    ]
}

/// A dish as a link to a search.
struct MenuChoice: ViewModel {
    let label: String
    /// In English, on English pages alone.
    let dishes: String?
    let href: String

    static let fields: [Field<MenuChoice>] = [
        .text("label") { $0.label }, .text("dishes") { $0.dishes }, .text("href") { $0.href },
    ]
}

/// How many listed places of each kind.
struct KindCounts: ViewModel {
    let restaurant: Int
    let bookshop: Int

    var total: Int { restaurant + bookshop }

    static let fields: [Field<KindCounts>] = [
        .integer("restaurant") { $0.restaurant },
        .integer("bookshop") { $0.bookshop },
    ]
}

/// One square of the tile map, whose grid is 96 units wide.
struct DistrictTile: ViewModel {
    let district: District
    let counts: KindCounts
    /// The name in one or two lines.
    let lines: (first: String, second: String?)
    /// 1 (few) to 5 (many): the quintile of the district's number of places.
    let shade: Int
    let tileLabel: String

    private static let step = 96
    /// Units between the third and the fourth row, for the Han.
    private static let river = 22

    var left: Int { 4 + (district.column - 1) * Self.step }
    var top: Int { 4 + (district.row - 1) * Self.step + (district.row > 3 ? Self.river : 0) }

    /// English names are too wide for a tile and break after their first syllable.
    static func lines(of name: String, _ language: Language) -> (first: String, second: String?) {
        guard language == .english, name.count > 5, let cut = firstSyllable(of: name) else { return (name, nil) }
        return (String(name.prefix(cut)), String(name.dropFirst(cut)))
    }

    /// The end of the first syllable by Revised Romanisation: a vowel run, then `ng`, or one consonant before another one.
    private static func firstSyllable(of name: String) -> Int? {
        let messages = Array(name.lowercased())
        let isVowel: (Character) -> Bool = { "aeiou".contains($0) }
        let semivowels: Set<Character> = ["y", "w"]
        guard var at = messages.firstIndex(where: isVowel) else { return nil }
        while at < messages.count, isVowel(messages[at]) { at += 1 }
        let isNasal = at + 1 < messages.count && messages[at] == "n" && messages[at + 1] == "g"
        if isNasal {
            at += 2
        } else if at + 1 < messages.count, !isVowel(messages[at + 1]), !semivowels.contains(messages[at + 1]) {
            at += 1
        }
        return at < messages.count - 1 ? at : nil
    }

    static let fields: [Field<DistrictTile>] = [
        .text("slug") { $0.district.slug },
        .text("name") { $0.district.name },
        .text("nameEn") { $0.district.englishName },
        .object("counts") { $0.counts },
        .text("tileLabel") { $0.tileLabel }.viewOnly,
        .integer("shade") { $0.shade }.viewOnly,
        .integer("total") { $0.counts.total }.viewOnly,
        .integer("left") { $0.left }.viewOnly,
        .integer("top") { $0.top }.viewOnly,
        .integer("middle") { $0.left + 44 }.viewOnly,
        .integer("nameY") { $0.top + ($0.lines.second == nil ? 40 : 33) }.viewOnly,
        .integer("countY") { $0.top + ($0.lines.second == nil ? 61 : 69) }.viewOnly,
        .text("firstLine") { $0.lines.first }.viewOnly,
        .text("secondLine") { $0.lines.second }.viewOnly,
    ]

    /// Quintiles by rank, so that equal totals share a shade.
    static func shades(_ totals: [Int]) -> [Int] {
        let sorted = totals.sorted()
        return totals.map { total in
            guard let rank = sorted.firstIndex(of: total) else { return 1 }
            return 1 + rank * 5 / max(sorted.count, 1)
        }
    }
}
