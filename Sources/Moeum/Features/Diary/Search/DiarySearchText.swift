import Foundation

/// The texts by which entries are found.
enum DiarySearchText {
    static func key(text: String, place: String) -> String { folded("\(text)\n\(place)") }

    static func initials(title: String, place: String) -> String { KoreanText.initials("\(title) \(place)") }

    /// A text in the one form in which it is compared.
    static func folded(_ text: String) -> String {
        // Hangul syllables and ASCII have no other form, and normalizing costs many times as much.
        let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII || (0xAC00...0xD7A3).contains($0.value) }
        return isPlain ? text.lowercased() : text.precomposedStringWithCompatibilityMapping.lowercased()
    }
}

/// A word of a search in the diary.
struct DiarySearchTerm: Sendable, Hashable {
    /// As in the texts that are searched.
    let key: String
    /// The initial consonants that the word consists of; nil for other words.
    let initials: String?

    /// The words of a query, each once.
    static func terms(_ text: String) -> [DiarySearchTerm] {
        var seen: Set<DiarySearchTerm> = []
        return text.split(whereSeparator: \.isWhitespace).compactMap { word in
            let initials = KoreanText.partingClusters(String(word))
            let term = DiarySearchTerm(
                key: DiarySearchText.folded(String(word)),
                initials: KoreanText.isInitials(initials) ? initials : nil
            )
            return seen.insert(term).inserted ? term : nil
        }
    }
}
