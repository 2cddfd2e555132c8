/// A place's texts for the search index, by rank.
struct PlaceSearchText {
    /// A part of a place's texts.
    enum Part {
        case name, dish, rest, initials

        /// In SQLite each part's tokens have a prefix, so that a search for a name does not read all dishes.
        var prefix: String {
            switch self {
            case .name: "n"
            case .dish: "d"
            case .rest: "r"
            case .initials: "i"
            }
        }

        /// The weight of the part in PostgreSQL; D is for initial consonants and facets.
        var weight: String {
            switch self {
            case .name: "A"
            case .dish: "B"
            case .rest: "C"
            case .initials: "D"
            }
        }
    }

    private let parts: [(part: Part, tokens: [String])]
    /// Tokens for the whole name, status, kind, district and type.
    private let marks: [String]

    init(_ record: PlaceRecord, status: Place.Status, district: District) {
        let addresses = [
            district.name, district.englishName, record.dong ?? "", record.roadAddress ?? "", record.lotAddress ?? "",
            record.phone ?? "",
        ]
        let names = Set([record.shownName, record.name]).sorted()
        parts = [
            (.name, names.flatMap(KoreanText.indexTokens)),
            (.dish, [record.category, record.menu ?? ""].flatMap(KoreanText.indexTokens)),
            (.rest, addresses.flatMap(KoreanText.indexTokens)),
            (.initials, KoreanText.initialTokens(record.shownName)),
        ]
        marks =
            names.map { PlaceSearch.exactToken(KoreanText.key($0)) } + [
                PlaceSearch.facetToken("s", status.rawValue), PlaceSearch.facetToken("k", record.kind.rawValue),
                PlaceSearch.facetToken("d", record.district), PlaceSearch.facetToken("c", record.category),
            ]
    }

    /// The text that FTS5 splits at spaces.
    fileprivate var text: String {
        (marks + parts.flatMap { part, tokens in tokens.map { part.prefix + $0 } }).joined(separator: " ")
    }

    /// The tsvector literal: positions for phrases, weights for parts.
    fileprivate var vector: String {
        var position = 0
        var lexemes: [String] = []
        for (part, tokens) in parts + [(.initials, marks)] {
            for token in tokens {
                position = min(position + 1, 16_383)
                lexemes.append("'\(token)':\(position)\(part.weight == "D" ? "" : part.weight)")
            }
            position = min(position + 10, 16_383)
        }
        return lexemes.joined(separator: " ")
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
                INSERT INTO place_search (place_id, document) VALUES (\(id), \(words.vector)::text::tsvector)
                ON CONFLICT (place_id) DO UPDATE SET document = excluded.document
                """
            )
        }
    }

    /// Adds to the index of a place that this is the whole of a name of its.
    func indexExactName(_ key: String, of id: Place.ID) throws {
        let token = PlaceSearch.exactToken(key)
        switch dialect {
        case .sqlite: try execute("UPDATE place_words SET words = words || \(" " + token) WHERE rowid = \(id)")
        case .postgres:
            try execute(
                """
                UPDATE place_search SET document = document || \("'\(token)':1")::text::tsvector
                WHERE place_id = \(id)
                """
            )
        }
    }

    /// Matching places in the order of their ids, as a table `found (id)` to join.
    func foundPlaces(_ match: String) -> SQL {
        switch dialect {
        case .sqlite: "(SELECT rowid AS id FROM place_words WHERE place_words MATCH \(match)) AS found"
        case .postgres: "(SELECT place_id AS id FROM place_search WHERE document @@ \(match)::text::tsquery) AS found"
        }
    }
}
