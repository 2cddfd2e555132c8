import Foundation

/// What a thing is called: a place by its name, a review or a photo by its place and the first words.
struct TargetName: Sendable, Equatable {
    /// Nil of a photo that stands in no review.
    let name: String?
    /// The first words, on one line.
    var words: String?

    /// As much of a text as names it, on one line.
    static func firstWords(of text: String) -> String {
        let words = text.prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 40 || text.count > 200 ? words.prefix(40) + "…" : words
    }
}

extension Transaction {
    /// What things are called, by one query a kind; those that are gone are left out.
    func targetNames(of targets: Set<AuditEntry.Target>, _ language: Language) throws -> [AuditEntry.Target: TargetName]
    {
        let ids = Dictionary(grouping: targets, by: \.kind).mapValues { $0.compactMap(\.id).sorted() }
        var names: [AuditEntry.Target: TargetName] = [:]
        for (kind, ids) in ids where !ids.isEmpty {
            guard let query = targetNameQuery(kind, ids, language) else { continue }
            for (id, name) in try rows(query).map({ row in
                let words = try row.optionalString(2).map(TargetName.firstWords)
                return (try row.int64(0), TargetName(name: try row.optionalString(1), words: words))
            }) { names[AuditEntry.Target(kind, id)] = name }
        }
        return names
    }

    /// The number, the name and the words; nil of kinds whose keys say enough.
    private func targetNameQuery(_ kind: AuditEntry.Target.Kind, _ ids: [Int64], _ language: Language) -> SQL? {
        switch kind {
        case .review:
            """
            SELECT r.id, p.name, r.body FROM reviews r JOIN places p ON p.id = r.place_id
            WHERE r.id IN \(list: ids) ORDER BY r.id
            """
        case .photo:
            """
            SELECT h.id, p.name, h.alt FROM photos h LEFT JOIN places p ON p.id = h.place_id
            WHERE h.id IN \(list: ids) ORDER BY h.id
            """
        case .place: "SELECT id, name, NULL FROM places WHERE id IN \(list: ids) ORDER BY id"
        case .user: "SELECT id, nickname, NULL FROM accounts WHERE id IN \(list: ids) ORDER BY id"
        case .suggestion: "SELECT id, NULL, value FROM suggestions WHERE id IN \(list: ids) ORDER BY id"
        case .keyword:
            if language == .korean {
                "SELECT id, name_ko, NULL FROM keywords WHERE id IN \(list: ids) ORDER BY id"
            } else {
                "SELECT id, name_en, NULL FROM keywords WHERE id IN \(list: ids) ORDER BY id"
            }
        case .takedown, .word, .setting, .mail, .district, .role: nil
        }
    }
}
