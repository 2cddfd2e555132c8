/// A name as two registers write it in their own ways: without legal forms, spacing and what it says of a branch.
struct RegisterName: Sendable, Equatable {
    private static let branchEnding: Character = "점"
    private static let leastLength = 2

    let key: String

    init(_ name: String) {
        let shown = PlaceName.shown(name)
        let whole = KoreanText.key(shown)
        let stem = KoreanText.key(Self.withoutBranch(shown))
        key = stem.unicodeScalars.count >= Self.leastLength ? stem : whole
    }

    /// Whether both are the same, or one contains the other; not where it is a single letter.
    func agrees(with other: RegisterName) -> Bool {
        let (short, long) = key.utf8.count <= other.key.utf8.count ? (key, other.key) : (other.key, key)
        return short.unicodeScalars.count >= Self.leastLength && long.contains(short)
    }

    /// The words before the branch's (스타벅스 for 스타벅스 선릉로점), and before the first bracket.
    private static func withoutBranch(_ name: String) -> String {
        let opening = name.firstIndex(of: "(").flatMap { $0 == name.startIndex ? nil : $0 }
        let words = name[..<(opening ?? name.endIndex)].split(separator: " ")
        guard words.count > 1, words.last?.last == branchEnding else { return words.joined(separator: " ") }
        return words.dropLast().joined(separator: " ")
    }
}
