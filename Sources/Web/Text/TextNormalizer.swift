import Foundation

/// Normalises texts of several lines to the form in which they are stored and counted.
package enum TextNormalizer {
    /// Composed (Unicode NFC), lines ending in `\n` without blanks around them, never more than one empty line in a row, and
    /// trimmed.
    package static func tidied(_ typed: String) -> String {
        var lines: [String] = []
        let composed = typed.precomposedStringWithCanonicalMapping
        for row in composed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = String(row).trimmed
            if line.isEmpty, lines.last?.isEmpty ?? true { continue }
            lines.append(line.utf8.contains(UInt8(ascii: "\t")) ? line.replacing("\t", with: " ") : line)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Removes invisible characters. A text is not refused for one, because its author could not find it.
    package static func seen(_ typed: String) -> String {
        var text = ""
        for character in typed {
            let keeps = character.isNewline || character == "\t" || !isUnseen(character)
            if keeps {
                text.append(character)
            } else {
                text.unicodeScalars.append(
                    contentsOf: character.unicodeScalars.filter { !InvisibleCharacters.contains($0) }
                )
            }
        }
        return text
    }

    /// A pasted text of one line, without blanks and invisible characters around it.
    package static func bare(_ typed: String) -> String {
        func isSeen(_ scalar: Unicode.Scalar) -> Bool {
            !scalar.properties.isWhitespace && !InvisibleCharacters.contains(scalar)
        }
        let scalars = typed.unicodeScalars
        guard let first = scalars.firstIndex(where: isSeen), let last = scalars.lastIndex(where: isSeen) else {
            return ""
        }
        return String(scalars[first...last])
    }

    /// Whether a character has an invisible scalar, other than those that emoji are made of.
    package static func isUnseen(_ character: Character) -> Bool {
        character != "\n"
            && character.unicodeScalars.contains { InvisibleCharacters.contains($0) && !isPart($0, of: character) }
    }

    /// Joiners, variation selectors and the letters of regions' flags are allowed inside emoji, which need them.
    private static func isPart(_ scalar: Unicode.Scalar, of character: Character) -> Bool {
        guard let first = character.unicodeScalars.first, first.properties.isEmoji else { return false }
        return scalar == InvisibleCharacters.emojiStyle || (scalar == InvisibleCharacters.joiner && !first.isASCII)
            || (first == InvisibleCharacters.flag && InvisibleCharacters.flagLetters.contains(scalar))
    }
}
