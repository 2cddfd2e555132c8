/// A word of the vocabulary that can be suggested, and that a mistyped word is compared with.
struct SearchTerm: Sendable {
    enum Subject: Sendable {
        case district(District)
        case dong(SeoulMap.Label)
        case station(Station)
        case dish(Dish)
    }

    let subject: Subject
    /// What is typed for it, in the form of keys, the usual form first.
    let keys: [String]
    let letters: [Jamo]
    let initials: String

    private init(_ subject: Subject, _ names: [String]) {
        self.subject = subject
        var seen: Set<String> = []
        keys = names.map(PlaceSearchVocabulary.key).filter { !$0.isEmpty && seen.insert($0).inserted }
        letters = keys.map(Jamo.init)
        initials = KoreanText.initials(keys.first ?? "")
    }

    /// Dishes come first, because most typing mistakes are made in them.
    static func all(
        _ dishes: [Dish],
        _ stations: Stations,
        _ dongs: [SeoulMap.Label],
        _ districts: [District]
    ) -> [SearchTerm] {
        dishes.map { SearchTerm(.dish($0), [$0.name] + $0.spellings + $0.englishWords) }
            + stations.all.map { station in
                let short = station.shortName.map { [$0, Romanization.roman($0)] } ?? []
                let names = [station.fullName, station.fullName(.english), Romanization.roman(station.name)]
                return SearchTerm(.station(station), names + short + station.otherNames)
            }
            + dongs.map { SearchTerm(.dong($0), forms(of: $0.text) + [$0.englishText]) }
            + districts.map { SearchTerm(.district($0), [$0.name, $0.shortName, $0.englishName]) }
    }

    /// A dong as people say it: 성수동2가, 성수동, 성수.
    static func forms(of dong: String) -> [String] {
        var forms = [dong]
        if let end = dong.firstIndex(of: "동"), dong[dong.index(after: end)...].allSatisfy({ $0.isNumber || $0 == "가" })
        {
            forms += [String(dong[...end]), String(dong[..<end])]
        }
        var seen: Set<String> = []
        return forms.filter { $0.count > 1 && seen.insert($0).inserted }
    }

    /// As suggestions say it.
    var type: String {
        switch subject {
        case .district: "district"
        case .dong: "dong"
        case .station: "station"
        case .dish: "dish"
        }
    }

    /// How long the name is that is being typed, a by-name after all names.
    func length(from typed: Jamo) -> Int {
        let own = letters.first.map { typed.begins($0) ? $0.letters.count : 100 } ?? 100
        return min(own, letters.filter(typed.begins).map(\.letters.count).min().map { $0 + 3 } ?? 100)
    }

    /// Whether somebody who types this may be on the way to the term.
    /// - Parameter initials: initial consonants, where nothing else was typed.
    func isBegun(by typed: Jamo, _ initials: String?) -> Bool {
        if let initials { return self.initials.hasPrefix(initials) }
        return letters.contains { typed.begins($0) }
    }
}

extension PlaceSearchVocabulary {
    /// What somebody who types this may be on the way to: districts first, then dongs, stations and dishes, the shortest
    /// names of each first.
    func terms(begunBy text: String, perType: Int) -> [SearchTerm] {
        let word = KoreanText.partingClusters(text)
        let key = Self.key(word)
        let typed = Jamo(key)
        guard let first = typed.letters.first, !PlaceSearch.isMark(text) else { return [] }
        let initials = KoreanText.isInitials(word) ? word : nil
        let candidates = termsByFirstLetter[first]?.lazy.map { terms[$0] } ?? []
        let begun = Dictionary(grouping: candidates.filter { $0.isBegun(by: typed, initials) }, by: \.type)
        return ["district", "dong", "station", "dish"].flatMap { type in
            (begun[type] ?? []).enumerated()
                .sorted { ($0.element.length(from: typed), $0.offset) < ($1.element.length(from: typed), $1.offset) }
                .prefix(perType).map(\.element)
        }
    }

    /// Words one letter away from a mistyped one, the likeliest first: also of what follows words that are known, as in
    /// 마포설렁텅.
    func nearest(to word: String, limit: Int = 3) -> [String] {
        let key = Self.key(word)
        let whole = nearestTerms(to: key)
        if !whole.isEmpty { return Array(whole.prefix(limit)) }
        let characters = Array(key)
        guard characters.count >= 4 else { return [] }
        for split in 2...(characters.count - 2) {
            let head = String(characters[..<split])
            guard isPart(head) || stations[said: head] != nil else { continue }
            let tails = nearestTerms(to: String(characters[split...]))
            if !tails.isEmpty { return tails.prefix(limit).map { "\(head) \($0)" } }
        }
        return []
    }

    private func nearestTerms(to key: String) -> [String] {
        let letters = Jamo(key)
        guard letters.letters.count >= 4 else { return [] }
        var seen: Set<String> = []
        return terms.flatMap { term in
            zip(term.keys, term.letters).filter { $0.1.letters.count >= 4 && $0.1.isOneLetter(from: letters) }
                .map { found in
                    // A Korean mistake leads to the usual spelling, a Latin one to the Latin word.
                    found.0.utf8.count > found.0.count ? term.keys.first ?? found.0 : found.0
                }
        }.filter { seen.insert($0).inserted }
    }
}
