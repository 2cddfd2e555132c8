import Foundation

/// A word or a domain that staff do not want to read, and what is done where somebody writes it.
struct BlockedWord: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        case word, domain
    }

    enum Effect: String, Sendable, CaseIterable, Codable {
        /// It is not taken.
        case refuse
        /// Staff look at it before others do.
        case hold
    }

    /// Why a text is none; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case tooLong = "too-long"
        /// Fewer than two letters would be in everything.
        case tooShort = "too-short"
        case invalid
    }

    let kind: Kind
    let text: String
    /// Equal for those that find the same.
    let key: String
    let effect: Effect

    /// In characters as a person counts them.
    static let greatestLength = 60
    /// Of one kind. They are held in memory by every process: some 10 MB.
    static let maxCount = 20_000

    init(_ kind: Kind, _ typed: String, _ effect: Effect) throws(Error) {
        if typed.utf8.count > 1_000 { throw .tooLong }
        let text = typed.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        switch kind {
        case .word:
            if text.count > Self.greatestLength { throw .tooLong }
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

    /// One that was listed before, whatever the rules say of it now: it must not keep everybody from writing.
    init(listed kind: Kind, text: String, key: String, effect: Effect) {
        (self.kind, self.text, self.key, self.effect) = (kind, text, key, effect)
    }
}

/// The blocked words and domains, made ready for reading texts.
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

    /// The strictest that anything in the text asks for.
    func effect(in text: Written) -> BlockedWord.Effect? {
        let effects = [words.effect(in: text.letters)] + text.links.domains.map { domains[$0] }
        return effects.contains(.refuse) ? .refuse : effects.contains(.hold) ? .hold : nil
    }
}

/// What somebody wrote, as it is read for words and links: made before the database is asked, because it takes longer than the
/// database is to wait.
struct Written: Sendable {
    let letters: ScreenedText
    let links: LinkFinder

    init(_ text: String) { (letters, links) = (ScreenedText(text), LinkFinder(text)) }
}
