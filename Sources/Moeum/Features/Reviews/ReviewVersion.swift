import Foundation

/// What a review said at one time.
struct ReviewVersion: Sendable, Equatable {
    let rev: Int
    let stars: Int
    let body: String
    /// `yyyy-MM-dd`.
    let visitedOn: String?
    /// Ids, ascending.
    let keywords: [Keyword.ID]
    let pictures: [Review.Draft.Picture]
    let writtenAt: Date
}

/// What became of a text, word by word.
struct WordDifference: Sendable, Equatable {
    enum Fate: Sendable {
        case kept, added, removed
    }

    struct Piece: Sendable, Equatable {
        let fate: Fate
        var text: String
    }

    private(set) var pieces: [Piece] = []

    init(from old: String, to new: String) {
        let (before, after) = (Self.words(old), Self.words(new))
        let difference = Self.difference(from: before, to: after)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if removed.contains(left) {
                append(before[left], .removed)
                left += 1
            } else if added.contains(right) {
                append(after[right], .added)
                right += 1
            } else {
                append(after[right], .kept)
                (left, right) = (left + 1, right + 1)
            }
        }
    }

    /// Words are compared often, numbers at little cost.
    private static func difference(from before: [Substring], to after: [Substring]) -> CollectionDifference<Int> {
        var numbers: [Substring: Int] = [:]
        func numbered(_ words: [Substring]) -> [Int] {
            words.map { word in
                if let number = numbers[word] { return number }
                numbers[word] = numbers.count
                return numbers.count - 1
            }
        }
        let old = numbered(before)
        return numbered(after).difference(from: old)
    }

    private mutating func append(_ text: Substring, _ fate: Fate) {
        if pieces.last?.fate == fate {
            pieces[pieces.count - 1].text += text
        } else {
            pieces.append(Piece(fate: fate, text: String(text)))
        }
    }

    /// Each with the white space behind it, so that they make up the text again.
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
