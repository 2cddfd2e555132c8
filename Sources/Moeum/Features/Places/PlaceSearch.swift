/// Finds places by words. Every word must occur somewhere; where decides the rank: names before dishes before the rest.
/// The only place besides the adapters that tells the engines apart.
struct PlaceSearch: Sendable {
    /// Where in a place's text a word is looked for.
    enum Part: Sendable {
        case name, dish, anywhere

        /// FTS5's columns.
        fileprivate var columns: String {
            switch self {
            case .name: "name"
            case .dish: "dish"
            case .anywhere: "name dish rest"
            }
        }

        /// PostgreSQL's weights.
        fileprivate var weights: String {
            switch self {
            case .name: "A"
            case .dish: "B"
            case .anywhere: "ABC"
            }
        }
    }

    /// Above this many matches lists stop counting and say so.
    static let countedUpTo = 5_000

    /// The words in search form; initial consonants stay as typed.
    private let words: [(tokens: [String], isInitials: Bool)]
    /// The whole query in search form, for exact names.
    let key: String

    /// Nil when nothing in the text can be searched for.
    init?(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(8).compactMap { part in
            let word = String(part)
            if KoreanText.isInitials(word) { return (KoreanText.queryTokens(word), true) }
            let key = KoreanText.key(word)
            return key.isEmpty ? nil : (KoreanText.queryTokens(key), false)
        }
        key = KoreanText.key(text)
        if words.isEmpty { return nil }
    }

    /// The three ranks, best first, as full-text queries of the engine.
    func tiers(_ facets: [[String]], _ dialect: Dialect) -> [String] {
        let syntax = MatchSyntax(dialect: dialect)
        let everywhere = syntax.all(
            words.map { syntax.phrase($0.tokens, in: .anywhere, isInitials: $0.isInitials) }
                + facets.map { syntax.any($0.map(syntax.facet)) }
        )
        let named = syntax.any(words.map { syntax.phrase($0.tokens, in: .name, isInitials: $0.isInitials) })
        let plain = words.filter { !$0.isInitials }
        guard !plain.isEmpty else { return [everywhere] }
        let served = syntax.any(plain.map { syntax.phrase($0.tokens, in: .dish, isInitials: false) })
        return [
            syntax.all([everywhere, named]),
            syntax.but(syntax.all([everywhere, served]), not: named),
            syntax.but(everywhere, not: syntax.any([named, served])),
        ]
    }

    /// A token of a facet's value that full-text syntax cannot misread.
    static func facetToken(_ facet: String, _ value: String) -> String {
        "zz\(facet)" + value.utf8.map { String($0, radix: 16) }.joined()
    }
}

/// The full-text query languages: FTS5's (sqlite.org/fts5.html §3) and tsquery (PostgreSQL 15, 8.11).
private struct MatchSyntax {
    let dialect: Dialect

    func phrase(_ tokens: [String], in part: PlaceSearch.Part, isInitials: Bool) -> String {
        switch dialect {
        case .sqlite:
            let columns = isInitials ? "initials" : part.columns
            return "({\(columns)} : \"\(tokens.joined(separator: " "))\")"
        case .postgres:
            let weights = isInitials ? "D" : part.weights
            return "(" + tokens.map { "'\($0)':\(weights)" }.joined(separator: " <-> ") + ")"
        }
    }

    func facet(_ token: String) -> String {
        dialect == .sqlite ? "({facets} : \"\(token)\")" : "'\(token)':D"
    }

    func all(_ terms: [String]) -> String { join(terms, dialect == .sqlite ? " AND " : " & ") }

    func any(_ terms: [String]) -> String { join(terms, dialect == .sqlite ? " OR " : " | ") }

    func but(_ term: String, not excluded: String) -> String {
        dialect == .sqlite ? "(\(term) NOT \(excluded))" : "(\(term) & !\(excluded))"
    }

    private func join(_ terms: [String], _ operation: String) -> String {
        "(" + terms.joined(separator: operation) + ")"
    }
}

/// The texts of a place by rank, as the index keeps them.
struct PlaceSearchDocument {
    let name: [String]
    let dish: [String]
    let rest: [String]
    let initials: [String]
    let facets: [String]

    init(_ record: PlaceRecord, status: Place.Status, district: District) {
        name = KoreanText.indexTokens(record.name)
        dish = [record.category, record.menu ?? ""].flatMap(KoreanText.indexTokens)
        rest = [
            district.name, district.englishName, record.dong ?? "", record.roadAddress ?? "", record.lotAddress ?? "",
            record.phone ?? "",
        ].flatMap(KoreanText.indexTokens)
        initials = KoreanText.initialTokens(record.name)
        facets = [
            PlaceSearch.facetToken("s", status.rawValue), PlaceSearch.facetToken("k", record.kind.rawValue),
            PlaceSearch.facetToken("d", record.district), PlaceSearch.facetToken("c", record.category),
        ]
    }
}

extension KoreanText {
    /// Like `indexTokens`, over a name's initial consonants.
    static func initialTokens(_ name: String) -> [String] {
        let initials = initials(name)
        return queryTokens(initials)
            + Set(initials.unicodeScalars).map { queryTokens(String($0)) }.flatMap { $0 }.sorted()
    }
}

extension Transaction {
    /// Puts a place's texts into the index, replacing what was there.
    func index(_ document: PlaceSearchDocument, as id: Place.ID) throws {
        switch dialect {
        case .sqlite:
            try execute("DELETE FROM place_search WHERE rowid = \(id)")
            try execute(
                """
                INSERT INTO place_search (rowid, name, dish, rest, initials, facets) VALUES (
                    \(id), \(document.name.joined(separator: " ")), \(document.dish.joined(separator: " ")),
                    \(document.rest.joined(separator: " ")), \(document.initials.joined(separator: " ")),
                    \(document.facets.joined(separator: " ")))
                """
            )
        case .postgres:
            try execute(
                """
                INSERT INTO place_search (place_id, document) VALUES (\(id), \(Self.vector(document))::text::tsvector)
                ON CONFLICT (place_id) DO UPDATE SET document = excluded.document
                """
            )
        }
    }

    /// Matching places in the order of their ids, as a table `found (id)` for a join.
    func found(_ match: String) -> SQL {
        switch dialect {
        case .sqlite: "(SELECT rowid AS id FROM place_search WHERE place_search MATCH \(match)) AS found"
        case .postgres:
            """
            (SELECT place_id AS id FROM place_search WHERE document @@ \(match)::text::tsquery) AS found
            """
        }
    }

    /// The tsvector literal: positions for phrases, weights for parts.
    private static func vector(_ document: PlaceSearchDocument) -> String {
        var position = 0
        var lexemes: [String] = []
        let parts = [
            (document.name, "A"), (document.dish, "B"), (document.rest, "C"),
            (document.initials + document.facets, "D"),
        ]
        for (tokens, weight) in parts {
            for token in tokens {
                position = min(position + 1, 16_383)
                lexemes.append("'\(token)':\(position)\(weight == "D" ? "" : weight)")
            }
            position = min(position + 10, 16_383)
        }
        return lexemes.joined(separator: " ")
    }
}
