import Foundation
import Synchronization

/// A blocked word or domain, and its effect on texts that contain it.
struct BlockedWord: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        case word, domain
    }

    enum Effect: String, Sendable, CaseIterable, Codable {
        /// The text is refused.
        case refuse
        /// The content is held until staff have looked.
        case hold
    }

    /// Why a text is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        /// A single letter would be found in almost every text.
        case tooShort = "too-short"
        case invalid
    }

    let kind: Kind
    let text: String
    /// Equal for entries that match the same texts.
    let key: String
    let effect: Effect

    /// In grapheme clusters.
    static let maxLength = 60
    /// The most entries of one kind. Each process has them in memory: some 10 MB.
    static let maxCount = 20_000

    init(_ kind: Kind, _ typed: String, _ effect: Effect) throws(Error) {
        if typed.utf8.count > 1_000 { throw .tooLong }
        let text = typed.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        switch kind {
        case .word:
            if text.count > Self.maxLength { throw .tooLong }
            key = ScreenedText(text).key
            if key.unicodeScalars.count < 2 { throw .tooShort }
            self.text = text
        case .domain:
            guard let domain = Domain.key(text) else { throw .invalid }
            (self.text, key) = (domain, domain)
        }
        self.kind = kind
        self.effect = effect
    }

    /// An entry of the list, even if it would be refused now: an invalid entry must not keep everybody from publishing.
    init(listed kind: Kind, text: String, key: String, effect: Effect) {
        (self.kind, self.text, self.key, self.effect) = (kind, text, key, effect)
    }
}

/// The blocked words and domains, prepared for searching texts.
struct BlockedWords: Sendable {
    private let words: WordFinder
    private let domains: [String: BlockedWord.Effect]

    init(_ all: [BlockedWord]) {
        var finder = WordFinder()
        var domains: [String: BlockedWord.Effect] = [:]
        for word in all {
            switch word.kind {
            case .word: finder.add(word.text, word.effect)
            case .domain: domains[word.key] = word.effect
            }
        }
        (words, self.domains) = (finder, domains)
    }

    /// The strictest effect of all matches in a text.
    func effect(in text: PreparedText) -> BlockedWord.Effect? {
        let effects = [words.effect(in: text.letters)] + text.links.domains.map { domains[$0] }
        return effects.contains(.refuse) ? .refuse : effects.contains(.hold) ? .hold : nil
    }
}

/// A text prepared for finding words and links: made before the transaction, because it takes longer than the database should
/// wait.
struct PreparedText: Sendable {
    let letters: ScreenedText
    let links: LinkFinder

    init(_ text: String) { (letters, links) = (ScreenedText(text), LinkFinder(text)) }
}

/// The prepared list of blocked words, made again after each change, which every process notices by the list's version.
final class BlockedWordCache: Sendable {
    private let cache = Mutex<(version: Int64, words: BlockedWords)?>(nil)

    func blockedWords(_ transaction: Transaction) throws -> BlockedWords {
        let version = try transaction.blockedWordsVersion()
        if let kept = cache.withLock({ $0 }), kept.version == version { return kept.words }
        let words = BlockedWords(try transaction.blockedWords())
        cache.withLock { $0 = (version, words) }
        return words
    }
}
