/// Two texts of an entry side by side, paragraph by paragraph, and one that holds all of both: sentences that both have in a
/// paragraph stand once.
struct DiaryComparison: Sendable, Equatable {
    struct Paragraph: Sendable, Equatable {
        let text: String
        /// Whether only this text has it.
        let isOwn: Bool
    }

    private(set) var mine: [Paragraph] = []
    private(set) var theirs: [Paragraph] = []
    /// Both texts together: what only one has stands where it has it, this device's first.
    let merged: String

    /// Paragraphs beyond which the differing middle of two texts is taken as a whole: comparing takes time and space by their product.
    private static let maxCompared = 2_000

    init(mine: String, theirs: String) {
        let (own, other) = (Self.paragraphs(mine), Self.paragraphs(theirs))
        let shared = Self.shared(own, other)
        var merged: [String] = []
        var (left, right) = (0, 0)
        for (atLeft, atRight) in shared + [(own.count, other.count)] {
            self.mine += own[left..<atLeft].map { Paragraph(text: $0, isOwn: true) }
            self.theirs += other[right..<atRight].map { Paragraph(text: $0, isOwn: true) }
            merged += DiarySentences.merged(Array(own[left..<atLeft]), Array(other[right..<atRight]))
            guard atLeft < own.count else { break }
            self.mine.append(Paragraph(text: own[atLeft], isOwn: false))
            self.theirs.append(Paragraph(text: own[atLeft], isOwn: false))
            merged.append(own[atLeft])
            (left, right) = (atLeft + 1, atRight + 1)
        }
        self.merged = merged.joined(separator: "\n")
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The positions of paragraphs that both have, in order (a longest common subsequence).
    private static func shared(_ own: [String], _ other: [String]) -> [(Int, Int)] {
        var start = 0
        while start < min(own.count, other.count), own[start] == other[start] { start += 1 }
        var end = 0
        while end < min(own.count, other.count) - start, own[own.count - 1 - end] == other[other.count - 1 - end] {
            end += 1
        }
        var pairs = (0..<start).map { ($0, $0) }
        let (left, right) = (start..<own.count - end, start..<other.count - end)
        if left.count <= maxCompared, right.count <= maxCompared {
            pairs += shared(own, left, other, right)
        }
        return pairs + (0..<end).reversed().map { (own.count - 1 - $0, other.count - 1 - $0) }
    }

    private static func shared(
        _ own: [String],
        _ left: Range<Int>,
        _ other: [String],
        _ right: Range<Int>
    ) -> [(Int, Int)] {
        let (removed, added) = WordDifference.changes(from: own[left].map { $0[...] }, to: other[right].map { $0[...] })
        let kept = left.filter { !removed[$0 - left.lowerBound] }
        let met = right.filter { !added[$0 - right.lowerBound] }
        return Array(zip(kept, met))
    }
}
