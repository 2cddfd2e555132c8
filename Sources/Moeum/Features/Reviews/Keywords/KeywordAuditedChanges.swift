/// The state of a keyword; nothing before it was added.
struct KeywordState: AuditedValue {
    var kind: Place.Kind?
    var tone: Keyword.Tone?
    var korean: String?
    var english: String?
    var retired: AuditedFlag?
}

extension KeywordState {
    init(_ names: Keyword.Names, _ kind: Place.Kind, _ tone: Keyword.Tone, isRetired: Bool = false) {
        self.init(
            kind: kind,
            tone: tone,
            korean: names.korean,
            english: names.english,
            retired: isRetired ? .yes : nil
        )
    }
}

extension AuditedChange<KeywordState> {
    static var keyword: Self {
        Self(
            name: "keyword",
            read: { transaction, target, _ in
                guard let id = target.keywordID else { return nil }
                guard let known = try transaction.keyword(id) else { return KeywordState() }
                return KeywordState(known.names, known.kind, known.tone, isRetired: known.isRetired)
            },
            write: { transaction, target, _, wanted, audit in
                guard let id = target.keywordID else { return }
                guard let kind = wanted.kind, let tone = wanted.tone, let korean = wanted.korean,
                    let english = wanted.english
                else { return try transaction.removeKeyword(id) }
                let names = Keyword.Names(storedKorean: korean, english: english)
                let known = try transaction.keyword(id)
                if let known, known.names != names {
                    try transaction.renameKeyword(id, to: names)
                } else if known == nil {
                    try transaction.addKeyword(names, kind, tone, as: id, at: audit.at)
                }
                let isRetired = wanted.retired != nil
                if (known?.isRetired ?? false) != isRetired {
                    try transaction.retireKeyword(id, at: isRetired ? audit.at : nil)
                }
            }
        )
    }
}

/// The order of the keywords of one kind of place and tone.
struct KeywordOrderState: AuditedValue {
    /// Ids, separated by commas.
    private let order: String

    init(_ ids: [Keyword.ID]) { order = ids.map { String($0) }.joined(separator: ",") }

    var ids: [Keyword.ID] { order.split(separator: ",").compactMap { Keyword.ID($0) } }
}

extension AuditedChange<KeywordOrderState> {
    static var keywordOrder: Self {
        Self(
            name: "keyword-order",
            read: { transaction, target, _ in
                guard let keyword = try target.keywordID.flatMap({ try transaction.keyword($0) }) else { return nil }
                return KeywordOrderState(try transaction.offeredKeywords(like: keyword).map(\.id))
            },
            write: { transaction, _, _, wanted, _ in try transaction.orderKeywords(wanted.ids) }
        )
    }
}
