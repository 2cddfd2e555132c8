import Foundation

/// Normalises the texts of all sources.
enum ImportText {
    /// The greatest length of a fact, in bytes.
    static let maxLength = 4_096

    /// NFC, single spaces, no control characters, trimmed, HTML's entities decoded; empty for what stands where nothing is
    /// known, such as `-` or `null`. Nil for a text that is no fact of a place, and for one that would be slow to compose.
    static func tidy(_ text: String) -> String? {
        guard text.utf8.count <= maxLength, !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
        // Some sources escape what is escaped already.
        let plain = decodingEntities(decodingEntities(text))
        guard !InvisibleCharacters.isUnsafeToCompose(plain.unicodeScalars) else { return nil }
        let words = plain.precomposedStringWithCanonicalMapping.unicodeScalars
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        let tidy = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return isPlaceholder(tidy) ? "" : tidy
    }

    private static func isPlaceholder(_ text: String) -> Bool {
        guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else { return true }
        return ["null", "(null)", "undefined", "nan", "n/a", "#n/a"].contains(text.lowercased())
    }

    /// `&amp;` as `&`, and the other entities that names come with.
    private static func decodingEntities(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let entity = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,4}));/.matchingSemantics(.unicodeScalar)
        return text.replacing(entity) { match in
            let number = match.output.1.map { UInt32($0) } ?? match.output.2.map { UInt32($0, radix: 16) }
            let scalar = number.map { $0.flatMap { Unicode.Scalar($0) } } ?? match.output.3.map { entities[String($0)] }
            return (scalar ?? nil).map { String(Character($0)) } ?? String(match.output.0)
        }
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]

    /// Full-width digits and signs as their plain forms.
    static func plain(_ text: String) -> String { text.precomposedStringWithCompatibilityMapping }

    /// A day in the form `yyyy-MM-dd`, from `2024-03-05`, `20240305`, `2024.03.05`, `2024. 3. 5.`, `2024/3/5` or
    /// `2024년 3월 5일`, and a time behind it or none; nil for what is no day.
    static func day(_ text: String) -> String? {
        let form =
            #/
            (\d{4})(?:\s?[-./\u{2010}-\u{2013}년]\s?(\d{1,2})\s?[-./\u{2010}-\u{2013}월]\s?(\d{1,2})(?:\.|\s?일)?
                |(\d{2})(\d{2}))
            (?:(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?
            /#
        guard let match = plain(text).wholeMatch(of: form.asciiOnlyDigits()),
            let month = match.output.2 ?? match.output.4, let day = match.output.3 ?? match.output.5
        else { return nil }
        let parts = [month, day].map { $0.count == 1 ? "0\($0)" : String($0) }
        let whole = "\(match.output.1)-\(parts[0])-\(parts[1])"
        return SeoulTime.isDay(whole) ? whole : nil
    }
}
