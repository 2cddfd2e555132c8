import Foundation

/// A dish or kind of food as menus write it. Facts come from `Data/dishes.csv`.
package struct Dish: Sendable, Equatable {
    package let name: String
    /// Such as `naengmyeon (cold buckwheat noodles)`.
    package let englishName: String
    package let romanized: String
    /// Other spellings and names, frequent mistakes among them.
    let spellings: [String]

    /// What English readers may type for it: the romanized name, and what stands before and in the bracket.
    var englishWords: [String] {
        [romanized] + englishName.split(whereSeparator: { "()".contains($0) }).map { String($0).trimmed }
    }

    /// The English name without its explanation.
    var shortEnglishName: String { String(englishName.prefix { $0 != "(" }).trimmed }

    package static func load(from directory: String) throws -> [Dish] {
        try CSVReader.table("\(directory)/dishes.csv").compactMap { row in
            guard row.count == 4 else { return nil }
            return Dish(
                name: row[0],
                englishName: row[1],
                romanized: row[2],
                spellings: row[3].split(separator: ";").map(String.init)
            )
        }
    }
}

/// A word that people type and what stands in the data for it. Facts come from `Data/food-words.csv`.
struct FoodWord: Sendable, Equatable {
    let word: String
    /// Words of menus and business types; `kind:` names a kind of place. Empty for a word that only joins others.
    let standsFor: [String]

    static func load(from directory: String) throws -> [FoodWord] {
        try CSVReader.table("\(directory)/food-words.csv").compactMap { row in
            guard row.count == 2 else { return nil }
            return FoodWord(word: row[0], standsFor: row[1].split(separator: ";").map(String.init))
        }
    }
}
