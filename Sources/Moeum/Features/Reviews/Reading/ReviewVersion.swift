import Foundation

/// One version of a review.
struct ReviewVersion: Sendable, Equatable {
    let rev: Int
    let stars: Int
    let body: String
    /// `yyyy-MM-dd`.
    let visitedOn: String?
    /// Ids, ascending.
    let keywords: [Keyword.ID]
    let pictures: [AttachedPhoto]
    let writtenAt: Date
}

/// The difference between two texts, word by word.
struct WordDifference: Sendable, Equatable {
    enum Change: String, Sendable, CaseIterable {
        case kept, added, removed
    }

    struct Piece: ViewModel, Equatable {
        let change: Change
        var text: String

        static let fields: [Field<Piece>] = [
            .text("text") { $0.text },
            .choice("change") { $0.change },
        ]
    }

    private(set) var pieces: [Piece] = []

    init(from old: String, to new: String) {
        let (before, after) = (Self.words(old), Self.words(new))
        let (removed, added) = Self.changes(from: before, to: after)
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if left < before.count, removed[left] {
                append(before[left], .removed)
                left += 1
            } else if right < after.count, added[right] {
                append(after[right], .added)
                right += 1
            } else {
                append(after[right], .kept)
                (left, right) = (left + 1, right + 1)
            }
        }
    }

    /// Which words were removed and which were added, keeping as many as possible: the longest common subsequence, 64 words of
    /// the old text at a time (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). The usual algorithm takes the
    /// square of the number of changed words, a hundred times as long where all are.
    static func changes(from old: [Substring], to new: [Substring]) -> (removed: [Bool], added: [Bool]) {
        let width = (old.count + 63) / 64
        var places: [Substring: [UInt64]] = [:]
        for (index, word) in old.enumerated() {
            places[word, default: [UInt64](repeating: 0, count: width)][index / 64] |= 1 << UInt64(index % 64)
        }
        // After each word of the new text: a zero for each word of the old text that lengthens the common subsequence.
        var rows = [[UInt64](repeating: .max, count: width)]
        rows.reserveCapacity(new.count + 1)
        for word in new {
            guard let place = places[word] else {
                rows.append(rows[rows.count - 1])
                continue
            }
            var row = rows[rows.count - 1]
            var carry: UInt64 = 0
            for index in 0..<width {
                let (sum, overflows) = row[index].addingReportingOverflow(row[index] & place[index])
                let (carried, overflowsAgain) = sum.addingReportingOverflow(carry)
                row[index] = carried | (row[index] & ~place[index])
                carry = overflows || overflowsAgain ? 1 : 0
            }
            rows.append(row)
        }
        var removed = [Bool](repeating: true, count: old.count)
        var added = [Bool](repeating: true, count: new.count)
        var (left, right) = (old.count, new.count)
        func isCommon() -> Bool { rows[right][(left - 1) / 64] & (1 << UInt64((left - 1) % 64)) == 0 }
        while left > 0, right > 0 {
            if isCommon() {
                right -= 1
                if isCommon() { continue }
                added[right] = false
                removed[left - 1] = false
            }
            left -= 1
        }
        return (removed, added)
    }

    private mutating func append(_ text: Substring, _ change: Change) {
        if pieces.last?.change == change {
            pieces[pieces.count - 1].text += text
        } else {
            pieces.append(Piece(change: change, text: String(text)))
        }
    }

    /// Words, each with the white space after it, so that together they are the whole text.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var wasSpace = false
        for index in text.indices {
            let isSpace = text[index].isWhitespace
            if wasSpace, !isSpace {
                words.append(text[start..<index])
                start = index
            }
            wasSpace = isSpace
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }
}
