/// A text by its letters: Hangul syllables taken apart, so that what is half typed and what is nearly right can be compared.
struct Jamo: Sendable, Equatable {
    /// Initial consonants, vowels and finals have numbers of their own; a lone consonant is an initial one.
    let letters: [UInt32]

    /// - Parameter key: in the form of `KoreanText.key`.
    init(_ key: String) {
        var letters: [UInt32] = []
        for scalar in key.unicodeScalars {
            let offset = Int(scalar.value) - 0xAC00
            if (0..<11_172).contains(offset) {
                letters.append(0x1100 + UInt32(offset / 588))
                letters.append(0x1161 + UInt32(offset % 588 / 28))
                if offset % 28 > 0 { letters.append(0x11A7 + UInt32(offset % 28)) }
            } else {
                letters.append(KoreanText.initialNumber(scalar).map { 0x1100 + UInt32($0) } ?? scalar.value)
            }
        }
        self.letters = letters
    }

    /// Whether a text goes on from this one: 냉며 on to 냉면, and 갑 to 가방, whose consonant moves over.
    func begins(_ other: Jamo) -> Bool {
        guard letters.count <= other.letters.count, let last = letters.last else { return false }
        guard letters.dropLast().elementsEqual(other.letters.prefix(letters.count - 1)) else { return false }
        let next = other.letters[letters.count - 1]
        return next == last || Self.initialOfFinal[last].map { 0x1100 + $0 } == next
    }

    /// Whether one letter more, less or other makes this the other.
    func isOneLetter(from other: Jamo) -> Bool {
        let (short, long) = letters.count <= other.letters.count ? (letters, other.letters) : (other.letters, letters)
        guard long.count - short.count <= 1 else { return false }
        guard let at = zip(short, long).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
            return long.count > short.count
        }
        let rest = short.count == long.count ? at + 1 : at
        return short[rest...].elementsEqual(long[(at + 1)...])
    }

    /// The finals that become initials when a vowel is typed after them, by their numbers (The Unicode Standard, 3.12).
    private static let initialOfFinal: [UInt32: UInt32] = Dictionary(
        [
            (1, 0), (2, 1), (4, 2), (7, 3), (8, 5), (16, 6), (17, 7), (19, 9), (20, 10), (21, 11), (22, 12), (23, 14),
            (24, 15), (25, 16), (26, 17), (27, 18),
        ].map { (0x11A7 + UInt32($0.0), UInt32($0.1)) }
    ) { first, _ in first }
}
