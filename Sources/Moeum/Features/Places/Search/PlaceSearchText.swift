/// A place's texts for the search index, by rank.
struct PlaceSearchText {
    /// A part of a place's texts. Each part's tokens have a prefix, so that a search for a name does not read all dishes.
    enum Part: String {
        case name = "n"
        case dish = "d"
        case rest = "r"
        case initials = "i"
        case about = "a"
    }

    /// Tokens for the whole name, status, kind, district and type, then those of the parts in their order; then what the words
    /// of a name begin with, an address up to its number as one token, in Latin letters too, and the description.
    private let tokens: [String]

    init(_ record: PlaceRecord, status: Place.Status, district: District) {
        let addresses = [
            district.name, district.englishName, record.dong ?? "", record.roadAddress ?? "", record.lotAddress ?? "",
            record.phone ?? "",
        ]
        // A renamed place is found by its name today and by the one at its designation.
        let signs = Set([record.shownName, PlaceName.shown(record.name)])
        let names = signs.union([record.name, record.currentName ?? record.name]).sorted()
        let marks =
            names.map { PlaceSearch.exactToken(KoreanText.key($0)) } + [
                PlaceSearch.facetToken("s", status.rawValue), PlaceSearch.facetToken("k", record.kind.rawValue),
                PlaceSearch.facetToken("d", record.district), PlaceSearch.facetToken("c", record.category),
            ]
        let parts: [(Part, [String])] = [
            (.name, names.flatMap(KoreanText.indexTokens)),
            (.dish, [record.category, record.menu ?? ""].flatMap(KoreanText.indexTokens)),
            (.rest, addresses.flatMap(KoreanText.indexTokens)),
            (.initials, signs.sorted().flatMap(KoreanText.initialTokens)),
        ]
        let beginnings = Set(names.flatMap(KoreanText.beginnings)).sorted().map(PlaceSearch.beginningToken)
        let addressKeys = record.roadAddress.flatMap(RoadAddress.init).map { $0.searchKeys + $0.latinKeys } ?? []
        let about = KoreanText.indexTokens(String((record.description ?? "").prefix(2_000)))
        tokens =
            marks + parts.flatMap { part, tokens in tokens.map { part.rawValue + $0 } } + beginnings
            + addressKeys.map(PlaceSearch.exactToken) + about.map { Part.about.rawValue + $0 }
    }

    /// The text that FTS5 splits at spaces.
    fileprivate var text: String { tokens.joined(separator: " ") }

    /// The tsvector literal, with positions for phrases. PostgreSQL's last position is 16,383.
    fileprivate var vector: String {
        tokens.enumerated().map { "'\($1)':\(min($0 + 1, 16_383))" }.joined(separator: " ")
    }
}

extension KoreanText {
    /// Like `indexTokens`, for the initial consonants of a name.
    static func initialTokens(_ name: String) -> [String] {
        let initials = initials(name)
        return queryTokens(initials)
            + Set(initials.unicodeScalars).map { queryTokens(String($0)) }.flatMap { $0 }.sorted()
    }
}

extension Transaction {
    /// Replaces a place's texts in the index.
    func indexPlace(_ words: PlaceSearchText, as id: Place.ID) throws {
        switch dialect {
        case .sqlite:
            try execute("DELETE FROM place_words WHERE rowid = \(id)")
            try execute("INSERT INTO place_words (rowid, words) VALUES (\(id), \(words.text))")
        case .postgres:
            try execute(
                """
                INSERT INTO place_words (place_id, document) VALUES (\(id), \(words.vector)::text::tsvector)
                ON CONFLICT (place_id) DO UPDATE SET document = excluded.document
                """
            )
        }
    }

    /// Matching places, as a table `found (id)` to join.
    func foundPlaces(_ match: String) -> SQL {
        switch dialect {
        case .sqlite: "(SELECT rowid AS id FROM place_words WHERE place_words MATCH \(match)) AS found"
        case .postgres: "(SELECT place_id AS id FROM place_words WHERE document @@ \(match)::text::tsquery) AS found"
        }
    }

    /// The first matching places after one, in the order of their ids.
    /// - Parameter window: how many places PostgreSQL asks one after the other before it looks for all matches; nil for enough
    ///   where one in a hundred matches.
    func firstFoundPlaces(
        _ match: String,
        after last: Place.ID = .absent,
        limit: Int,
        window: Int? = nil
    ) throws -> [Place.ID] {
        let matches: SQL = "SELECT found.id FROM \(foundPlaces(match)) WHERE found.id > \(last)"
        guard dialect == .postgres else {
            return try placeIDs("\(matches) ORDER BY found.id LIMIT \(limit)")
        }
        // PostgreSQL's index has no order. Enough of the next places have a common word; the matches of another are few to sort.
        // The sum keeps PostgreSQL from reading the documents of all places in their order instead.
        let found = try placeIDs(
            """
            SELECT w.place_id FROM (SELECT place_id, document FROM place_words WHERE place_id > \(last)
                ORDER BY place_id LIMIT \(window ?? 100 * limit)) AS w
            WHERE w.document @@ \(match)::text::tsquery ORDER BY w.place_id LIMIT \(limit)
            """
        )
        return found.count == limit ? found : try placeIDs("\(matches) ORDER BY found.id + 0 LIMIT \(limit)")
    }

    private func placeIDs(_ sql: SQL) throws -> [Place.ID] { try rows(sql).map { try $0.id(0) } }
}
