import Foundation

/// What the English pages' words for business types, dongs and kinds stand for, so that what a reader sees can be
/// searched for. Looked up by whole words of a query; the index itself holds only what the sources say.
struct PlaceSearchVocabulary: Sendable {
    /// What a word may stand for besides itself.
    enum Meaning: Sendable, Hashable {
        case kind(Place.Kind)
        /// As in the source.
        case type(String)
        /// A dong's name as in addresses, and its district's slug: a name may be part of another's elsewhere.
        case dong(String, district: String)
    }

    private var meanings: [String: [Meaning]] = [:]

    /// Knows no word.
    init() {}

    /// - Parameter kinds: the pages' names of the kinds, in languages that the sources are not in.
    init(types: [BusinessType], dongs: [SeoulMap.Label], kinds: [Place.Kind: [String]]) {
        for (kind, names) in kinds {
            for name in names { add(Self.words(name), .kind(kind)) }
        }
        for type in types { add(Self.words(type.englishName), .type(type.name)) }
        for dong in dongs {
            add([Self.key(dong.englishText)], .dong(dong.text, district: dong.district))
        }
    }

    /// - Parameter word: one word of a query, as typed.
    subscript(word: String) -> [Meaning] { meanings[Self.key(word)] ?? [] }

    private mutating func add(_ words: [String], _ meaning: Meaning) {
        for word in Set(words) where !word.isEmpty && meanings[word]?.contains(meaning) != true {
            meanings[word, default: []].append(meaning)
        }
    }

    private static func words(_ name: String) -> [String] {
        name.split(whereSeparator: \.isWhitespace).map { key(String($0)) }
    }

    /// Without accents, which few people type.
    private static func key(_ text: String) -> String {
        KoreanText.key(text.folding(options: .diacriticInsensitive, locale: nil))
    }
}

extension PlaceSearchVocabulary {
    /// The words of the site's English pages.
    init(_ views: Views, _ businessTypes: BusinessTypes, _ map: SeoulMap) {
        func words(_ kind: Place.Kind) -> [String] {
            ["kind.\(kind.rawValue)", "kind.\(kind.rawValue)-badge"].map { views.text($0, [:], .english) }
        }
        self.init(
            types: businessTypes.all,
            dongs: map.dongs,
            kinds: [.restaurant: words(.restaurant), .bookshop: words(.bookshop)]
        )
    }
}
