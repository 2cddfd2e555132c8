/// A search that found nothing, so that staff see what people miss.
struct EmptySearch: ViewModel {
    let words: String
    let count: Int

    static let fields: [Field<EmptySearch>] = [.text("words") { $0.words }, .integer("number") { $0.count }]

    /// In characters; longer searches are counted without their words.
    static let maxLength = 40
    /// Different words a day; further searches are counted without theirs.
    static let maxPerDay = 200
    static let keptDays = 90

    /// The words as search reads them: letters and digits only, in NFKC and lower case. Nil for what must not be kept: possible
    /// e-mail addresses, phone and identity numbers, and what is too long for a name or a dish.
    static func normalized(_ typed: String) -> String? {
        let text = typed.precomposedStringWithCompatibilityMapping
        let digits = text.unicodeScalars.count { $0.properties.numericType == .decimal }
        guard !text.utf8.contains(UInt8(ascii: "@")), digits < 7 else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace).map { KoreanText.key(String($0)) }
            .filter { !$0.isEmpty }.joined(separator: " ")
        return (1...maxLength).contains(words.count) ? words : nil
    }

    static let sweep: AccountSweep.Task = { transaction, now, limit in
        let oldest = SeoulDay(now).advanced(by: -keptDays)
        return try transaction.deleteEmptySearches(before: oldest, atMost: limit)
    }
}
