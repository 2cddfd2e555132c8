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
    static let greatestLength = 160
    static let maxBytes = 16_384

    init(_ typed: String) throws(Error) {
        // Checked first: the sent text may be a megabyte long.
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        if typed.contains(where: UnseenCharacters.isTower) { throw .characters }
        let text = WrittenText.tidied(typed)
        if text.contains(where: WrittenText.isUnseen) { throw .characters }
        if text.count > Self.greatestLength { throw .tooLong }
        self.text = text
    }
}
