/// The two languages of the site; Korean is the default.
public enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// What a request asks for: `?lang`, then the stored preference, then Accept-Language, Korean otherwise.
    public static func negotiated(query: String?, preference: String?, acceptLanguage: String?) -> Language {
        query.flatMap { Language(rawValue: $0) } ?? preference.flatMap { Language(rawValue: $0) }
            ?? acceptLanguage.flatMap { Language(accepting: $0) } ?? .korean
    }

    /// The language an Accept-Language header likes best (RFC 9110 §12.5.4), or nil when it takes neither. A range
    /// with its own quality beats `*`, quality 0 refuses, and the one named first wins a tie.
    private init?(accepting header: String) {
        var named: [(language: Language, quality: Double)] = []
        var others = 0.0
        for range in header.split(separator: ",").prefix(20) {
            let parts = range.split(separator: ";").map { String($0).trimmed.lowercased() }
            guard let tag = parts.first, let quality = Self.quality(parts.dropFirst()) else { continue }
            if tag == "*" {
                others = quality
            } else if let language = Language(rawValue: String(tag.prefix { $0 != "-" })) {
                named.append((language, quality))
            }
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

    /// Nil for a quality that is no number from 0 to 1, which makes the whole range count for nothing.
    private static func quality(_ parameters: ArraySlice<String>) -> Double? {
        guard let text = parameters.first(where: { $0.hasPrefix("q=") })?.dropFirst(2) else { return 1 }
        guard let number = Double(text), (0...1).contains(number) else { return nil }
        return number
    }
}

/// The colour scheme; `auto` follows the device.
public enum Theme: String, Sendable, CaseIterable {
    case auto, light, dark
}
