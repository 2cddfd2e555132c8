import Foundation

/// Prepares text, Korean in particular, for finding parts of words: syllable bigrams, single syllables, initial consonants.
enum KoreanText {
    /// Letters and digits only, in NFKC and lower case, so that spacing and punctuation do not prevent a match.
    static func key(_ text: String) -> String {
        if let key = plainKey(text) { return key }
        let normal = text.precomposedStringWithCompatibilityMapping.lowercased()
        return String(normal.unicodeScalars.filter(isWordScalar))
    }

    /// The same of a text of Hangul syllables and ASCII, which have no other forms; nil of any other text. Nearly all words are
    /// such, and normalizing costs many times as much.
    static func plainKey(_ text: String) -> String? {
        var key = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "가"..."힣", "a"..."z", "0"..."9": key.append(scalar)
            case "A"..."Z": key.append(Unicode.Scalar(UInt8(scalar.value) + 32))
            case "\0"..."\u{7F}": break
            default: return nil
            }
        }
        return String(key)
    }

    /// The tokens of a value in the index: its bigrams in order, then each character with a mark, so that a word of one
    /// syllable is found by a single token. A separator follows each value.
    static func indexTokens(_ value: String) -> [String] {
        let scalars = Array(key(value).unicodeScalars)
        guard !scalars.isEmpty else { return [] }
        let singles = Set(scalars).map { single($0) }.sorted()
        return bigrams(scalars) + [separator] + singles + [separator]
    }

    /// The tokens that a query's word is searched by: bigrams that must follow each other, or one marked character.
    static func queryTokens(_ word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        if scalars.count == 1, let only = scalars.first { return [single(only)] }
        return bigrams(scalars)
    }

    /// The initial consonants of a text: ㅅㄹㅌ for 설렁탕; other letters stay as they are.
    static func initials(_ text: String) -> String {
        let initials = key(text).unicodeScalars.map { scalar in
            let offset = Int(scalar.value) - 0xAC00
            return (0..<11_172).contains(offset) ? consonants[offset / 588] : scalar
        }
        return String(String.UnicodeScalarView(initials))
    }

    /// What the words of a name begin with: their first character, and their first two.
    static func beginnings(_ name: String) -> [String] {
        name.split { !$0.isLetter && !$0.isNumber }.flatMap { word in
            let scalars = Array(key(String(word)).unicodeScalars.prefix(2))
            return scalars.indices.map { String(String.UnicodeScalarView(scalars[...$0])) }
        }
    }

    /// Splits two consonants that a keyboard joined (ㄳ into ㄱㅅ): no syllable begins with such a pair.
    static func partingClusters(_ word: String) -> String {
        guard word.unicodeScalars.contains(where: { clusters[$0] != nil }) else { return word }
        return word.unicodeScalars.map { clusters[$0] ?? String($0) }.joined()
    }

    /// The text without the syllable that is still being typed: `냉` for `냉ㅁ` and for `냉며`, both on the way to `냉면`. Nil where
    /// nothing would be left.
    static func beforeUnfinished(_ text: String) -> String? {
        var scalars = text.unicodeScalars
        let count = scalars.count
        while let last = scalars.last, jamo.contains(last.value) { scalars.removeLast() }
        if scalars.count == count, let last = scalars.last, (0xAC00...0xD7A3).contains(last.value) {
            scalars.removeLast()
        }
        guard scalars.count < count else { return nil }
        let rest = String(scalars).trimmed
        return rest.isEmpty ? nil : rest
    }

    /// The block of compatibility letters (The Unicode Standard, "Hangul Compatibility Jamo").
    private static let jamo: ClosedRange<UInt32> = 0x3131...0x318E

    private static let clusters: [Unicode.Scalar: String] = [
        "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ",
        "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
    ]

    static func isInitials(_ word: String) -> Bool {
        !word.isEmpty && word.unicodeScalars.allSatisfy { consonants.contains($0) }
    }

    /// The 19 initial consonants in the order of Unicode's syllables (The Unicode Standard, 3.12), as the compatibility
    /// letters that keyboards type.
    static let consonants: [Unicode.Scalar] = [
        "ㄱ", "ㄲ", "ㄴ", "ㄷ", "ㄸ", "ㄹ", "ㅁ", "ㅂ", "ㅃ",
        "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅉ", "ㅊ", "ㅋ", "ㅌ", "ㅍ",
        "ㅎ",
    ]

    /// The number of a lone initial consonant; nil for everything else.
    static func initialNumber(_ scalar: Unicode.Scalar) -> Int? { consonants.firstIndex(of: scalar) }

    /// Three characters long like every marked token: bigrams never are.
    static let separator = "zzz"

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
