import Foundation

/// Prepares Korean and other text for finding parts of words: syllable bigrams, single syllables, initial consonants.
enum KoreanText {
    /// Letters and digits alone, in NFKC and lower case, so that spacing and punctuation cannot keep a match apart.
    static func key(_ text: String) -> String {
        var key = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        where isWordScalar(scalar) {
            key.append(scalar)
        }
        return String(key)
    }

    /// What the index holds for one value: its bigrams in order, then each character alone under a mark of its own, so
    /// that a word of one syllable is a plain look-up. Tokens of a value are parted from the next value's.
    static func indexTokens(_ value: String) -> [String] {
        let scalars = Array(key(value).unicodeScalars)
        guard !scalars.isEmpty else { return [] }
        let singles = Set(scalars).map { single($0) }.sorted()
        return bigrams(scalars) + [separator] + singles + [separator]
    }

    /// What a word of a query is looked up by: bigrams that must follow each other, or one marked character.
    static func queryTokens(_ word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        if scalars.count == 1, let only = scalars.first { return [single(only)] }
        return bigrams(scalars)
    }

    /// ㅅㄹㅌ for 설렁탕; other letters stay as they are.
    static func initials(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in key(text).unicodeScalars {
            let offset = Int(scalar.value) - 0xAC00
            if (0..<11_172).contains(offset) {
                result.append(consonants[offset / 588])
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Two consonants that a keyboard joined (ㄳ for ㄱㅅ) parted again: no syllable begins with such a pair.
    static func partingClusters(_ word: String) -> String {
        guard word.unicodeScalars.contains(where: { clusters[$0] != nil }) else { return word }
        return word.unicodeScalars.map { clusters[$0] ?? String($0) }.joined()
    }

    /// What stands before the letters that are still being put together: `냉` of `냉ㅁ` and of `냉며`, which both become
    /// `냉면`. Nil where nothing would be left.
    static func beforeUnfinished(_ text: String) -> String? {
        var scalars = Array(text.unicodeScalars)
        let count = scalars.count
        while let last = scalars.last, jamo.contains(last.value) { scalars.removeLast() }
        if scalars.count == count, let last = scalars.last, (0xAC00...0xD7A3).contains(last.value) {
            scalars.removeLast()
        }
        guard scalars.count < count else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let rest = String(view).trimmed
        return rest.isEmpty ? nil : rest
    }

    /// The block of compatibility letters (The Unicode Standard, "Hangul Compatibility Jamo").
    private static let jamo: ClosedRange<UInt32> = 0x3131...0x318E

    private static let clusters: [Unicode.Scalar: String] = [
        "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ",
        "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
    ]

    /// Whether a word is written in initial consonants alone.
    static func isInitials(_ word: String) -> Bool {
        !word.isEmpty && word.unicodeScalars.allSatisfy { consonants.contains($0) }
    }

    /// The 19 initial consonants in the order of Unicode's syllables (The Unicode Standard, 3.12), as the compatibility
    /// letters that keyboards type.
    private static let consonants: [Unicode.Scalar] = [
        "ㄱ", "ㄲ", "ㄴ", "ㄷ", "ㄸ", "ㄹ", "ㅁ", "ㅂ", "ㅃ",
        "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅉ", "ㅊ", "ㅋ", "ㅌ", "ㅍ",
        "ㅎ",
    ]

    /// Three characters long like every mark: bigrams never are.
    private static let separator = "zzz"

    private static func single(_ scalar: Unicode.Scalar) -> String { "qq\(scalar)" }

    private static func bigrams(_ scalars: [Unicode.Scalar]) -> [String] {
        zip(scalars, scalars.dropFirst()).map { "\($0)\($1)" }
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
