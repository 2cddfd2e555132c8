import Foundation

/// The text of a review, checked so that readers see it as it was typed.
struct ReviewText: Sendable, Hashable {
    /// Why a text is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case missing
        case tooShort = "too-short"
        case tooLong = "too-long"
        case characters
    }

    /// The language of a text by its letters.
    enum Script: String, Sendable, CaseIterable {
        case korean = "ko"
        case english = "en"
        case other
    }

    /// Lines end in `\n`; never more than one empty line in a row.
    let text: String

    /// In grapheme clusters.
    static let lengths = 10...2_000
    /// Enough for two thousand of the longest emoji.
    private static let maxBytes = 65_536

    init(_ typed: String) throws(Error) {
        // Checked first: a form may send a megabyte.
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        if InvisibleCharacters.containsTower(typed) { throw .characters }
        // The length as typed: the form's counter counts so too.
        if Self.length(of: typed) > Self.lengths.upperBound { throw .tooLong }
        let text = TextNormalizer.tidied(TextNormalizer.seen(typed))
        if text.isEmpty { throw .missing }
        if text.count < Self.lengths.lowerBound { throw .tooShort }
        self.text = text
    }

    /// The length in grapheme clusters; approximate for texts that are far too long.
    static func length(of typed: String) -> Int {
        guard typed.utf8.count <= maxBytes else { return typed.unicodeScalars.count }
        return typed.precomposedStringWithCanonicalMapping.trimmed.count
    }

    /// The script of most letters; a Hangul syllable counts as two letters.
    var script: Script {
        var (hangul, latin, others) = (0, 0, 0)
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            switch scalar.value {
            case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E: hangul += 2
            case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: latin += 1
            default: others += 2
            }
        }
        if hangul > 0, hangul >= max(latin, others) { return .korean }
        return latin > 0 && latin > others ? .english : .other
    }
}
