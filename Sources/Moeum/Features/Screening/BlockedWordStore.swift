import Foundation

extension Transaction {
    func blockedWord(_ kind: BlockedWord.Kind, key: String) throws -> BlockedWord? {
        try first(
            """
            SELECT \(BlockedWord.columns) FROM blocked_words w WHERE w.kind = \(kind.rawValue) AND w.key = \(key)
            """,
            BlockedWord.init
        )
    }

    /// All blocked words, to prepare them for searching texts.
    func blockedWords() throws -> [BlockedWord] {
        try rows("SELECT \(BlockedWord.columns) FROM blocked_words w ORDER BY w.kind, w.key").map(BlockedWord.init)
    }

    /// A number that differs after every change of the list.
    func blockedWordsVersion() throws -> Int64 {
        try first("SELECT version FROM blocked_words_version WHERE id = 1") { try $0.int64(0) } ?? 0
    }

    func countBlockedWords(_ kind: BlockedWord.Kind) throws -> Int {
        try first("SELECT COUNT(*) FROM blocked_words WHERE kind = \(kind.rawValue)") { try $0.int(0) } ?? 0
    }

    /// A page of entries, ordered by key.
    /// - Parameters:
    ///   - start: the beginning of their keys.
    ///   - after: the key of the last entry of the page before.
    func listedWords(
        _ kind: BlockedWord.Kind,
        startingWith start: String = "",
        after: String = "",
        limit: Int
    ) throws -> [ListedWord] {
        try rows(
            """
            SELECT \(BlockedWord.columns), w.added_at, a.nickname FROM blocked_words w
            LEFT JOIN accounts a ON a.id = w.added_by
            WHERE w.kind = \(kind.rawValue) AND w.key > \(after) AND w.key >= \(start)
                AND w.key < \(start + Self.lastScalar)
            ORDER BY w.key LIMIT \(limit)
            """
        ).map { row in
            ListedWord(
                word: try BlockedWord(row),
                addedAt: try row.date(4),
                addedBy: try row.optionalString(5)
            )
        }
    }

    /// Sorts after every text with the same beginning.
    static let lastScalar = "\u{10FFFF}"

    fileprivate func insertBlockedWord(_ word: BlockedWord, by account: Account.ID?, at now: Date) throws {
        try execute(
            """
            INSERT INTO blocked_words (id, kind, key, text, effect, added_by, added_at)
            VALUES (\(Identifier<BlockedWord>.next()), \(word.kind.rawValue), \(word.key), \(word.text), \(word.effect.rawValue),
                \(account), \(now.milliseconds))
            """
        )
    }

    fileprivate func deleteBlockedWord(_ kind: BlockedWord.Kind, key: String) throws {
        try execute("DELETE FROM blocked_words WHERE kind = \(kind.rawValue) AND key = \(key)")
    }

    fileprivate func renewBlockedWordsVersion() throws {
        try execute("UPDATE blocked_words_version SET version = \(Identifier<BlockedWord>.next()) WHERE id = 1")
    }
}

/// An entry of the list; nothing where it is not listed.
struct BlockedWordState: AuditedValue {
    var text: String?
    var effect: BlockedWord.Effect?
}

extension AuditedChange<BlockedWordState> {
    /// Whether a word or link domain is blocked, with its kind as the key. The target is its text.
    static var blockedWord: Self {
        Self(
            name: "blocked-word",
            read: { transaction, target, key in
                guard let word = word(target, key) else { return nil }
                let found = try transaction.blockedWord(word.kind, key: word.key)
                return BlockedWordState(text: found?.text, effect: found?.effect)
            },
            write: { transaction, target, key, state, audit in
                guard let word = word(target, key) else { return }
                try transaction.deleteBlockedWord(word.kind, key: word.key)
                if let effect = state.effect, let wanted = try? BlockedWord(word.kind, state.text ?? target.key, effect)
                {
                    try transaction.insertBlockedWord(wanted, by: audit.actor.account, at: audit.at)
                }
                try transaction.renewBlockedWordsVersion()
            }
        )
    }

    private static func word(_ target: AuditEntry.Target, _ key: String) -> BlockedWord? {
        BlockedWord.Kind(rawValue: key).flatMap { try? BlockedWord($0, target.key, .refuse) }
    }
}

struct MailDomainState: AuditedValue {
    var listed: AuditedFlag?
}

extension AuditedChange<MailDomainState> {
    /// Whether addresses of a mail domain are refused for signing up. The target is the domain.
    static var mailDomain: Self {
        Self(
            name: "mail-domain",
            read: { transaction, target, _ in
                MailDomainState(listed: try transaction.isListedDisposable(target.key) ? .yes : nil)
            },
            write: { transaction, target, _, state, audit in
                if state.listed == nil {
                    try transaction.removeDisposable(target.key)
                } else {
                    try transaction.addDisposable(target.key, by: audit.actor.account, at: audit.at.milliseconds)
                }
            }
        )
    }
}

extension BlockedWord {
    fileprivate static let columns: SQL = "w.kind, w.text, w.key, w.effect"

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        guard let kind = Kind(rawValue: try row.string(0)), let effect = Effect(rawValue: try row.string(3)) else {
            throw DatabaseError.decoding(column: 0, expected: "a blocked word")
        }
        self.init(listed: kind, text: try row.string(1), key: try row.string(2), effect: effect)
    }
}
