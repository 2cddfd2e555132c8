import Foundation

/// The alternative text of a photo, one line; empty where its author gave none.
struct AlternativeText: Sendable, Hashable {
    /// Why a text is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        case characters
    }

    let text: String

    /// In grapheme clusters.
    static let maxLength = 200

    init(_ typed: String) throws(Error) {
        // Checked first: a form may send a megabyte.
        if typed.utf8.count > 4_096 { throw .tooLong }
        if InvisibleCharacters.containsTower(typed) { throw .characters }
        let text = TextNormalizer.tidied(TextNormalizer.seen(typed)).split(whereSeparator: \.isNewline).joined(
            separator: " "
        )
        if text.count > Self.maxLength { throw .tooLong }
        self.text = text
    }
}
