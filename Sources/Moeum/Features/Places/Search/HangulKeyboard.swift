/// Korean typed on a keyboard that was set to Latin letters, by the layout of two sets (KS X 5002): 냉면 is typed sodaus.
enum HangulKeyboard {
    /// What may be meant: the letters as they came, and with small ones for capitals and back, as Caps Lock makes them.
    static func readings(of typed: String) -> [String] {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z"), others = UInt8(ascii: "a")...UInt8(ascii: "z")
        let swapped = typed.utf8.map { letters.contains($0) || others.contains($0) ? $0 ^ 0x20 : $0 }
        let hasCapital = typed.utf8.contains(where: letters.contains)
        return ([typed] + (hasCapital ? [String(decoding: swapped, as: UTF8.self)] : [])).compactMap(hangul)
    }

    /// The words as they were meant, with lone consonants where a syllable is not finished; nil where they cannot be Korean.
    static func hangul(_ typed: String) -> String? {
        let words = typed.split(separator: " ").map { hangul(word: Array($0.utf8)) }
        guard !words.isEmpty, words.allSatisfy({ $0 != nil }) else { return nil }
        return words.compactMap(\.self).joined(separator: " ")
    }

    private enum Key {
        /// By their numbers (The Unicode Standard, 3.12).
        case initial(Int)
        case vowel(Int)
    }

    private static func hangul(word: [UInt8]) -> String? {
        let keys = word.compactMap { byte in Self.keys[byte] ?? Self.keys[byte | 0x20] }
        guard keys.count == word.count else { return nil }
        func initial(_ index: Int) -> Int? {
            if index < keys.count, case .initial(let number) = keys[index] { number } else { nil }
        }
        func vowel(_ index: Int) -> Int? {
            if index < keys.count, case .vowel(let number) = keys[index] { number } else { nil }
        }
        var text = String.UnicodeScalarView()
        var hasSyllable = false
        var index = 0
        while let first = initial(index) {
            index += 1
            guard var middle = vowel(index) else {
                text.append(KoreanText.consonants[first])
                continue
            }
            index += 1
            if let second = vowel(index), let joined = joinedVowels[[middle, second]] {
                (middle, index) = (joined, index + 1)
            }
            var last = 0
            // A consonant before a vowel begins the next syllable.
            if let consonant = initial(index), vowel(index + 1) == nil, finals[consonant] > 0 {
                (last, index) = (finals[consonant], index + 1)
                if let second = initial(index), vowel(index + 1) == nil, let joined = joinedFinals[[last, second]] {
                    (last, index) = (joined, index + 1)
                }
            }
            Unicode.Scalar(UInt32(0xAC00 + first * 588 + middle * 28 + last)).map { text.append($0) }
            hasSyllable = true
        }
        return index == keys.count && hasSyllable ? String(text) : nil
    }

    private static let keys: [UInt8: Key] = {
        let initials = zip("rRseEfaqQtTdwWczxvg".utf8, 0...).map { ($0, Key.initial($1)) }
        let vowels = zip("koiOjpuPh".utf8, 0...).map { ($0, Key.vowel($1)) }
        let others: [(UInt8, Key)] = zip("ynbml".utf8, [12, 13, 17, 18, 20]).map { ($0, Key.vowel($1)) }
        return Dictionary(initials + vowels + others) { first, _ in first }
    }()
    private static let joinedVowels = [
        [8, 0]: 9, [8, 1]: 10, [8, 20]: 11, [13, 4]: 14, [13, 5]: 15, [13, 20]: 16, [18, 20]: 19,
    ]
    /// The final of each initial; 0 for those that end no syllable.
    private static let finals = [1, 2, 4, 7, 0, 8, 16, 17, 0, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27]
    /// A final and the initial after it that are one final.
    private static let joinedFinals = [
        [1, 9]: 3, [4, 12]: 5, [4, 18]: 6, [8, 0]: 9, [8, 6]: 10, [8, 7]: 11, [8, 9]: 12, [8, 16]: 13, [8, 17]: 14,
        [8, 18]: 15, [17, 9]: 18,
    ]
}
