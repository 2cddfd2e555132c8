import Foundation

/// A few lines in which a person says who they are; empty where they say nothing.
struct Biography: Sendable, Hashable {
    /// Why a text is none; the raw value is the code of the form's error.
    enum Fault: String, Error, CaseIterable {
        case tooLong = "too-long"
        case characters
    }

    /// Lines end in `\n`; never more than one empty line in a row.
    let text: String

    /// In grapheme clusters.
    static let greatestLength = 160

    init(_ typed: String) throws(Fault) {
        // Before anything is done with it: what is sent may be a megabyte.
        if typed.utf8.count > 16_384 { throw .tooLong }
        let lines = typed.precomposedStringWithCanonicalMapping
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .map { String($0).replacing("\t", with: " ").trimmed }
        let text = lines.joined(separator: "\n").replacing(/\n{3,}/, with: "\n\n").trimmed
        if text.contains(where: { $0 != "\n" && Self.isRefused($0) }) { throw .characters }
        if text.count > Self.greatestLength { throw .tooLong }
        self.text = text
    }

    /// Joiners and styles are taken inside pictures, which are made with them.
    private static func isRefused(_ character: Character) -> Bool {
        let isPicture = character.unicodeScalars.first.map { $0.properties.isEmoji && !$0.isASCII } ?? false
        return UnseenCharacters.isTower(character)
            || character.unicodeScalars.contains { scalar in
                let makesPictures = scalar == UnseenCharacters.joiner || scalar == UnseenCharacters.emojiStyle
                return UnseenCharacters.holds(scalar) && !(isPicture && makesPictures)
            }
    }
}
