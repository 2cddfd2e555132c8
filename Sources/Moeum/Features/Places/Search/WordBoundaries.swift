/// Where one known word ends and another begins in words written together, so that a short word that is known to nobody is not
/// read out of two others: 비건 out of 청춘갈비건대점.
struct WordBoundaries: Sendable {
    /// The most texts that are asked for one word.
    private static let most = 24

    private let byFirst: [Character: [String]]
    private let byLast: [Character: [String]]
    private let beginnings: Set<String>

    /// - Parameter words: of two characters or more, in the form of keys.
    init(_ words: Set<String>) {
        let korean = words.filter { $0.unicodeScalars.allSatisfy(Self.isSyllable) }.sorted {
            ($0.count, $0) < ($1.count, $1)
        }
        byFirst = Dictionary(grouping: korean) { $0[$0.startIndex] }.mapValues { Self.least($0) { $0.hasPrefix($1) } }
        byLast = Dictionary(grouping: korean) { $0[$0.index(before: $0.endIndex)] }
            .mapValues { Self.least($0) { $0.hasSuffix($1) } }
        beginnings = Set(korean.map { String($0.prefix(2)) })
    }

    /// The texts in which a word of two syllables lies across a boundary: 갈비건 for 비건, 회식당 for 회식. None for a word that a
    /// known one begins with, which may be on its way there.
    func texts(across key: String) -> [String] {
        let characters = Array(key)
        guard characters.count == 2, !beginnings.contains(key), key.unicodeScalars.allSatisfy(Self.isSyllable) else {
            return []
        }
        let before = (byLast[characters[0]] ?? []).map { $0 + String(characters[1]) }
        let after = (byFirst[characters[1]] ?? []).map { String(characters[0]) + $0 }
        return Array((before + after).prefix(Self.most))
    }

    /// Words that hold no shorter one of them.
    private static func least(_ words: [String], _ covers: (String, String) -> Bool) -> [String] {
        words.reduce(into: []) { least, word in if !least.contains(where: { covers(word, $0) }) { least.append(word) } }
    }

    private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }
}
