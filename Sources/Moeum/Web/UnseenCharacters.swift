/// Characters that nobody sees and that make one text pass for another: controls, marks of direction, widths of nothing,
/// fillers, and what no font has.
enum UnseenCharacters {
    static func holds(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == brailleBlank
        }
    }

    /// Asks for the coloured drawing of the character before it.
    static let emojiStyle: Unicode.Scalar = "\u{FE0F}"
    /// Makes one picture of two.
    static let joiner: Unicode.Scalar = "\u{200D}"
    private static let brailleBlank: Unicode.Scalar = "\u{2800}"

    /// Whether a character is more than a letter and its marks can be: a tower of accents covers other people's lines.
    static func isTower(_ character: Character) -> Bool {
        character.unicodeScalars.count { $0.properties.generalCategory == .nonspacingMark && $0 != emojiStyle } > 3
    }
}
