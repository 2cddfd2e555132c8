import Foundation

/// A particle whose form depends on how the word before it ends.
enum KoreanParticle: String, CaseIterable, Sendable {
    case eun, i, eul, gwa, euro, ieyo

    /// What the last letter of a word sounds like.
    private enum Ending {
        case vowel, consonant
        /// ㄹ, after which 으로 is 로.
        case liquid
    }

    /// The form after a word: of any letters, digits or signs.
    func form(after word: String) -> String {
        let ending = Self.ending(of: word)
        return switch self {
        case .eun: ending == .vowel ? "는" : "은"
        case .i: ending == .vowel ? "가" : "이"
        case .eul: ending == .vowel ? "를" : "을"
        case .gwa: ending == .vowel ? "와" : "과"
        case .euro: ending == .consonant ? "으로" : "로"
        case .ieyo: ending == .vowel ? "예요" : "이에요"
        }
    }

    /// Of the last letter or digit as it is read aloud; signs after it are not.
    private static func ending(of word: String) -> Ending {
        let scalars = word.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        guard let index = scalars.lastIndex(where: { $0.properties.isAlphabetic || ("0"..."9").contains($0) }) else {
            return .vowel
        }
        let last = scalars[index]
        switch last {
        case "가"..."힣":
            // A syllable has one of 28 endings; none is the first, ㄹ the ninth.
            let ending = (last.value - 0xAC00) % 28
            return ending == 0 ? .vowel : ending == 8 ? .liquid : .consonant
        // Initials and endings that stand alone are read by their names: 기역, 리을.
        case "ᄅ", "ᆯ": return .liquid
        case "ᄀ"..."ᄒ", "ᆨ"..."ᇂ": return .consonant
        // Digits by their Sino-Korean names; of 10 and 100 too the last sound is a consonant.
        case "1", "7", "8": return .liquid
        case "0", "3", "6": return .consonant
        // A metre or a byte after a number; else what words of Latin letters mostly end with: 컴, 넷, 서울.
        case "m" where isUnit(scalars[..<index]), "b" where isUnit(scalars[..<index]): return .vowel
        case "l", "r": return .liquid
        case "b", "c", "k", "m", "n", "p", "t": return .consonant
        default: return .vowel
        }
    }

    /// Whether an m or b after this is a metre or a byte: `500 m`, `2km`, `1 GB`.
    private static func isUnit(_ before: Substring.UnicodeScalarView) -> Bool {
        let rest = ["k", "m", "g"].contains(before.last) ? before.dropLast() : before
        return rest.last { $0 != " " }.map { ("0"..."9").contains($0) } ?? false
    }
}
