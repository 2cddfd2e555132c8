import Foundation

/// A few lines in which a person says who they are; empty where they say nothing.
struct Biography: Sendable, Hashable {
    /// Why a text is no biography; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        case characters
    }

    /// Lines end in `\n`; never more than one empty line in a row.
    let text: String

    /// In grapheme clusters.
    static let maxLength = 160
    static let maxBytes = 16_384

    init(_ typed: String) throws(Error) {
        // Checked first: the sent text may be a megabyte long.
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        if InvisibleCharacters.containsTower(typed) { throw .characters }
        let text = TextNormalizer.tidied(typed)
        if text.contains(where: TextNormalizer.isUnseen) { throw .characters }
        if text.count > Self.maxLength { throw .tooLong }
        self.text = text
    }
}
