/// Finds places by words. Every word must match some text of the place; names rank before dishes, dishes before the rest.
/// Besides the database adapters, only this code distinguishes the engines.
struct PlaceSearch: Sendable {
    /// One word in its search form; initial consonants stay as typed.
    private struct Word {
        let tokens: [String]
        let isInitials: Bool
        /// What else the word stands for.
        var meanings: [PlaceSearchVocabulary.Meaning] = []
    }

    private let words: [Word]
    /// The whole query in its search form, for exact names.
    private let key: String

    /// Nil when nothing in the text can be searched for.
    init?(_ text: String, _ vocabulary: PlaceSearchVocabulary = PlaceSearchVocabulary()) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(8).compactMap { part in
            let word = KoreanText.partingClusters(String(part))
            if KoreanText.isInitials(word) { return Word(tokens: KoreanText.queryTokens(word), isInitials: true) }
            let key = KoreanText.key(word)
            if key.isEmpty { return nil }
            if Self.isMark(word) { return Word(tokens: [Self.nowhere], isInitials: false) }
            return Word(tokens: KoreanText.queryTokens(key), isInitials: false, meanings: vocabulary[word])
        }
        key = words.contains { $0.tokens == [Self.nowhere] } ? Self.nowhere : KoreanText.key(text)
        if words.isEmpty { return nil }
    }

    /// Whether a word is like `<b>`: punctuation and one Latin letter or digit, which would match a third of all addresses.
    static func isMark(_ word: some StringProtocol) -> Bool {
        word.contains { $0.isPunctuation || $0.isSymbol } && KoreanText.key(String(word)).utf8.count == 1
    }

    /// A token that no place has: a search for it finds nothing.
    private static let nowhere = "zz0"

    /// All matches, as a full-text query of the engine.
    func match(_ scope: Scope, _ dialect: Dialect) -> String {
        let syntax = MatchSyntax(dialect: dialect)
        return scope.narrow(everywhere(syntax), syntax)
    }

    /// The matches by rank, best first: the exact name, names, dishes, the rest.
    func ranks(_ scope: Scope, _ dialect: Dialect) -> [String] {
        let syntax = MatchSyntax(dialect: dialect)
        let everywhere = everywhere(syntax)
        let exact = syntax.token(Self.exactToken(key))
        let named = syntax.any(words.map { syntax.phrase($0.tokens, in: $0.isInitials ? .initials : .name) })
        let plain = words.filter { !$0.isInitials }
        guard !plain.isEmpty else {
            return [scope.narrow(exact, syntax), scope.narrow(syntax.but(everywhere, not: [exact]), syntax)]
        }
        let served = syntax.any(plain.map { syntax.phrase($0.tokens, in: .dish) })
        // A single word is in one part of a place's texts; several may be in different parts.
        let isSingle = words.count == 1
        return [
            exact,
            syntax.but(isSingle ? named : syntax.all([everywhere, named]), not: [exact]),
            syntax.but(isSingle ? served : syntax.all([everywhere, served]), not: [exact, named]),
            syntax.but(everywhere, not: [exact, named, served]),
        ].map { scope.narrow($0, syntax) }
    }

    private func everywhere(_ syntax: MatchSyntax) -> String {
        syntax.all(
            words.map { word in
                if word.isInitials { return syntax.phrase(word.tokens, in: .initials) }
                let itself = syntax.anywhere(word.tokens)
                return word.meanings.isEmpty ? itself : syntax.any([itself] + word.meanings.map { meant($0, syntax) })
            }
        )
    }

    private func meant(_ meaning: PlaceSearchVocabulary.Meaning, _ syntax: MatchSyntax) -> String {
        switch meaning {
        case .kind(let kind): syntax.token(Self.facetToken("k", kind.rawValue))
        case .type(let name): syntax.token(Self.facetToken("c", name))
        case .dong(let name, let district):
            syntax.all([
                syntax.phrase(KoreanText.queryTokens(KoreanText.key(name)), in: .rest),
                syntax.token(Self.facetToken("d", district)),
            ])
        }
    }

    /// A token for a facet's value, safe in full-text syntax.
    static func facetToken(_ facet: String, _ value: String) -> String {
        "zz\(facet)" + value.utf8.map { String($0, radix: 16) }.joined()
    }

    /// A whole name as one token. PostgreSQL takes at most 2,046 bytes; nobody types longer names.
    static func exactToken(_ key: String) -> String { "x" + String(key.unicodeScalars.prefix(400)) }
}

extension PlaceSearch {
    /// Conditions on the facets and status, which the index knows besides words.
    struct Scope {
        /// The allowed values of each filtered facet.
        private let facets: [[String]]
        private let excluded: [String]

        /// - Parameter withFacets: whether the query's kind, districts and types are conditions.
        init(_ query: PlaceQuery, withFacets: Bool) {
            excluded =
                query.isEveryStatus
                ? []
                : [Place.Status.cancelled, .closed].map { PlaceSearch.facetToken("s", $0.rawValue) }
            var facets: [[String]] = []
            if withFacets {
                if let kind = query.kind { facets.append([PlaceSearch.facetToken("k", kind.rawValue)]) }
                facets.append(query.districts.map { PlaceSearch.facetToken("d", $0) })
                facets.append(query.types.map { PlaceSearch.facetToken("c", $0) })
            }
            self.facets = facets.filter { !$0.isEmpty }
        }

        fileprivate func narrow(_ match: String, _ syntax: MatchSyntax) -> String {
            syntax.but(
                syntax.all([match] + facets.map { syntax.any($0.map(syntax.token)) }),
                not: excluded.map(syntax.token)
            )
        }
    }
}

/// The full-text query languages: FTS5's (sqlite.org/fts5.html §3) and tsquery (PostgreSQL 15, 8.11).
private struct MatchSyntax {
    let dialect: Dialect

    func phrase(_ tokens: [String], in part: PlaceSearchText.Part) -> String {
        switch dialect {
        case .sqlite: "\"\(tokens.map { part.prefix + $0 }.joined(separator: " "))\""
        case .postgres: phrase(tokens, weights: part.weight)
        }
    }

    func anywhere(_ tokens: [String]) -> String {
        switch dialect {
        case .sqlite: any([PlaceSearchText.Part.name, .dish, .rest].map { phrase(tokens, in: $0) })
        case .postgres: phrase(tokens, weights: "ABC")
        }
    }

    func token(_ token: String) -> String { dialect == .sqlite ? "\"\(token)\"" : "'\(token)':D" }

    func all(_ terms: [String]) -> String { join(terms, dialect == .sqlite ? " AND " : " & ") }

    func any(_ terms: [String]) -> String { join(terms, dialect == .sqlite ? " OR " : " | ") }

    func but(_ term: String, not excluded: [String]) -> String {
        if excluded.isEmpty { return term }
        return dialect == .sqlite ? "(\(term) NOT \(any(excluded)))" : "(\(term) & !\(any(excluded)))"
    }

    private func phrase(_ tokens: [String], weights: String) -> String {
        "(" + tokens.map { "'\($0)':\(weights)" }.joined(separator: " <-> ") + ")"
    }

    private func join(_ terms: [String], _ operation: String) -> String {
        "(" + terms.joined(separator: operation) + ")"
    }
}
