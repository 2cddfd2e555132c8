import Foundation

/// What a review says, in words that others can rely on being seen as they were typed.
struct ReviewText: Sendable, Hashable {
    /// Why a text is none; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case missing
        case tooShort = "too-short"
        case tooLong = "too-long"
        case characters
    }

    /// Which readers a text is for, as far as its letters tell.
    enum Script: String, Sendable, CaseIterable {
        case korean = "ko"
        case english = "en"
        case other
    }

    /// Lines end in `\n`; never more than one empty line in a row.
    let text: String

    /// In grapheme clusters.
    static let lengths = 10...2_000
    /// Two thousand of the longest pictures that families are made of fit in.
    private static let maxBytes = 65_536

    init(_ typed: String) throws(Error) {
        // Before anything is done with it: what is sent may be a megabyte.
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        if typed.contains(where: UnseenCharacters.isTower) { throw .characters }
        // As it was typed: the counter in the form counts so too.
        if Self.length(of: typed) > Self.lengths.upperBound { throw .tooLong }
        let text = WrittenText.tidied(WrittenText.seen(typed))
        if text.isEmpty { throw .missing }
        if text.count < Self.lengths.lowerBound { throw .tooShort }
        self.text = text
    }

    /// What was typed as a person counts it; of what is far too long, only about.
    static func length(of typed: String) -> Int {
        guard typed.utf8.count <= maxBytes else { return typed.unicodeScalars.count }
        return typed.precomposedStringWithCanonicalMapping.trimmed.count
    }

    /// The script of most letters; a syllable of Hangul says as much as two letters of an alphabet.
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
