/// What is looked for in a diary, from an address. Invalid values are ignored.
struct DiarySearchQuery: Sendable, Equatable {
    /// What entries are about.
    enum Kind: String, Sendable, CaseIterable {
        case restaurant, bookshop
        /// No place.
        case words
    }

    /// What is wrong with words; the raw value is its code.
    enum Problem: String, Sendable, CaseIterable {
        case tooLong = "too-long"
        case tooManyWords = "too-many-words"

        /// Nil for words that can be looked for.
        init?(_ text: String) {
            if text.count > DiarySearchQuery.maxLength {
                self = .tooLong
            } else if DiarySearchTerm.terms(text).count > DiarySearchQuery.maxWords {
                self = .tooManyWords
            } else {
                return nil
            }
        }

        /// The key of its words.
        var key: String { "diary.search-\(rawValue)" }
    }

    static let pageSize = 20
    /// In grapheme clusters.
    static let maxLength = 80
    /// Each is one more way through all texts.
    static let maxWords = 8

    let text: String
    let kind: Kind?
    /// The first and the last day, `yyyy-MM-dd`.
    let from: String?
    let to: String?
    let after: DiaryCursor?

    /// - Parameter items: decoded names and values.
    init(_ items: [(name: String, value: String)]) {
        func first<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
            items.filter { $0.name == name }.compactMap { read($0.value.trimmed) }.first
        }
        func day(_ name: String) -> String? { first(name) { SeoulTime.isDay($0) ? $0 : nil } }
        text = first("q") { $0.isEmpty ? nil : $0 } ?? ""
        kind = first("kind", Kind.init)
        (from, to) = (day("from"), day("to"))
        after = first("after", DiaryCursor.init)
    }

    /// Whether it ends before it begins.
    var isBackwards: Bool { if let from, let to { from > to } else { false } }
    /// Why the words are not looked for; nil where they are.
    var problem: Problem? { Problem(text) }
    var isNarrowed: Bool { kind != nil || from != nil || to != nil }
    /// Whether there is anything to look for.
    var isEmpty: Bool { text.isEmpty && !isNarrowed }

    /// - Parameter after: the last entry of the page before.
    func address(after: DiaryCursor? = nil) -> String {
        var items: [(name: String, value: String)] = []
        items.add("q", text.isEmpty ? nil : text)
        items.add("kind", kind?.rawValue)
        items.add("from", from)
        items.add("to", to)
        items.add("after", after?.text)
        return items.address("/diary/search")
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
                key: DiaryText.folded(String(word)),
                initials: KoreanText.isInitials(initials) ? initials : nil
            )
            return seen.insert(term).inserted ? term : nil
        }
    }
}
