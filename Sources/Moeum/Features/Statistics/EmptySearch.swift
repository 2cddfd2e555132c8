/// A search that found nothing, so that staff see what people miss.
enum EmptySearch {
    /// In characters; longer ones are counted without their words.
    static let maxLength = 40
    /// Different words a day; further ones are counted without.
    static let maxPerDay = 200
    /// Days for which words are kept.
    static let keptDays = 90

    /// As search reads them: letters and digits alone, in NFKC and lower case. Nil for what is not to be kept: what may be
    /// an e-mail address or the number of a phone or a person, and what is too long for a name or a dish.
    static func words(_ typed: String) -> String? {
        let text = typed.precomposedStringWithCompatibilityMapping
        guard !text.contains("@"), text.unicodeScalars.count(where: isDigit) < 7 else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace).map { KoreanText.key(String($0)) }
            .filter { !$0.isEmpty }.joined(separator: " ")
        return (1...maxLength).contains(words.count) ? words : nil
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

    /// Removes words that are past their time.
    static let sweep: AccountSweep.Task = { transaction, now, limit in
        let oldest = SeoulDay(now).advanced(by: -keptDays)
        return try transaction.deleteEmptySearches(before: oldest, atMost: limit)
    }
}
