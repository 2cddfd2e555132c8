import Foundation

/// The English pages' words for business types, dongs and kinds, so that readers can search for what they see. Looked up by
/// whole words of a query; the index itself holds only the sources' texts.
struct PlaceSearchVocabulary: Sendable {
    /// What a word may stand for.
    enum Meaning: Sendable, Hashable {
        case kind(Place.Kind)
        /// A business type as in the source.
        case type(String)
        /// A dong's name as in addresses, and its district's slug: elsewhere the name may be part of another one.
        case dong(String, district: String)
    }

    private var meanings: [String: [Meaning]] = [:]

    /// An empty vocabulary.
    init() {}

    /// - Parameter kinds: the names of kinds in languages other than the sources'.
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

    /// The key of a word: without accents, which few people type.
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
