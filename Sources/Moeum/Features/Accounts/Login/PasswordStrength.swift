import Foundation

/// How a password would fare, in five steps that the pages name in words.
///
/// The rule, the same in the browser's script (which leaves the list of the commonest and the owner's words to the
/// server):
/// 1. Normalise to NFC and count grapheme clusters. Fewer than 8: `tooShort`.
/// 2. On the list of the commonest, like its owner, or in lower case nothing but one piece of at most 4 code points
///    repeated, or code points each one above (or each one below) the one before: `tooCommon`.
/// 3. Look at each cluster's first code point. A cluster counts as news unless its code point differs from the one before
///    by the same number as that one from its own predecessor, so that `aaaa`, `1234` and `2468` count for 2.
/// 4. The pool is the sum of the kinds that occur: lower-case a–z 26, upper-case A–Z 26, digits 0–9 10, the rest of ASCII
///    33, everything else 64. Bits = news × log2(pool).
/// 5. Below 45 bits `weak`, below 60 `fair`, else `strong`.
///
/// It is an upper bound for a person's choice, and honest about little else: words count as letters. A password that is a
/// common one with digits or signs behind it is `weak` whatever the bits say (server only, too).
enum PasswordStrength: String, Sendable, CaseIterable, Comparable {
    case tooShort = "too-short"
    case tooCommon = "too-common"
    case weak, fair, strong

    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init(bits: Double) {
        self = bits < 45 ? .weak : bits < 60 ? .fair : .strong
    }

    /// Step 4's bits.
    static func bits(_ text: String) -> Double {
        let codes = text.compactMap { $0.unicodeScalars.first.map { Int($0.value) } }
        return Double(news(codes)) * log2(Double(max(pool(codes), 1)))
    }

    private static func news(_ codes: [Int]) -> Int {
        codes.indices.count { index in
            index < 2 || codes[index] - codes[index - 1] != codes[index - 1] - codes[index - 2]
        }
    }

    private static func pool(_ codes: [Int]) -> Int {
        let kinds: [(size: Int, holds: (Int) -> Bool)] = [
            (26, { (0x61...0x7A).contains($0) }), (26, { (0x41...0x5A).contains($0) }),
            (10, { (0x30...0x39).contains($0) }), (64, { $0 > 0x7E }),
        ]
        let known = kinds.filter { codes.contains(where: $0.holds) }.reduce(0) { $0 + $1.size }
        let hasOther = codes.contains { code in !kinds.contains { $0.holds(code) } }
        return known + (hasOther ? 33 : 0)
    }
}

extension PasswordRules {
    /// How a password that somebody thinks of would fare.
    func strength(of typed: String, owner: [String] = []) -> PasswordStrength {
        do throws(Password.Error) {
            _ = try newPassword(typed, of: owner)
        } catch {
            return switch error {
            case .tooShort: .tooShort
            case .tooCommon, .likeYourself: .tooCommon
            case .tooLong, .controlCharacter: .weak
            }
        }
        let text = typed.precomposedStringWithCanonicalMapping
        let stem = text.reversed().drop { !$0.isLetter }.reversed()
        if isCommon(String(stem)) { return .weak }
        return PasswordStrength(bits: PasswordStrength.bits(text))
    }
}
