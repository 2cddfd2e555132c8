/// The two languages of the site; Korean is the default.
public enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// What a request asks for: `?lang`, then the stored preference, then Accept-Language, Korean otherwise.
    public static func negotiated(query: String?, preference: String?, acceptLanguage: String?) -> Language {
        query.flatMap { Language(rawValue: $0) } ?? preference.flatMap { Language(rawValue: $0) }
            ?? acceptLanguage.flatMap { Language(accepting: $0) } ?? .korean
    }

    /// The language an Accept-Language header likes best (RFC 9110 §12.5.4), or nil when it names neither.
    private init?(accepting header: String) {
        var best: (language: Language, quality: Double)?
        for range in header.split(separator: ",").prefix(20) {
            let parts = range.split(separator: ";").map { String($0).trimmed }
            guard let tag = parts.first?.lowercased(), let primary = tag.split(separator: "-").first,
                let language = Language(rawValue: String(primary))
            else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if quality > 0, quality > best?.quality ?? 0 { best = (language, quality) }
        }
        guard let best else { return nil }
        self = best.language
    }
}

/// The colour scheme; `auto` follows the device.
public enum Theme: String, Sendable, CaseIterable {
    case auto, light, dark
}
