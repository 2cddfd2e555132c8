import Templates

/// A link with its text, and what a chip or an option needs besides.
package struct ListChoice: ViewModel {
    package let label: String
    package var href = ""
    package var value = ""
    package var count: Int?
    package var countText: String?
    package var isCurrent = false
    package var isBookshop = false
    package var syllable = ""

    package init(
        label: String,
        href: String = "",
        value: String = "",
        count: Int? = nil,
        countText: String? = nil,
        isCurrent: Bool = false,
        isBookshop: Bool = false,
        syllable: String = ""
    ) {
        self.label = label
        self.href = href
        self.value = value
        self.count = count
        self.countText = countText
        self.isCurrent = isCurrent
        self.isBookshop = isBookshop
        self.syllable = syllable
    }

    package static let fields: [Field<ListChoice>] = [
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
