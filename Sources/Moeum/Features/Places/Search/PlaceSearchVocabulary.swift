import Foundation

/// What the words of a search stand for besides themselves: spellings of dishes, English and romanised words, kinds, dongs,
/// stations. The index itself holds only the sources' texts.
package struct PlaceSearchVocabulary: Sendable {
    /// What a word may stand for.
    enum Meaning: Sendable, Hashable {
        case kind(Place.Kind)
        /// A business type as in the source.
        case type(String)
        /// A dong's name as in addresses, and its district's slug: elsewhere the name may be part of another one.
        case dong(String, district: String)
        /// The same word written otherwise, in names, menus and types.
        case spelling(String)
        /// A word of menus and types.
        case dish(String)
        /// A menu that is this word alone: inside others a word of one syllable misleads.
        case menu(String)
    }

    let stations: Stations
    /// What can be suggested and what mistyped words are compared with.
    private(set) var terms: [SearchTerm] = []
    /// Places in `terms` by the letters that their keys begin with.
    private(set) var termsByFirstLetter: [UInt32: [Int]] = [:]
    private var meanings: [String: [Meaning]] = [:]
    /// Words that only join others: near, 근처.
    private var fillers: Set<String> = []
    /// Words that name a district or dong.
    private var areas: Set<String> = []
    /// Those of them that name a district.
    private var districts: Set<String> = []
    /// Words that name a dish or a business type.
    private var dishes: Set<String> = []
    /// What words written together are made of.
    private var parts: Set<String> = []
    /// Where one word ends and another begins in words written together.
    private(set) var boundaries = WordBoundaries([])
    /// The spellings of each dish that has several, by each of them.
    private var spellings: [String: [String]] = [:]

    init() { self.init(types: [], dongs: [], kinds: [:]) }

    /// - Parameter kinds: the names of kinds in languages other than the sources'.
    init(
        types: [BusinessType],
        dongs: [SeoulMap.Label],
        kinds: [Place.Kind: [String]],
        districts: [District] = [],
        stations: Stations = Stations([]),
        dishes: [Dish] = [],
        words: [FoodWord] = []
    ) {
        self.stations = stations
        for (kind, names) in kinds {
            for name in names { add(Self.words(name), .kind(kind)) }
        }
        for type in types {
            add(Self.words(type.englishName), .type(type.name))
            parts.insert(Self.key(type.name))
            self.dishes.formUnion([Self.key(type.name), Self.key(type.englishName)])
        }
        for dong in dongs { add(dong) }
        for district in districts { add(district) }
        for dish in dishes { add(dish) }
        for word in words { add(word) }
        addWholeMenus(words, dishes)
        parts = parts.filter { $0.count >= 2 }
        boundaries = WordBoundaries(parts)
        terms = SearchTerm.all(dishes, stations, dongs, districts)
        for (index, term) in terms.enumerated() {
            for letter in Set(term.letters.compactMap(\.letters.first)) {
                termsByFirstLetter[letter, default: []].append(index)
            }
        }
    }

    /// - Parameter word: one word of a query, as typed.
    subscript(word: String) -> [Meaning] { meanings[Self.key(word)] ?? [] }

    func isFiller(_ word: String) -> Bool { fillers.contains(Self.key(word)) }

    func isArea(_ word: String) -> Bool { areas.contains(Self.key(word)) }

    func isDistrict(_ word: String) -> Bool { districts.contains(Self.key(word)) }

    func isDish(_ word: String) -> Bool { dishes.contains(Self.key(word)) }

    /// Whether a word may stand in words written together: 마포 and 설렁탕 in 마포설렁탕.
    func isPart(_ key: String) -> Bool { parts.contains(key) }

    /// The same word with its end spelled otherwise: 왕돈가스 for 왕돈까스.
    func otherSpellings(ofEnd key: String) -> [Meaning] {
        let scalars = Array(key)
        guard scalars.count > 2 else { return [] }
        for start in 1...(scalars.count - 2) {
            guard let others = spellings[String(scalars[start...])] else { continue }
            let head = String(scalars[..<start])
            return others.prefix(6).map { .spelling(head + $0) }
        }
        return []
    }

    /// The key of a word: without accents, which few people type.
    static func key(_ text: String) -> String {
        KoreanText.plainKey(text) ?? KoreanText.key(text.folding(options: .diacriticInsensitive, locale: nil))
    }

    private static func words(_ name: String) -> [String] {
        name.split(whereSeparator: \.isWhitespace).map { key(String($0)) }
    }
}

extension PlaceSearchVocabulary {
    private mutating func add(_ words: [String], _ meaning: Meaning) {
        for word in Set(words) where !word.isEmpty && meanings[word]?.contains(meaning) != true {
            meanings[word, default: []].append(meaning)
        }
    }

    private mutating func add(_ dong: SeoulMap.Label) {
        let english = Self.key(dong.englishText)
        let stem = english.hasSuffix("dong") ? String(english.dropLast(4)) : english
        let names = [english] + (stem.count > 2 ? [stem] : [])
        add(names, .dong(dong.text, district: dong.district))
        let korean = SearchTerm.forms(of: dong.text)
        areas.formUnion(names + korean)
        parts.formUnion(korean)
    }

    private mutating func add(_ district: District) {
        let names = [district.name, district.shortName].map(Self.key)
        districts.formUnion(names + [Self.key(district.englishName), Self.key(district.shortName(.english))])
        areas.formUnion(districts)
        parts.formUnion(names)
    }

    private mutating func add(_ dish: Dish) {
        let all = ([dish.name] + dish.spellings).map(Self.key)
        dishes.formUnion(all + dish.englishWords.map(Self.key))
        let long = all.filter { $0.count > 1 }
        // What is part of another spelling finds that one too.
        let least = long.filter { one in !long.contains { $0 != one && one.contains($0) } }
        parts.formUnion(long)
        let meant: [Meaning] = least.map { .spelling($0) } + all.filter { $0.count == 1 }.map { .menu($0) }
        for word in all {
            if all.count > 1 { for meaning in meant { add([word], meaning) } }
            if word.count > 1, least.count > 1 { spellings[word] = least.filter { $0 != word } }
        }
        for word in dish.englishWords { for meaning in meant { add([Self.key(word)], meaning) } }
    }

    private mutating func add(_ word: FoodWord) {
        let key = Self.key(word.word)
        if word.standsFor.isEmpty { return _ = fillers.insert(key) }
        let meant = word.standsFor.map { name -> Meaning in
            if name.hasPrefix("kind:"), let kind = Place.Kind(rawValue: String(name.dropFirst(5))) {
                return .kind(kind)
            }
            return KoreanText.key(name).count == 1 ? .menu(KoreanText.key(name)) : .dish(KoreanText.key(name))
        }
        for meaning in meant { add([key], meaning) }
        if !word.standsFor.contains(where: { $0.hasPrefix("kind:") }) { dishes.insert(key) }
        if key.utf8.count > key.count { parts.insert(key) }
    }

    /// A dish of one syllable stands for what is made of it too: 회 for 광어회, by the narrowest word that people have for it.
    private mutating func addWholeMenus(_ words: [FoodWord], _ dishes: [Dish]) {
        let single = dishes.flatMap { [$0.name] + $0.spellings }.filter { KoreanText.key($0).count == 1 }
        for name in single {
            let narrowest = words.filter { $0.standsFor.first == name }.min { $0.standsFor.count < $1.standsFor.count }
            add([Self.key(name)], .menu(name))
            for meaning in narrowest.map({ meanings[Self.key($0.word)] ?? [] }) ?? [] { add([Self.key(name)], meaning) }
        }
    }

    /// Whether a word means whole menus and not every text that it is a part of.
    func isWholeMenu(_ word: String) -> Bool {
        let key = Self.key(word)
        return key.count == 1 && meanings[key]?.contains(.menu(key)) == true
    }
}

extension PlaceSearchVocabulary {
    /// The words of the site's English pages, and those of `Data/`.
    init(
        _ views: Views,
        _ businessTypes: BusinessTypes,
        _ map: SeoulMap,
        _ districts: Districts,
        _ stations: Stations,
        _ dishes: [Dish],
        _ words: [FoodWord]
    ) {
        func names(_ kind: Place.Kind) -> [String] {
            ["kind.\(kind.rawValue)", "kind.\(kind.rawValue)-badge"].map { views.text($0, [:], .english) }
        }
        self.init(
            types: businessTypes.all,
            dongs: map.dongs,
            kinds: [.restaurant: names(.restaurant), .bookshop: names(.bookshop)],
            districts: districts.all,
            stations: stations,
            dishes: dishes,
            words: words
        )
    }
}
