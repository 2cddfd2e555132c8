/// What stands between two paragraphs that two texts share, put together sentence by sentence.
enum DiarySentences {
    /// Paragraphs of both, the first text's before the second's. Two that share a sentence become one, which holds each
    /// sentence of both; where one goes on from the other the longer stays, and one that says nothing more is left out.
    static func merged(_ own: [String], _ other: [String]) -> [String] {
        let (mine, theirs) = (own.map(sentences), other.map(sentences))
        let places = Dictionary(
            grouping: theirs.indices.flatMap { index in theirs[index].map { (key($0), index) } }.filter {
                !$0.0.isEmpty
            },
            by: \.0
        ).mapValues { $0.map(\.1) }
        var (merged, next): ([String], Int) = ([], 0)
        // What is said already, in a paragraph of both.
        var said: Set<String> = []
        func append(_ paragraphs: ArraySlice<[Substring]>) {
            merged += paragraphs.filter { !isSaid($0, said) }.map { $0.joined() }
        }
        var waiting: [[Substring]] = []
        for paragraph in mine {
            let partner = paragraph.compactMap { places[key($0)]?.first { $0 >= next } }.min()
            if partner == nil, waiting.isEmpty, next < theirs.count, let longer = longer(paragraph, theirs[next]) {
                merged.append(longer)
                next += 1
                continue
            }
            guard let partner else {
                waiting.append(paragraph)
                continue
            }
            append(waiting[...])
            append(theirs[next..<partner])
            merged.append(together(paragraph, theirs[partner]))
            said.formUnion((paragraph + theirs[partner]).map(key))
            (waiting, next) = ([], partner + 1)
        }
        append(waiting[...])
        append(theirs[next...])
        return merged
    }

    /// The longer of two where it goes on from the other.
    private static func longer(_ own: [Substring], _ other: [Substring]) -> String? {
        let (own, other) = (own.joined(), other.joined())
        if own.trimmed.isEmpty || other.trimmed.isEmpty { return nil }
        if own.utf8.starts(with: other.utf8) { return own }
        return other.utf8.starts(with: own.utf8) ? other : nil
    }

    private static func isSaid(_ paragraph: [Substring], _ said: Set<String>) -> Bool {
        let keys = paragraph.map(key).filter { !$0.isEmpty }
        return !keys.isEmpty && keys.allSatisfy(said.contains)
    }

    /// Each sentence of both, those that both have once.
    private static func together(_ own: [Substring], _ other: [Substring]) -> String {
        let (removed, added) = WordDifference.changes(
            from: own.map { Substring(key($0)) },
            to: other.map { Substring(key($0)) }
        )
        var (parts, right): ([Substring], Int) = ([], 0)
        for (left, sentence) in own.enumerated() {
            if !removed[left] {
                while right < other.count, added[right] { (parts, right) = (parts + [other[right]], right + 1) }
                right += 1
            }
            parts.append(sentence)
        }
        if right < other.count { parts += other[right...] }
        return parts.reduce(into: "") { text, part in
            if let last = text.last, !last.isWhitespace { text += " " }
            text += part
        }
    }

    /// As two sentences are compared: without the blanks around them.
    private static func key(_ sentence: Substring) -> String { String(sentence).trimmed }

    /// A paragraph cut behind what ends its sentences and the blanks that follow.
    private static func sentences(_ paragraph: String) -> [Substring] {
        var (sentences, start): ([Substring], String.Index) = ([], paragraph.startIndex)
        var (hasEnded, isBlank) = (false, false)
        for index in paragraph.indices {
            let character = paragraph[index]
            if isBlank, !character.isWhitespace {
                sentences.append(paragraph[start..<index])
                (start, hasEnded, isBlank) = (index, false, false)
            }
            switch character {
            case let end where ends.contains(end): hasEnded = true
            case let blank where blank.isWhitespace: isBlank = hasEnded
            case let close where closes.contains(close): break
            default: hasEnded = false
            }
        }
        return sentences + [paragraph[start...]]
    }

    private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
    /// What may follow the end of a sentence and belongs to it.
    private static let closes: Set<Character> = ["\"", "'", "”", "’", ")", "』", "」"]
}
