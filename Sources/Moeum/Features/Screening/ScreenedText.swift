import Foundation

/// A text in the form that is searched for blocked words: its letters in one form whatever tricks they were typed with, and the
/// gaps between them.
///
/// Wide, circled and other forms of a letter become that letter (NFKD), upper case becomes lower case, accents and invisible
/// characters are removed, letters of other scripts that look Latin become Latin, and Hangul is split into single letters, so
/// that a syllable equals its letters one by one. Each letter keeps where a unit (a syllable, or a letter by itself) begins and
/// which gap was before that unit.
struct ScreenedText: Sendable, Equatable {
    /// The gap between two units.
    enum Gap: UInt8, Sendable, Comparable {
        case none
        /// A sign that is put into words to split them, such as `*` or `-`.
        case sign
        /// A space, the end of a line or sentence, an emoji.
        case blank

        static func < (one: Gap, other: Gap) -> Bool { one.rawValue < other.rawValue }
    }

    /// How a script writes words.
    enum Kind: UInt8, Sendable {
        /// Letters, with spaces between words.
        case letters
        case digits
        /// Syllables or ideographs, with endings attached to words.
        case syllables
    }

    struct Letter: Sendable, Equatable {
        let value: UInt32
        let kind: Kind
        /// Whether a unit begins with it.
        let isStart: Bool
        /// The gap before the unit that it begins.
        let gap: Gap
    }

    private(set) var letters: [Letter] = []

    init(_ text: String) {
        letters.reserveCapacity(text.utf8.count)
        var state = Reader()
        for scalar in text.unicodeScalars {
            if let plain = FoldedScalar(scalar) {
                plain.forEach { state.append($0, &letters) }
            } else {
                for part in Self.folded(scalar).unicodeScalars { state.append(part, &letters) }
            }
        }
    }

    /// Equal for texts that count as the same word.
    var key: String {
        var key = String.UnicodeScalarView()
        for letter in letters { if let scalar = Unicode.Scalar(letter.value) { key.append(scalar) } }
        return String(key)
    }

    func isEnd(_ index: Int) -> Bool { index + 1 == letters.count || letters[index + 1].isStart }

    /// Decomposed, in lower case, so that ß equals ss and both sigmas are equal. Scalar by scalar: marks are removed anyway, so
    /// their order does not matter.
    private static func folded(_ scalar: Unicode.Scalar) -> String {
        let decomposed = String(scalar).decomposedStringWithCompatibilityMapping
        return decomposed.lowercased().uppercased().lowercased().decomposedStringWithCompatibilityMapping
    }
}

/// A fast path for common scalars, which need no look-up in Unicode's tables.
private struct FoldedScalar {
    private let first: Unicode.Scalar
    private let others: (UInt32, UInt32)

    /// Nil where the tables are needed.
    init?(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x41...0x5A: first = Unicode.Scalar(UInt8(value + 0x20))
        // Without scalars that decompose in other ways, and without upper case.
        case 0..<0x80, 0x200B...0x200D, 0xFE0F, 0x3041...0x3096, 0x4E00...0x9FFF, 0x1F300...0x1FAFF: first = scalar
        case 0xAC00...0xD7A3:
            let index = value - 0xAC00
            guard let lead = Unicode.Scalar(0x1100 + index / 588) else { return nil }
            first = lead
            others = (0x1161 + index % 588 / 28, index % 28 == 0 ? 0 : 0x11A7 + index % 28)
            return
        default: return nil
        }
        others = (0, 0)
    }

    func forEach(_ body: (Unicode.Scalar) -> Void) {
        body(first)
        if others.0 > 0, let scalar = Unicode.Scalar(others.0) { body(scalar) }
        if others.1 > 0, let scalar = Unicode.Scalar(others.1) { body(scalar) }
    }
}

extension ScreenedText {
    /// Reads scalars one by one.
    private struct Reader {
        private var gap = Gap.none
        /// The role of the last scalar, where Hangul may continue the syllable.
        private var syllable = Hangul.Part.none

        mutating func append(_ scalar: Unicode.Scalar, _ letters: inout [Letter]) {
            let value = scalar.value
            if value < 0x80 { return appendASCII(UInt8(value), &letters) }
            if value >= 0x1F300, value <= 0x1FAFF { return part(.blank) }
            if let part = Hangul.part(value) { return appendHangul(value, part, &letters) }
            if Lookalikes.fillers.contains(value) || InvisibleCharacters.contains(scalar) {
                // Line and paragraph separators count as invisible too.
                if scalar.properties.isWhitespace { part(.blank) }
                return
            }
            if Lookalikes.signs.contains(value) { return part(.sign) }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: return
            case .decimalNumber, .letterNumber, .otherNumber: begin(value, .digits, &letters)
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter:
                begin(Lookalikes.latin[value] ?? value, .letters, &letters)
            case .otherLetter: begin(value, Self.isSyllabic(value) ? .syllables : .letters, &letters)
            case .dashPunctuation, .connectorPunctuation: part(.sign)
            default: part(.blank)
            }
        }

        private mutating func appendASCII(_ byte: UInt8, _ letters: inout [Letter]) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): begin(UInt32(byte), .letters, &letters)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): begin(UInt32(byte), .digits, &letters)
            default: part(Self.breakers.contains(byte) ? .sign : .blank)
            }
        }

        /// Signs between letters that only serve to hide a word.
        private static let breakers = Set("-_*/\\|+=#@&'`$%".utf8)

        private mutating func appendHangul(_ value: UInt32, _ part: Hangul.Part, _ letters: inout [Letter]) {
            let goesOn = gap == .none && part.follows(syllable)
            for (index, letter) in Hangul.letters(value).enumerated() {
                let isStart = index == 0 && !goesOn
                letters.append(
                    Letter(value: letter, kind: .syllables, isStart: isStart, gap: isStart ? gap : .none)
                )
            }
            (gap, syllable) = (.none, part)
        }

        private mutating func begin(_ value: UInt32, _ kind: Kind, _ letters: inout [Letter]) {
            letters.append(Letter(value: value, kind: kind, isStart: true, gap: gap))
            (gap, syllable) = (.none, .none)
        }

        private mutating func part(_ new: Gap) {
            gap = max(gap, new)
            syllable = .none
        }

        /// Chinese characters and Japanese kana.
        private static func isSyllabic(_ value: UInt32) -> Bool {
            (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value)
                || (0x20000...0x3FFFF).contains(value)
        }
    }
}

/// Splits Hangul: conjoining letters, as decomposition makes them, become compatibility letters, as keyboards type them.
private enum Hangul {
    enum Part {
        case none, first, vowel, last

        /// Whether it continues the syllable of the other part.
        func follows(_ other: Part) -> Bool {
            switch self {
            case .vowel: other == .first
            case .last: other == .vowel
            case .none, .first: false
            }
        }
    }

    static func part(_ value: UInt32) -> Part? {
        switch value {
        case 0x1100...0x1112: .first
        case 0x1161...0x1175: .vowel
        case 0x11A8...0x11C2: .last
        default: nil
        }
    }

    /// The single letters that it is typed with, one to three.
    static func letters(_ value: UInt32) -> [UInt32] {
        switch value {
        case 0x1100...0x1112: [firsts[Int(value - 0x1100)]]
        case 0x1161...0x1175: vowels[value] ?? [value - 0x1161 + 0x314F]
        default: lasts[Int(value - 0x11A8)]
        }
    }

    private static let firsts: [UInt32] = [
        0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
        0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]
    /// Vowels typed with two keys.
    private static let vowels: [UInt32: [UInt32]] = [
        0x116A: [0x3157, 0x314F], 0x116B: [0x3157, 0x3150], 0x116C: [0x3157, 0x3163], 0x116F: [0x315C, 0x3153],
        0x1170: [0x315C, 0x3154], 0x1171: [0x315C, 0x3163], 0x1174: [0x3161, 0x3163],
    ]
    private static let lasts: [[UInt32]] = [
        [0x3131], [0x3132], [0x3131, 0x3145], [0x3134], [0x3134, 0x3148], [0x3134, 0x314E], [0x3137], [0x3139],
        [0x3139, 0x3131], [0x3139, 0x3141], [0x3139, 0x3142], [0x3139, 0x3145], [0x3139, 0x314C], [0x3139, 0x314D],
        [0x3139, 0x314E], [0x3141], [0x3142], [0x3142, 0x3145], [0x3145], [0x3146], [0x3147], [0x3148], [0x314A],
        [0x314B], [0x314C], [0x314D], [0x314E],
    ]
}

/// Characters that look like others.
private enum Lookalikes {
    /// Lower-case Cyrillic and Greek letters that look like a Latin one.
    static let latin: [UInt32: UInt32] = {
        let pairs: KeyValuePairs = [
            "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t",
            "у": "y", "х": "x", "ѕ": "s", "і": "i", "ј": "j", "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l",
            "α": "a", "ε": "e", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u", "χ": "x",
            "ı": "i",
        ]
        var latin: [UInt32: UInt32] = [:]
        for (other, own) in pairs {
            if let other = other.unicodeScalars.first, let own = own.unicodeScalars.first {
                latin[other.value] = own.value
            }
        }
        return latin
    }()
    /// Invisible letters: Hangul fillers.
    static let fillers: Set<UInt32> = [0x115F, 0x1160, 0x3164, 0xFFA0]
    /// Middle dots: ·, ‧, ・ and the Korean ones.
    static let signs: Set<UInt32> = [0xB7, 0x2027, 0x30FB, 0x318D, 0x119E, 0x2022]
}
