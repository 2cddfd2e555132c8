import Foundation

/// Normalises texts of several lines to the form in which they are stored and counted.
package enum TextNormalizer {
    /// Composed (Unicode NFC), lines ending in `\n` without blanks around them, never more than one empty line in a row, and
    /// trimmed.
    package static func tidied(_ typed: String) -> String {
        typed.precomposedStringWithCanonicalMapping
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0).replacing("\t", with: " ").trimmed }
            .joined(separator: "\n")
            .replacing(/\n{3,}/, with: "\n\n").trimmed
    }

    /// Removes invisible characters: nobody would find one in a long text, so the text is not refused for it.
    package static func seen(_ typed: String) -> String {
        var text = ""
        for character in typed {
            let keeps = character.isNewline || character == "\t" || !isUnseen(character)
            if keeps {
                text.append(character)
            } else {
                text.unicodeScalars.append(
                    contentsOf: character.unicodeScalars.filter { !InvisibleCharacters.holds($0) }
                )
            }
        }
        return text
    }

    /// Whether a character has an invisible scalar, other than those that emoji are made of.
    package static func isUnseen(_ character: Character) -> Bool {
        character != "\n"
            && character.unicodeScalars.contains { InvisibleCharacters.holds($0) && !isPart($0, of: character) }
    }

    /// Joiners and variation selectors are allowed inside emoji, which need them.
    private static func isPart(_ scalar: Unicode.Scalar, of character: Character) -> Bool {
        guard let first = character.unicodeScalars.first, first.properties.isEmoji else { return false }
        return scalar == InvisibleCharacters.emojiStyle || (scalar == InvisibleCharacters.joiner && !first.isASCII)
    }
}
