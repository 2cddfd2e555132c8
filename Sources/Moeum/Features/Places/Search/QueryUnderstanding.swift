/// What the words of a search were taken for.
struct QueryUnderstanding: Sendable {
    /// One word that places must have, and what else it stands for.
    struct Word: Sendable, Equatable {
        let text: String
        var meanings: [PlaceSearchVocabulary.Meaning] = []
        /// Whether it names a district or dong.
        var isArea = false
        /// Whether only its meanings match, not every text that it is a part of.
        var isWholeMenu = false
        /// Longer texts in which the word is no word of its own: 갈비건 for 비건.
        var across: [String] = []

        fileprivate var kind: Place.Kind? {
            for case .kind(let kind) in meanings { return kind }
            return nil
        }
    }

    /// As typed.
    let text: String
    /// What was searched for instead, where the typed words fit nothing.
    var corrected: String?
    var station: Station?
    /// Whether the station is said by its name alone, and may be a part of a place's name.
    var isStationImplied = false
    var words: [Word] = []

    /// The kind of place that the words say.
    var saidKind: Place.Kind? { words.lazy.compactMap(\.kind).first }

    /// The words that are left to search for; nil where a station was all.
    var rest: String? { words.isEmpty ? nil : words.map(\.text).joined(separator: " ") }

    /// A query of the station and other words.
    func text(of words: [String]) -> String {
        ((station.map { [$0.fullName] } ?? []) + words).joined(separator: " ")
    }

    /// Queries that each leave out one word, a district or dong first; none where nothing but numbers would be left.
    var textsWithoutOneWord: [String] {
        guard words.count > 1 || station != nil else { return [] }
        let order = words.indices.filter { words[$0].isArea } + words.indices.filter { !words[$0].isArea }
        return order.map { left in text(of: words.indices.filter { $0 != left }.map { words[$0].text }) }
            .filter { $0.unicodeScalars.contains(where: \.properties.isAlphabetic) }
    }
}

extension PlaceSearchVocabulary {
    /// Reads what somebody typed.
    /// - Parameter withStations: whether a station is taken out of the words.
    func understanding(of text: String, withStations: Bool = true) -> QueryUnderstanding {
        var understanding = QueryUnderstanding(text: text)
        let typed = (PhoneNumber.domestic(text) ?? text).split(whereSeparator: \.isWhitespace).prefix(8).map(
            String.init
        )
        var fillers: [String] = []
        var rest = typed[...]
        while let first = rest.first {
            if withStations, understanding.station == nil, let (station, count) = station(at: rest) {
                understanding.station = station
                rest = rest.dropFirst(count)
            } else if let (phrase, count) = phrase(at: rest) {
                understanding.words.append(word(phrase))
                rest = rest.dropFirst(count)
            } else {
                rest = rest.dropFirst()
                if isFiller(first) {
                    fillers.append(first)
                } else {
                    add(first, to: &understanding, withStations)
                }
            }
        }
        if withStations, understanding.station == nil { extractStation(beforeDishIn: &understanding) }
        // Words that only join others are looked for where there are no others.
        if understanding.words.isEmpty, understanding.station == nil {
            understanding.words = fillers.map { QueryUnderstanding.Word(text: $0) }
        }
        return understanding
    }

    /// A station's name alone means the station where a dish follows, unless it is a district's too: 합정 냉면, but not 강남 냉면.
    private func extractStation(beforeDishIn understanding: inout QueryUnderstanding) {
        let words = understanding.words
        guard let dish = words.lastIndex(where: { isDish($0.text) }) else { return }
        for (index, word) in words[..<dish].enumerated() where !isDistrict(word.text) && !isDish(word.text) {
            guard let station = stations[named: word.text] else { continue }
            (understanding.station, understanding.isStationImplied) = (station, true)
            understanding.words.remove(at: index)
            return
        }
    }

    /// The longest station name that words begin with.
    private func station(at words: ArraySlice<String>) -> (Station, count: Int)? {
        for count in (1...min(5, words.count)).reversed() {
            let joined = words.prefix(count).joined()
            if let station = stations[said: joined] { return (station, count) }
        }
        return nil
    }

    /// The longest English phrase of several words that words begin with.
    private func phrase(at words: ArraySlice<String>) -> (String, count: Int)? {
        guard words.count > 1 else { return nil }
        for count in (2...min(5, words.count)).reversed() {
            let part = words.prefix(count)
            guard part.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { continue }
            if !self[part.joined()].isEmpty { return (part.joined(separator: " "), count) }
        }
        return nil
    }

    private func add(_ typed: String, to understanding: inout QueryUnderstanding, _ withStations: Bool) {
        let parts = known(typed) ? nil : split(typed, withStations && understanding.station == nil)
        guard let parts else { return understanding.words.append(word(typed)) }
        for part in parts {
            if withStations, understanding.station == nil, let station = stations[said: part] {
                understanding.station = station
            } else if !isFiller(part) {
                understanding.words.append(word(part))
            }
        }
    }

    private func known(_ word: String) -> Bool { !self[word].isEmpty || isArea(word) }

    private func word(_ text: String) -> QueryUnderstanding.Word {
        let key = Self.key(text)
        var word = QueryUnderstanding.Word(text: text, meanings: meaning(of: text, key))
        word.isArea = isArea(text)
        word.isWholeMenu = isWholeMenu(text)
        if word.meanings.isEmpty, !word.isArea { word.across = boundaries.texts(across: key) }
        return word
    }

    private func meaning(of text: String, _ key: String) -> [Meaning] {
        var meanings = self[text]
        for ending in ["es", "s"] where key.hasSuffix(ending) {
            meanings += self[String(key.dropLast(ending.count))].filter { !meanings.contains($0) }
        }
        if !meanings.isEmpty { return meanings }
        guard !key.isEmpty, !PlaceSearch.isMark(text) else { return [] }
        if key.utf8.count > key.count { return otherSpellings(ofEnd: key) }
        return key.count >= 5 && !isArea(text) ? Romanization.hangul(key).map { .spelling($0) } : []
    }

    /// The known words that a word consists of; nil where some of it is unknown.
    private func split(_ typed: String, _ withStations: Bool) -> [String]? {
        let key = Array(Self.key(typed))
        guard (3...20).contains(key.count), key.allSatisfy({ !$0.isASCII || $0.isNumber }) else { return nil }
        /// The fewest parts of each rest of the word, from its end on.
        var best: [[String]?] = Array(repeating: nil, count: key.count)
        best.append([])
        for start in key.indices.reversed() {
            for end in (start + 1)...key.count {
                guard let rest = best[end], rest.count < (best[start]?.count ?? 6) - 1 else { continue }
                let part = String(key[start..<end])
                let isKnown = isPart(part) || isFiller(part) || withStations && stations[said: part] != nil
                if isKnown { best[start] = [part] + rest }
            }
        }
        return best[0].flatMap { $0.count > 1 ? $0 : nil }
    }
}
