/// Invisible characters that make one text look like another: controls, direction marks, zero-width characters, fillers, and
/// characters that no font has.
package enum InvisibleCharacters {
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == brailleBlank
        }
    }

    /// Selects the coloured form of the character before it.
    package static let emojiStyle: Unicode.Scalar = "\u{FE0F}"
    /// Joins two emoji into one.
    static let joiner: Unicode.Scalar = "\u{200D}"
    /// Black; with the letters of a region after it, that region's.
    static let flag: Unicode.Scalar = "\u{1F3F4}"
    static let flagLetters: ClosedRange<Unicode.Scalar> = "\u{E0020}"..."\u{E007F}"
    private static let brailleBlank: Unicode.Scalar = "\u{2800}"

    /// Whether a character has more scalars than a letter with its marks, or an emoji, can have: a pile of accents covers other
    /// people's lines, and one character can be as long as a book.
    package static func isTower(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.dropFirst(maxScalars).first != nil
            || scalars.count { $0.properties.generalCategory == .nonspacingMark && $0 != emojiStyle } > 3
    }

    package static func containsTower(_ text: String) -> Bool {
        // Finding the characters of a text costs many times as much as reading its scalars.
        !text.unicodeScalars.allSatisfy(standsAlone) && text.contains(where: isTower)
    }

    /// Whether a scalar is one of those that form no character of more than two: Latin letters, punctuation, ideographs,
    /// Hangul syllables.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x2010...0x2027, 0x3000...0x3029, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    /// The longest emoji, families of four with a skin tone each, have eleven.
    private static let maxScalars = 16

    /// Whether a letter has more marks than any written text (30: Unicode Standard Annex 15, 13, "Stream-Safe Text Format"), or
    /// there are more than a hundred flags in a row. Composing or comparing such a text, or going back through it, takes
    /// quadratic time.
    package static func isUnsafeToCompose(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
        var (marks, indicators) = (0, 0)
        for scalar in scalars {
            marks = scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
            indicators = regionalIndicators.contains(scalar) ? indicators + 1 : 0
            if marks > 30 || indicators > 200 { return true }
        }
        return false
    }

    /// Two of them are a flag.
    private static let regionalIndicators: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"
}
