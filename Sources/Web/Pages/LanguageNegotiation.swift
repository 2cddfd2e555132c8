import Templates

extension Language {
    /// The language of a request: `?lang`, then the stored preference, then Accept-Language, otherwise Korean.
    static func negotiated(query: String?, preference: String?, acceptLanguage: String?) -> Language {
        query.flatMap { Language(rawValue: $0) } ?? preference.flatMap { Language(rawValue: $0) }
            ?? acceptLanguage.flatMap { Language(accepting: $0) } ?? .korean
    }

    /// The language that an Accept-Language header prefers (RFC 9110 §12.5.4), or nil where it accepts neither. A range with
    /// its own quality overrides `*`, quality 0 refuses, and the first one wins a tie.
    private init?(accepting header: String) {
        let ranges = QualityList(header)
        let others = ranges.best(of: ["*"])?.quality ?? 0
        var named: [(language: Language, quality: Double)] = ranges.choices.compactMap { name, quality in
            Language(rawValue: String(name.prefix { $0 != "-" })).map { ($0, quality) }
        }
        for language in Language.allCases where !named.contains(where: { $0.language == language }) {
            named.append((language, others))
        }
        let best = named.reduce(nil as (language: Language, quality: Double)?) { best, next in
            next.quality > best?.quality ?? 0 ? next : best
        }
        guard let best else { return nil }
        self = best.language
    }
}
