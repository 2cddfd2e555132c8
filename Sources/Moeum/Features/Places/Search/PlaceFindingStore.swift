extension Transaction {
    /// The list that a reader's query leads to. What is found at once costs one list; only where nothing is found are other
    /// spellings, the other kind and wider lists tried.
    func findPlaces(_ asked: PlaceQuery, by finder: PlaceFinder) throws -> PlaceFinding {
        let understanding = asked.text.map { finder.vocabulary.understanding(of: $0) }
        var finding = try findPlaces(asked, understanding, by: finder)
        guard finding.list.total == 0 else { return finding }
        if let understanding, let corrected = try corrected(understanding, by: finder) {
            finding = try findPlaces(asked, corrected, by: finder)
        }
        if finding.list.total == 0 { finding.alternatives = try alternatives(to: asked, finding, by: finder) }
        return finding
    }

    private func findPlaces(
        _ asked: PlaceQuery,
        _ understanding: QueryUnderstanding?,
        by finder: PlaceFinder
    ) throws -> PlaceFinding {
        let search = understanding.flatMap(PlaceSearch.init)
        func find(_ query: PlaceQuery) throws -> PlaceFinding {
            let list = try placeList(query, search, at: finder.now, limit: finder.limit, cache: finder.cache)
            return PlaceFinding(
                query: query,
                list: list,
                understanding: understanding,
                station: finder.station(asked, understanding)
            )
        }
        var query = finder.sought(asked, understanding)
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

    /// The same words with those that fit nothing spelled otherwise; nil where nothing is near them.
    private func corrected(_ understanding: QueryUnderstanding, by finder: PlaceFinder) throws -> QueryUnderstanding? {
        var words: [String] = understanding.station.map { [$0.fullName] } ?? []
        var isChanged = false
        for word in understanding.words {
            if try fitsSomething(word) {
                words.append(word.text)
                continue
            }
            let better = try finder.vocabulary.nearest(to: word.text).first { candidate in
                let read = finder.vocabulary.understanding(of: candidate)
                return try read.station != nil && read.words.isEmpty || fitsSomething(PlaceSearch(read))
            }
            guard let better else { return nil }
            words.append(better)
            isChanged = true
        }
        guard isChanged else { return nil }
        let text = words.joined(separator: " ")
        var corrected = finder.vocabulary.understanding(of: text)
        corrected.corrected = text
        return corrected
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
        let understanding = vocabulary.understanding(of: text)
        guard understanding.station == nil else {
            var query = PlaceQuery()
            query.text = text
            let finder = PlaceFinder(vocabulary: vocabulary, now: now, limit: limit)
            return try findPlaces(query, understanding, by: finder).list.entries.map(\.place)
        }
        let ranks = PlaceSearch(understanding)?.ranks(PlaceSearch.Scope(PlaceQuery(), withFacets: false), dialect) ?? []
        var ids: [Place.ID] = []
        for match in ranks where ids.count < limit {
            ids += try firstFoundPlaces(match, limit: limit - ids.count)
        }
        let places = try places(ids)
        return ids.compactMap { places[$0] }
    }

    private func alternatives(
        to asked: PlaceQuery,
        _ finding: PlaceFinding,
        by finder: PlaceFinder
    ) throws -> [PlaceFinding.Alternative] {
        var finder = finder
        finder.limit = 1
        return try finder.wider(asked, finding.understanding).map { change, query in
            let understanding = change == .everywhere ? query.text.map { finder.vocabulary.understanding(of: $0) } : nil
            let found = try findPlaces(query, understanding ?? finding.understanding, by: finder)
            return PlaceFinding.Alternative(change: change, query: query, total: found.list.total)
        } + otherSpelling(of: asked, finding, by: finder) + fewerWords(of: asked, finding, by: finder)
    }

    /// The same without one of the words, a district or dong first; only what finds something.
    private func fewerWords(
        of asked: PlaceQuery,
        _ finding: PlaceFinding,
        by finder: PlaceFinder
    ) throws -> [PlaceFinding.Alternative] {
        try (finding.understanding?.textsWithoutOneWord ?? []).prefix(3).compactMap { text in
            let query = asked.with { $0.text = text }
            let found = try findPlaces(query, finder.vocabulary.understanding(of: text), by: finder)
            guard found.list.total > 0 else { return nil }
            return PlaceFinding.Alternative(change: .words(text), query: query, total: found.list.total)
        }
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
                let text = understanding.text(of: words)
                let query = asked.with { $0.text = text }
                let found = try findPlaces(query, finder.vocabulary.understanding(of: text), by: finder)
                return [PlaceFinding.Alternative(change: .words(text), query: query, total: found.list.total)]
            }
        }
        return []
    }
}
