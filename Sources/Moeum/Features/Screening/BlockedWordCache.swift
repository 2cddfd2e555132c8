import Synchronization

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
