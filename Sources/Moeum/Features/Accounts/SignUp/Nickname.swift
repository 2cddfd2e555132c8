import Foundation

/// The name that a person uses on the site, and the key that no two people share.
struct Nickname: Sendable, Hashable {
    /// Why a text is no nickname; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case missing = "required"
        case tooShort = "too-short"
        case tooLong = "too-long"
        /// Invisible characters, stacked combining marks, or letters of two scripts that look alike.
        case characters
        /// No letter or digit: nobody could say it.
        case noLetter = "no-letter"
        case reserved
    }

    let text: String
    /// Equal for nicknames that people would confuse.
    let key: String

    /// In grapheme clusters.
    static let lengths = 2...20

    init(_ typed: String, reserved: ReservedNames) throws(Error) {
        // Checked first: the sent text may be a megabyte long.
        if typed.utf8.count > 2_048 { throw .tooLong }
        let text = typed.precomposedStringWithCanonicalMapping.split { $0.isWhitespace }.joined(separator: " ")
        if text.contains(where: TextNormalizer.isUnseen) { throw .characters }
        if text.isEmpty { throw .missing }
        if text.count < Self.lengths.lowerBound { throw .tooShort }
        if text.count > Self.lengths.upperBound { throw .tooLong }
        if InvisibleCharacters.containsTower(text) || Self.mixesLookalikes(text) { throw .characters }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { throw .noLetter }
        let key = Self.key(text)
        if reserved.contains(key) { throw .reserved }
        self.text = text
        self.key = key
    }

    /// In NFKC, without case, spaces and the unseen parts of emoji.
    static func key(_ text: String) -> String {
        // To upper case and back, so that ß equals ss and both lower-case sigmas are equal.
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
        var key = String.UnicodeScalarView()
        for scalar in folded.precomposedStringWithCompatibilityMapping.unicodeScalars
        where !scalar.properties.isWhitespace && !InvisibleCharacters.contains(scalar) {
            key.append(scalar)
        }
        return String(key)
    }

    /// Whether Latin letters are mixed with Greek or Cyrillic ones, which look alike.
    private static func mixesLookalikes(_ text: String) -> Bool {
        var hasLatin = false
        var hasOther = false
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars
        where scalar.properties.isAlphabetic {
            switch scalar.value {
            case 0x41...0x24F, 0x1E00...0x1EFF: hasLatin = true
            case 0x370...0x52F, 0x1C80...0x1C8F, 0x1F00...0x1FFF, 0x2DE0...0x2DFF, 0xA640...0xA69F: hasOther = true
            default: break
            }
        }
        return hasLatin && hasOther
    }
}
