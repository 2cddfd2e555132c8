/// Blocked words in a trie, walked from each unit's beginning, so that the number of words does not matter.
///
/// A word is found
/// - in scripts with spaces between words (Latin and the like, digits) as a whole word, not inside another one,
/// - in syllables (Hangul, Chinese, Japanese) anywhere, in whole syllables: endings are attached to words there,
/// - with or without signs such as `*` or `-` between its letters,
/// - with spaces between its letters where each letter, or each syllable, is by itself,
/// - with or without the spaces that it has itself.
struct WordFinder: Sendable {
    private struct Word: Sendable {
        let effect: BlockedWord.Effect
        /// Letters before which the word itself has a space.
        let blanks: Set<Int>
    }

    private var children: [UInt64: UInt32] = [:]
    private var ends: [UInt32: Word] = [:]
    private var count: UInt32 = 1

    init() {}

    mutating func add(_ text: String, _ effect: BlockedWord.Effect) {
        let letters = ScreenedText(text).letters
        guard !letters.isEmpty else { return }
        var node: UInt32 = 0
        for letter in letters {
            let step = Self.step(node, letter.value)
            if let next = children[step] {
                node = next
            } else {
                children[step] = count
                node = count
                count += 1
            }
        }
        ends[node] = Word(effect: effect, blanks: Set(letters.indices.filter { letters[$0].gap != .none }))
    }

    /// The strictest effect of the words in the text; nil where none is in it.
    func effect(in text: ScreenedText) -> BlockedWord.Effect? {
        if ends.isEmpty { return nil }
        var found: BlockedWord.Effect?
        let letters = text.letters
        for start in letters.indices where letters[start].isStart {
            var node: UInt32 = 0
            var index = start
            while index < letters.count, let next = children[Self.step(node, letters[index].value)] {
                node = next
                if let word = ends[node], text.isEnd(index), stands(word, start...index, letters) {
                    if word.effect == .refuse { return .refuse }
                    found = .hold
                }
                index += 1
            }
        }
        return found
    }

    private static func step(_ node: UInt32, _ letter: UInt32) -> UInt64 { UInt64(node) << 32 | UInt64(letter) }

    private func stands(_ word: Word, _ range: ClosedRange<Int>, _ letters: [ScreenedText.Letter]) -> Bool {
        let inner = (range.lowerBound + 1)..<(range.upperBound + 1)
        let blanks = inner.filter { letters[$0].gap == .blank }
        if blanks.allSatisfy({ word.blanks.contains($0 - range.lowerBound) }), isWhole(range, letters) { return true }
        // Each unit separated from its neighbours.
        return !blanks.isEmpty && inner.allSatisfy { !letters[$0].isStart || letters[$0].gap != .none }
            && isApart(range.lowerBound, letters) && isApart(range.upperBound + 1, letters)
    }

    /// Whether the match is not part of a longer word, in scripts with spaces between words.
    private func isWhole(_ range: ClosedRange<Int>, _ letters: [ScreenedText.Letter]) -> Bool {
        isBoundary(range.lowerBound, letters) && isBoundary(range.upperBound + 1, letters)
    }

    /// Whether a word begins at this letter or ends before it.
    private func isBoundary(_ index: Int, _ letters: [ScreenedText.Letter]) -> Bool {
        if isApart(index, letters) { return true }
        let (before, after) = (letters[index - 1].kind, letters[index].kind)
        return before != after || after == .syllables
    }

    private func isApart(_ index: Int, _ letters: [ScreenedText.Letter]) -> Bool {
        index == 0 || index == letters.count || letters[index].gap != .none
    }
}
