extension Transaction {
    /// The list that a reader's query leads to. What is found at once costs one list; only where nothing is found are other
    /// spellings, the other kind and wider lists tried.
    func findPlaces(_ asked: PlaceQuery, by finder: PlaceFinder) throws -> PlaceFinding {
        let read = try readWords(of: asked, by: finder)
        var finding = read.finding
        if finding.list.total == 0 {
            finding.alternatives = try alternatives(to: asked, finding, read.readings, by: finder)
        }
        return finding
    }

    /// How words are read: a station before a dish is none where the whole is a place's name, as 도봉산 갈비 is.
    private func understanding(of text: String, by vocabulary: PlaceSearchVocabulary) throws -> QueryUnderstanding {
        let understanding = vocabulary.understanding(of: text)
        guard understanding.isStationImplied else { return understanding }
        let words = vocabulary.understanding(of: text, withStations: false)
        let names =
            try PlaceSearch(words).map { try firstFoundPlaces($0.wholeName(dialect), limit: 1, window: 1) } ?? []
        return names.isEmpty ? understanding : words
    }

    /// The first reading of a query's words that finds something, or the last.
    private func firstFinding(
        of asked: PlaceQuery,
        asOneOf readings: [QueryUnderstanding?],
        by finder: PlaceFinder
    ) throws -> PlaceFinding {
        for reading in readings.dropLast() {
            let finding = try finding(of: asked, as: reading, by: finder)
            if finding.list.total > 0 { return finding }
        }
        return try finding(of: asked, as: readings.last ?? nil, by: finder)
    }

    /// What one reading of a query's words finds.
    private func finding(
        of asked: PlaceQuery,
        as understanding: QueryUnderstanding?,
        by finder: PlaceFinder
    ) throws -> PlaceFinding {
        let search = understanding.flatMap(PlaceSearch.init)
        func find(_ query: PlaceQuery) throws -> PlaceFinding {
            PlaceFinding(
                query: query,
                list: try understoodPlaceList(query, search, at: finder.now, limit: finder.limit, cache: finder.cache),
                understanding: understanding,
                station: finder.station(asked, understanding)
            )
        }
        var query = finder.effectiveQuery(asked, understanding)
        guard query.kind == nil, query.text != nil || query.near != nil else { return try find(query) }
        let said = understanding?.saidKind
        let first = said ?? finder.rememberedKind ?? .restaurant
        query.kind = first
        let finding = try find(query)
        let other: Place.Kind = first == .restaurant ? .bookshop : .restaurant
        guard finding.list.total == 0, said == nil, finding.list.kinds.contains(where: { $0.value == other.rawValue })
        else { return finding }
        query.kind = other
        return try find(query)
    }

    /// The same words with those that fit nothing spelled otherwise, or all of them as a place's name; nil where nothing is
    /// near them.
    private func corrected(_ understanding: QueryUnderstanding, by finder: PlaceFinder) throws -> QueryUnderstanding? {
        guard let text = try correctedText(understanding, by: finder) else { return nil }
        var corrected = try self.understanding(of: text, by: finder.vocabulary)
        corrected.corrected = text
        return corrected
    }

    private func correctedText(_ understanding: QueryUnderstanding, by finder: PlaceFinder) throws -> String? {
        let isOneWord = understanding.words.count == 1 && understanding.station == nil
        if !isOneWord, let name = try similarName(to: understanding.text) { return name }
        var words: [String] = understanding.station.map { [$0.fullName] } ?? []
        var isChanged = false
        for word in understanding.words {
            if try fitsSomething(word) {
                words.append(word.text)
            } else if let better = try better(word.text, by: finder) {
                words.append(better)
                isChanged = true
            } else {
                return nil
            }
        }
        return isChanged ? words.joined(separator: " ") : nil
    }

    /// What a word that fits nothing was meant to be: typed on another keyboard, one letter wrong, half typed, or a name.
    private func better(_ word: String, by finder: PlaceFinder) throws -> String? {
        let vocabulary = finder.vocabulary
        let candidates =
            HangulKeyboard.readings(of: word) + vocabulary.nearest(to: word)
            + (Jamo(KoreanText.key(word)).letters.count < 3 ? [] : vocabulary.terms(begunBy: word, perType: 1))
            .compactMap(\.keys.first)
        let known = try candidates.first { candidate in
            let read = vocabulary.understanding(of: candidate)
            return try read.station != nil && read.words.isEmpty || fitsSomething(PlaceSearch(read))
        }
        return try known ?? similarName(to: word)
    }

    private func fitsSomething(_ word: QueryUnderstanding.Word) throws -> Bool {
        var alone = QueryUnderstanding(text: word.text)
        alone.words = [word]
        return try fitsSomething(PlaceSearch(alone))
    }

    /// Whether any listed place matches, in any district where none is given.
    func fitsSomething(_ search: PlaceSearch?, in districts: [String] = []) throws -> Bool {
        guard let search else { return false }
        var query = PlaceQuery()
        query.districts = districts
        let match = search.match(PlaceSearch.Scope(query, withFacets: true), dialect)
        return try !firstFoundPlaces(match, limit: 1).isEmpty
    }

    /// The best matches alone, uncounted, for suggestions.
    func suggestedPlaces(
        _ text: String,
        _ vocabulary: PlaceSearchVocabulary,
        _ now: SeoulTime,
        limit: Int
    ) throws -> [Place] {
        let understanding = try self.understanding(of: text, by: vocabulary)
        guard understanding.station == nil else {
            var query = PlaceQuery()
            query.text = text
            let finder = PlaceFinder(vocabulary: vocabulary, now: now, limit: limit)
            return try finding(of: query, as: understanding, by: finder).list.entries.map(\.place)
        }
        let ranks = PlaceSearch(understanding)?.ranks(PlaceSearch.Scope(PlaceQuery(), withFacets: false), dialect) ?? []
        var ids: [Place.ID] = []
        for match in ranks where ids.count < limit {
            ids += try firstFoundPlaces(match, limit: limit - ids.count)
        }
        let places = try places(ids)
        return ids.compactMap { places[$0] }
    }

    /// Only lists that hold something, each counted as its link leads to it.
    private func alternatives(
        to asked: PlaceQuery,
        _ finding: PlaceFinding,
        _ readings: [QueryUnderstanding?],
        by finder: PlaceFinder
    ) throws -> [PlaceFinding.Alternative] {
        var finder = finder
        finder.limit = 1
        let wider = try finder.wider(asked, finding.understanding).map { change, query in
            let found =
                query.text == asked.text
                ? try firstFinding(of: query, asOneOf: readings, by: finder)
                : try readWords(of: query, by: finder).finding
            return PlaceFinding.Alternative(change: change, query: query, total: found.list.total)
        }
        let others = try otherSpelling(of: asked, finding, by: finder) + fewerWords(of: asked, finding, by: finder)
        let ways = (wider + others).filter { $0.total > 0 }
        let unfiltered = asked.with { $0.clearFilters() }
        guard ways.isEmpty, unfiltered != asked else { return ways }
        let total = try firstFinding(of: unfiltered, asOneOf: readings, by: finder).list.total
        return total == 0 ? [] : [PlaceFinding.Alternative(change: .withoutFilters, query: unfiltered, total: total)]
    }

    /// What a query finds, however its words are read, and the readings that were tried.
    private func readWords(
        of asked: PlaceQuery,
        by finder: PlaceFinder
    ) throws -> (finding: PlaceFinding, readings: [QueryUnderstanding?]) {
        let understanding = try asked.text.map { try self.understanding(of: $0, by: finder.vocabulary) }
        let found = try finding(of: asked, as: understanding, by: finder)
        guard found.list.total == 0, let understanding, let corrected = try corrected(understanding, by: finder)
        else { return (found, [understanding]) }
        return (try finding(of: asked, as: corrected, by: finder), [understanding, corrected])
    }

    /// The same without one of the words, a district or dong first.
    private func fewerWords(
        of asked: PlaceQuery,
        _ finding: PlaceFinding,
        by finder: PlaceFinder
    ) throws -> [PlaceFinding.Alternative] {
        try (finding.understanding?.textsWithoutOneWord ?? []).prefix(3).map {
            try alternative(of: $0, to: asked, by: finder)
        }
    }

    private func alternative(of text: String, to asked: PlaceQuery, by finder: PlaceFinder) throws
        -> PlaceFinding.Alternative
    {
        let query = asked.with { $0.text = text }
        let total = try readWords(of: query, by: finder).finding.list.total
        return PlaceFinding.Alternative(change: .words(text), query: query, total: total)
    }

    /// The nearest spelling of a word that fits something, but nothing together with the others.
    private func otherSpelling(
        of asked: PlaceQuery,
        _ finding: PlaceFinding,
        by finder: PlaceFinder
    ) throws -> [PlaceFinding.Alternative] {
        guard let understanding = finding.understanding, understanding.corrected == nil else { return [] }
        for (index, word) in understanding.words.enumerated() where word.meanings.isEmpty && !word.isArea {
            for better in finder.vocabulary.nearest(to: word.text, limit: 1) {
                var words = understanding.words.map(\.text)
                words[index] = better
                return [try alternative(of: understanding.text(of: words), to: asked, by: finder)]
            }
        }
        return []
    }
}
