import Foundation

/// Several lines of words as somebody typed them, in the one form in which they are kept and counted.
package enum WrittenText {
    /// Composed (Unicode NFC), lines ending in `\n` without blanks around them, never more than one empty line in a row,
    /// nothing around the whole.
    package static func tidied(_ typed: String) -> String {
        typed.precomposedStringWithCanonicalMapping
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .map { String($0).replacing("\t", with: " ").trimmed }
            .joined(separator: "\n")
            .replacing(/\n{3,}/, with: "\n\n").trimmed
    }

    /// Nobody finds a character in a long text that is not to be seen, so it is left out and not refused.
    package static func seen(_ typed: String) -> String {
        var text = ""
        for character in typed {
            let keeps = character.isNewline || character == "\t" || !isUnseen(character)
            if keeps {
                text.append(character)
            } else {
                text.unicodeScalars.append(contentsOf: character.unicodeScalars.filter { !UnseenCharacters.holds($0) })
            }
        }
        return text
    }

    /// Whether something in a character is not seen, besides what pictures are made of.
    package static func isUnseen(_ character: Character) -> Bool {
        character != "\n"
            && character.unicodeScalars.contains { UnseenCharacters.holds($0) && !isPart($0, of: character) }
    }

    /// Joiners and styles are taken inside pictures, which are made with them.
    private static func isPart(_ scalar: Unicode.Scalar, of character: Character) -> Bool {
        guard let first = character.unicodeScalars.first, first.properties.isEmoji else { return false }
        return scalar == UnseenCharacters.emojiStyle || (scalar == UnseenCharacters.joiner && !first.isASCII)
    }
}
