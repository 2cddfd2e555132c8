/// What menus and bookshops' subjects say, in English: by the tables, and romanised where those do not know a word.
package struct DishNames: Sendable {
    private struct Name {
        /// With its explanation, such as `naengmyeon (cold buckwheat noodles)`.
        let full: String
        let short: String
    }

    private let byWord: [String: Name]

    init(_ dishes: [Dish], subjects: [(name: String, englishName: String)] = []) {
        let named = dishes.map { ($0, Name(full: $0.englishName, short: $0.shortEnglishName)) }
        // A dish's own name comes before another's by-name.
        let words = named.map { ($0.name, $1) } + named.flatMap { dish, name in dish.spellings.map { ($0, name) } }
        let others = subjects.map { ($0.name, Name(full: $0.englishName, short: $0.englishName)) }
        byWord = Dictionary((words + others).map { (KoreanText.key($0.0), $0.1) }) { first, _ in first }
    }

    /// With the subjects of `subjects.csv`.
    init(_ dishes: [Dish], from directory: String) throws {
        let rows = try CSVReader.table("\(directory)/subjects.csv").filter { $0.count == 2 }
        self.init(dishes, subjects: rows.map { ($0[0], $0[1]) })
    }

    /// Each dish with its explanation: `galbi (grilled ribs), naengmyeon (cold buckwheat noodles)`. Nil without Hangul.
    func english(_ menu: String) -> String? { english(menu, \.full) }

    /// The same without explanations, for labels.
    func short(_ menu: String) -> String? { english(menu, \.short) }

    private func english(_ menu: String, _ form: KeyPath<Name, String>) -> String? {
        guard Romanization.hasHangul(menu) else { return nil }
        if let name = byWord[KoreanText.key(menu)] { return name[keyPath: form] }
        var text = ""
        // Dishes often stand side by side without a comma; a word that the table does not know may belong to the next.
        var separator = ""
        for part in menu.split(separator: " ") {
            let words = part.split { ",./·()[]+&".contains($0) }
            for (index, word) in words.enumerated() {
                let name = byWord[KoreanText.key(String(word))]
                text += separator + (name?[keyPath: form] ?? Romanization.roman(String(word)))
                separator = name != nil || index + 1 < words.count || part.utf8.last == UInt8(ascii: ",") ? ", " : " "
            }
        }
        return text.isEmpty ? nil : text
    }
}
