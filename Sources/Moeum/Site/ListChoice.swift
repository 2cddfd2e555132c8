/// A link with its text, and what a chip or an option needs besides.
struct ListChoice: ViewModel {
    let label: String
    var href = ""
    var value = ""
    var count: Int?
    var countText: String?
    var isCurrent = false
    var isBookshop = false
    var syllable = ""

    static let fields: [Field<ListChoice>] = [
        .text("label") { $0.label },
        .text("href") { $0.href },
        .text("value") { $0.value },
        .integer("count") { $0.count },
        .text("countText") { $0.countText },
        .flag("isCurrent") { $0.isCurrent },
        .flag("isBookshop") { $0.isBookshop },
        .text("syllable") { $0.syllable },
    ]
}
