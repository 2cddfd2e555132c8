/// A text with the words that were looked for marked in it.
struct DiaryExcerpt: Sendable, Equatable {
    struct Piece: Sendable, Equatable {
        let text: String
        let isMatch: Bool
    }

    let pieces: [Piece]
    var text: String { pieces.map(\.text).joined() }

    /// In grapheme clusters.
    private static let length = 140
    /// How much stands before the first match, so that a phone shows it within two lines.
    private static let lead = 24

    /// The whole text.
    /// - Parameter withInitials: whether words of initial consonants are looked for too.
    init(of text: String, _ terms: [DiarySearchTerm], withInitials: Bool) {
        let characters = Array(text)
        var isMarked = [Bool](repeating: false, count: characters.count)
        let folded = FoldedCharacters(characters, DiaryText.folded)
        for range in terms.flatMap({ folded.ranges(of: $0.key) }) { for index in range { isMarked[index] = true } }
        let words = withInitials ? terms.compactMap(\.initials) : []
        if !words.isEmpty {
            let initials = FoldedCharacters(characters, KoreanText.initials)
            for range in words.flatMap(initials.ranges) { for index in range { isMarked[index] = true } }
        }
        pieces = Self.pieces(characters, isMarked)
    }

    /// What stands around the first match; the beginning where there is none.
    init(around terms: [DiarySearchTerm], in text: String) {
        let characters = text.map { $0.isNewline ? " " : $0 }
        let first = FoldedCharacters(characters, DiaryText.folded).first(of: terms.map(\.key)) ?? 0
        var start = max(0, first - Self.lead)
        if start > 0, let space = characters[start..<first].firstIndex(of: " ") { start = space + 1 }
        let end = min(characters.count, start + Self.length)
        let shown = DiaryExcerpt(of: String(characters[start..<end]).trimmed, terms, withInitials: false)
        let before = start > 0 ? [Piece(text: "…", isMatch: false)] : []
        pieces = before + shown.pieces + (end < characters.count ? [Piece(text: "…", isMatch: false)] : [])
    }

    private static func pieces(_ characters: [Character], _ isMarked: [Bool]) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        for index in characters.indices where index + 1 == characters.count || isMarked[index] != isMarked[index + 1] {
            pieces.append(Piece(text: String(characters[start...index]), isMatch: isMarked[index]))
            start = index + 1
        }
        return pieces
    }
}

/// Characters in the form in which they are compared, each scalar with the character that it comes from.
private struct FoldedCharacters {
    private var scalars: [Unicode.Scalar] = []
    private var owners: [Int] = []

    init(_ characters: [Character], _ fold: (String) -> String) {
        scalars.reserveCapacity(characters.count)
        owners.reserveCapacity(characters.count)
        for (index, character) in characters.enumerated() {
            for scalar in fold(String(character)).unicodeScalars {
                scalars.append(scalar)
                owners.append(index)
            }
        }
    }

    /// The characters of each place in which a word occurs.
    func ranges(of word: String) -> [ClosedRange<Int>] {
        let word = Array(word.unicodeScalars)
        var ranges: [ClosedRange<Int>] = []
        var start = 0
        while let found = position(of: word, from: start) {
            start = found + word.count
            ranges.append(owners[found]...owners[start - 1])
        }
        return ranges
    }

    /// The character with which the first of the words begins.
    func first(of words: [String]) -> Int? {
        words.compactMap { position(of: Array($0.unicodeScalars), from: 0) }.min().map { owners[$0] }
    }

    private func position(of word: [Unicode.Scalar], from start: Int) -> Int? {
        guard let first = word.first, scalars.count - word.count >= start else { return nil }
        return (start...(scalars.count - word.count)).first { position in
            scalars[position] == first && scalars[position..<(position + word.count)].elementsEqual(word)
        }
    }
}
