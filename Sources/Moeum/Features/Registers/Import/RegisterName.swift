/// A name as two registers write it in their own ways: without legal forms, spacing and what it says of a branch.
struct RegisterName: Sendable, Equatable {
    private static let branchEnding: Unicode.Scalar = "점"
    private static let leastLength = 2

    let key: String

    init(_ name: String) {
        let shown = PlaceName.shown(name)
        let whole = KoreanText.key(shown)
        let stem = KoreanText.key(Self.withoutBranch(shown))
        key = stem.unicodeScalars.count >= Self.leastLength ? stem : whole
    }

    /// Whether both are the same, or one contains the other, which is no single letter then.
    func agrees(with other: RegisterName) -> Bool {
        if key == other.key { return !key.isEmpty }
        let (short, long) = key.utf8.count <= other.key.utf8.count ? (key, other.key) : (other.key, key)
        return short.unicodeScalars.count >= Self.leastLength && long.contains(short)
    }

    /// The words before the branch's (스타벅스 for 스타벅스 선릉로점), and before the first bracket.
    private static func withoutBranch(_ name: String) -> String {
        let scalars = name.unicodeScalars
        let opening = scalars.firstIndex(of: "(").flatMap { $0 == scalars.startIndex ? nil : $0 }
        let words = scalars[..<(opening ?? scalars.endIndex)].split(separator: " ")
        let stem = words.count > 1 && words.last?.last == branchEnding ? words.dropLast() : words[...]
        return stem.map { String($0) }.joined(separator: " ")
    }
}
