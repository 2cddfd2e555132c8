import Foundation

extension AuditedState {
    /// A keyword itself: `kind`, `tone`, `korean`, `english`, and `retired` where it is; nothing where it was never added.
    static let keyword = AuditedState(
        name: "keyword",
        read: { transaction, target, _ in
            guard let id = target.id else { return nil }
            return try transaction.keyword(id).map(state) ?? [:]
        },
        write: { transaction, target, _, wanted, audit in
            guard let id = target.id else { return }
            guard let kind = wanted["kind"].flatMap(Place.Kind.init(rawValue:)),
                let tone = wanted["tone"].flatMap(Keyword.Tone.init(rawValue:)),
                let korean = wanted["korean"], let english = wanted["english"]
            else { return try transaction.removeKeyword(id) }
            let names = Keyword.Names(storedKorean: korean, english: english)
            let known = try transaction.keyword(id)
            if let known, known.names != names {
                _ = try transaction.renameKeyword(id, to: names, from: known.rev)
            } else if known == nil {
                try transaction.addKeyword(names, kind, tone, as: id, at: audit.at)
            }
            let isRetired = wanted["retired"] != nil
            if (known?.isRetired ?? false) != isRetired {
                try transaction.retireKeyword(id, at: isRetired ? audit.at : nil)
            }
        },
        person: { _, _, _ in nil }
    )

    /// The order in which forms offer the keywords of one's kind and tone: their numbers, parted by commas, as `order`.
    static let keywordOrder = AuditedState(
        name: "keyword-order",
        read: { transaction, target, _ in
            guard let keyword = try target.id.flatMap({ try transaction.keyword($0) }) else { return nil }
            return order(of: try transaction.offeredKeywords(like: keyword).map(\.id))
        },
        write: { transaction, _, _, wanted, _ in
            let ids = (wanted["order"] ?? "").split(separator: ",").compactMap { Keyword.ID($0) }
            try transaction.orderKeywords(ids)
        },
        person: { _, _, _ in nil }
    )

    static func state(_ keyword: Keyword) -> AuditEntry.State {
        var state = state(keyword.names, keyword.kind, keyword.tone)
        if keyword.isRetired { state["retired"] = "1" }
        return state
    }

    static func state(_ names: Keyword.Names, _ kind: Place.Kind, _ tone: Keyword.Tone) -> AuditEntry.State {
        ["kind": kind.rawValue, "tone": tone.rawValue, "korean": names.korean, "english": names.english]
    }

    static func order(of keywords: [Keyword.ID]) -> AuditEntry.State {
        ["order": keywords.map { String($0) }.joined(separator: ",")]
    }
}
