/// Finds places by words. Every word must match some text of the place; names rank before dishes, dishes before the rest.
/// Besides the database adapters, only this code distinguishes the engines.
struct PlaceSearch: Sendable {
    /// One word in its search form; initial consonants stay as typed.
    private struct Word {
        let tokens: [String]
        var key = ""
        var isInitials = false
        /// What else the word stands for.
        var meanings: [PlaceSearchVocabulary.Meaning] = []
        var isArea = false
        /// Whether the word itself counts too, not its meanings alone.
        var isLiteral = true
        /// Longer texts in which the word is no word of its own, in the form of keys.
        var across: [String] = []

        /// A word of one or two characters says little: where it begins a word it is likelier to be meant.
        var isShort: Bool { isLiteral && !isInitials && (1...2).contains(key.unicodeScalars.count) }
        /// Whether it may be a road in Latin letters, which addresses have as one token.
        var isLatinRoad: Bool { ["ro", "gil"].contains(where: key.hasSuffix) && key.utf8.allSatisfy { $0 < 0x80 } }

        /// Whether it says what the place is, not only where or of which kind or type.
        var isContent: Bool {
            !isArea
                && (meanings.isEmpty
                    || meanings.contains { meaning in
                        switch meaning {
                        case .spelling, .dish, .menu: true
                        case .kind, .type, .dong: false
                        }
                    })
        }
    }

    private let words: [Word]
    /// The whole query in its search form, for exact names.
    private let key: String

    /// Nil when nothing in the text can be searched for.
    init?(_ text: String, _ vocabulary: PlaceSearchVocabulary = PlaceSearchVocabulary()) {
        self.init(vocabulary.understanding(of: text, withStations: false))
    }

    init?(_ understanding: QueryUnderstanding) {
        words = understanding.words.compactMap { typed in
            let word = KoreanText.partingClusters(typed.text)
            if KoreanText.isInitials(word) { return Word(tokens: KoreanText.queryTokens(word), isInitials: true) }
            let key = KoreanText.key(word)
            if key.isEmpty { return nil }
            if Self.isMark(word) { return Word(tokens: [Self.nowhere]) }
            return Word(
                tokens: KoreanText.queryTokens(key),
                key: key,
                meanings: typed.meanings,
                isArea: typed.isArea,
                isLiteral: !typed.isWholeMenu,
                across: typed.across
            )
        }
        let text = understanding.rest ?? ""
        key = words.contains { $0.tokens == [Self.nowhere] } ? Self.nowhere : KoreanText.key(text)
        if words.isEmpty { return nil }
    }

    /// Whether a word is like `<b>`: punctuation and one Latin letter or digit, which would match a third of all addresses, or
    /// a whole tag.
    static func isMark(_ word: some StringProtocol) -> Bool {
        guard word.contains(where: { $0.isPunctuation || $0.isSymbol }) else { return false }
        if word.first == "<", word.last == ">", word.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        return KoreanText.key(String(word)).utf8.count == 1
    }

    /// A token that no place has: a search for it finds nothing.
    private static let nowhere = "zz0"

    /// All matches, as a full-text query of the engine.
    func match(_ scope: Scope, _ dialect: Dialect) -> String {
        let syntax = MatchSyntax(dialect: dialect)
        return scope.narrow(everywhere(syntax), syntax)
    }

    /// The matches by rank, best first: the exact name, a phone's tail, names, dishes, the rest. A place stands in the first
    /// rank that it fits.
    func ranks(_ dialect: Dialect) -> [String] {
        let syntax = MatchSyntax(dialect: dialect)
        let everywhere = everywhere(syntax)
        let exact = syntax.token(Self.exactToken(key))
        let content = words.filter(\.isContent)
        // A single word is in one part of a place's texts; several may be in different parts.
        func within(_ part: String) -> String { words.count == 1 ? part : syntax.all([everywhere, part]) }
        if content.isEmpty {
            let placed = syntax.all(words.map { $0.isArea ? area($0, syntax) : anywhere($0, syntax) })
            let named = syntax.any(words.map { self.named($0, syntax) })
            return [exact, syntax.all([placed, named]), placed, everywhere]
        }
        let named = syntax.any(content.map { self.named($0, syntax) })
        let plain = content.filter { !$0.isInitials }
        let served = plain.isEmpty ? [] : [within(syntax.any(plain.map { self.served($0, syntax) }))]
        guard words.count > 1 else {
            return [exact] + phoneTail(syntax) + beginnings(syntax) + [named] + wholeMenu(syntax) + served + [
                everywhere
            ]
        }
        let tokens = KoreanText.queryTokens(key)
        let whole = key == Self.nowhere ? [] : [syntax.phrase(tokens, in: .name), syntax.phrase(tokens, in: .rest)]
        let allNamed = syntax.all(words.map { $0.isContent ? self.named($0, syntax) : anywhere($0, syntax) })
        return [exact] + whole + [allNamed, within(named)] + served + [everywhere]
    }

    /// The matches of each rank alone.
    func ranks(_ scope: Scope, _ dialect: Dialect) -> [String] {
        let syntax = MatchSyntax(dialect: dialect)
        var before: [String] = []
        return ranks(dialect).map { rank in
            defer { before.append(rank) }
            return scope.narrow(before.isEmpty ? rank : syntax.but(rank, not: before), syntax)
        }
    }

    /// A number of four digits or more at the end of a text, as of a phone.
    private func phoneTail(_ syntax: MatchSyntax) -> [String] {
        guard key.utf8.count >= 4, key.utf8.allSatisfy({ (48...57).contains($0) }) else { return [] }
        return [syntax.phrase(KoreanText.queryTokens(key) + [KoreanText.separator], in: .rest)]
    }

    /// A short word at the beginning of a word of the name.
    private func beginnings(_ syntax: MatchSyntax) -> [String] {
        guard let word = words.first, word.isShort else { return [] }
        return [syntax.token(Self.beginningToken(word.key))]
    }

    /// A short word that is all of the menu.
    private func wholeMenu(_ syntax: MatchSyntax) -> [String] {
        guard let word = words.first, word.isShort else { return [] }
        if word.key.unicodeScalars.count == 1 { return [meant(.menu(word.key), syntax)] }
        return [syntax.phrase([KoreanText.separator] + word.tokens + [KoreanText.separator], in: .dish)]
    }

    private func everywhere(_ syntax: MatchSyntax) -> String { syntax.all(words.map { anywhere($0, syntax) }) }

    private func anywhere(_ word: Word, _ syntax: MatchSyntax) -> String {
        if word.isInitials { return syntax.phrase(word.tokens, in: .initials) }
        let exact = word.isLiteral && !word.isLatinRoad ? [] : [syntax.token(Self.exactToken(word.key))]
        let beginning = word.across.isEmpty ? [] : [syntax.token(Self.beginningToken(word.key))]
        let texts: [PlaceSearchText.Part] = word.isLiteral ? [.name, .dish, .rest, .about] : []
        let itself = syntax.any(exact + beginning + texts.map { self.itself(word, in: $0, syntax) })
        return word.meanings.isEmpty ? itself : syntax.any([itself] + word.meanings.map { meant($0, syntax) })
    }

    /// A word in a part of the texts, but not across two words that are known.
    private func itself(_ word: Word, in part: PlaceSearchText.Part, _ syntax: MatchSyntax) -> String {
        syntax.but(
            syntax.phrase(word.tokens, in: part),
            not: word.across.map { syntax.phrase(KoreanText.queryTokens($0), in: part) }
        )
    }

    /// A word in the name.
    private func named(_ word: Word, _ syntax: MatchSyntax) -> String {
        if word.isInitials { return syntax.phrase(word.tokens, in: .initials) }
        let itself = word.isLiteral ? self.itself(word, in: .name, syntax) : syntax.token(Self.exactToken(word.key))
        let spellings = word.meanings.compactMap { meaning in
            if case .spelling(let text) = meaning { syntax.phrase(Self.tokens(text), in: .name) } else { nil }
        }
        return syntax.any([itself] + spellings)
    }

    /// A word in the menu or the business type.
    private func served(_ word: Word, _ syntax: MatchSyntax) -> String {
        let itself = word.isLiteral ? [self.itself(word, in: .dish, syntax)] : []
        return syntax.any(
            itself
                + word.meanings.compactMap { meaning in
                    switch meaning {
                    case .spelling(let text), .dish(let text): syntax.phrase(Self.tokens(text), in: .dish)
                    case .menu, .type: meant(meaning, syntax)
                    case .kind, .dong: nil
                    }
                }
        )
    }

    /// A district or dong in the address.
    private func area(_ word: Word, _ syntax: MatchSyntax) -> String {
        let dongs = word.meanings.filter { if case .dong = $0 { true } else { false } }
        return syntax.any([syntax.phrase(word.tokens, in: .rest)] + dongs.map { meant($0, syntax) })
    }

    private static func tokens(_ text: String) -> [String] { KoreanText.queryTokens(KoreanText.key(text)) }

    private func meant(_ meaning: PlaceSearchVocabulary.Meaning, _ syntax: MatchSyntax) -> String {
        switch meaning {
        case .kind(let kind): syntax.token(Self.facetToken("k", kind.rawValue))
        case .type(let name): syntax.token(Self.facetToken("c", name))
        case .dong(let name, let district):
            syntax.all([syntax.phrase(Self.tokens(name), in: .rest), syntax.token(Self.facetToken("d", district))])
        case .spelling(let text):
            syntax.any([.name, .dish].map { syntax.phrase(Self.tokens(text), in: $0) })
        case .dish(let text): syntax.phrase(Self.tokens(text), in: .dish)
        // After the business type, between the ends of both values.
        case .menu(let text):
            syntax.phrase(
                [KoreanText.separator, KoreanText.separator] + Self.tokens(text) + [KoreanText.separator],
                in: .dish
            )
        }
    }

    /// Listed places whose names hold the whole query.
    func wholeName(_ dialect: Dialect) -> String {
        let syntax = MatchSyntax(dialect: dialect)
        let whole = syntax.phrase(KoreanText.queryTokens(key), in: .name)
        return Scope(PlaceQuery(), withFacets: false).narrow(whole, syntax)
    }

    /// Listed places whose names have what stands before and after some character of a mistyped name.
    static func similarNames(_ key: String, _ dialect: Dialect) -> String {
        let syntax = MatchSyntax(dialect: dialect)
        let scalars = Array(key.unicodeScalars)
        let ways = scalars.indices.map { wrong in
            let rests = [scalars[..<wrong], scalars[(wrong + 1)...]].filter { !$0.isEmpty }
            return syntax.all(
                rests.map { rest in
                    syntax.phrase(KoreanText.queryTokens(String(String.UnicodeScalarView(rest))), in: .name)
                }
            )
        }
        return Scope(PlaceQuery(), withFacets: false).narrow(syntax.any(ways), syntax)
    }

    /// A token for a facet's value, safe in full-text syntax.
    static func facetToken(_ facet: String, _ value: String) -> String {
        "zz\(facet)" + value.utf8.map { String($0, radix: 16) }.joined()
    }

    /// A whole name as one token. PostgreSQL takes at most 2,046 bytes; nobody types longer names.
    static func exactToken(_ key: String) -> String { "x" + String(key.unicodeScalars.prefix(400)) }

    /// What a word of a name begins with.
    static func beginningToken(_ key: String) -> String { "b\(key)" }
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
