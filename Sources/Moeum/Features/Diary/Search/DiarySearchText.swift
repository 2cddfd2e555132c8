import Foundation

/// The columns that are made of an entry's words: by which it is listed and found.
struct DiaryTextColumns: Sendable, Equatable {
    let title: String
    let searchKey: String
    let initials: String

    init(text: String, title: String, placeName: String) {
        self.title = title
        searchKey = DiarySearchText.folded("\(text)\n\(placeName)")
        initials = KoreanText.initials("\(title) \(placeName)")
    }

    init(_ entry: DiaryEntry) { self.init(text: entry.text, title: entry.title, placeName: entry.placeName) }
}

enum DiarySearchText {
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
