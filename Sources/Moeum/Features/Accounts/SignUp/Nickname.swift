import Foundation

/// The name that a person goes by on the site, and the form in which no two people share one.
struct Nickname: Sendable, Hashable {
    /// Why a text is no nickname; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case missing = "required"
        case tooShort = "too-short"
        case tooLong = "too-long"
        /// Something unseen, a tower of accents, or letters of two scripts that look alike.
        case characters
        /// Signs alone: nobody could say it.
        case noLetter = "no-letter"
        case reserved
    }

    let text: String
    /// Equal for names that people would take for one.
    let key: String

    /// In grapheme clusters.
    static let lengths = 2...20

    init(_ typed: String, reserved: ReservedNames) throws(Error) {
        // Before anything is done with it: what is sent may be a megabyte.
        if typed.utf8.count > 2_048 { throw .tooLong }
        let scalars = typed.precomposedStringWithCanonicalMapping.trimmed.unicodeScalars
        if Self.holdsUnseen(scalars) { throw .characters }
        let text = String(scalars).split { $0.isWhitespace }.joined(separator: " ")
        if text.isEmpty { throw .missing }
        if text.count < Self.lengths.lowerBound { throw .tooShort }
        if text.count > Self.lengths.upperBound { throw .tooLong }
        if text.contains(where: UnseenCharacters.isTower) || Self.mixesLookalikes(text) { throw .characters }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { throw .noLetter }
        let key = Self.key(text)
        if reserved.hold(key) { throw .reserved }
        self.text = text
        self.key = key
    }

    /// In NFKC, without case and spaces.
    static func key(_ text: String) -> String {
        // To capitals and back, so that ß meets ss and both sigmas each other.
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
        var key = String.UnicodeScalarView()
        for scalar in folded.precomposedStringWithCompatibilityMapping.unicodeScalars
        where !scalar.properties.isWhitespace && scalar != UnseenCharacters.emojiStyle {
            key.append(scalar)
        }
        return String(key)
    }

    private static func holdsUnseen(_ scalars: String.UnicodeScalarView) -> Bool {
        var previous: Unicode.Scalar?
        for scalar in scalars {
            defer { previous = scalar }
            if scalar == UnseenCharacters.emojiStyle, previous?.properties.isEmoji == true { continue }
            if UnseenCharacters.holds(scalar) { return true }
        }
        return false
    }

    /// Latin letters beside Greek or Cyrillic ones, which have the same shapes.
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
