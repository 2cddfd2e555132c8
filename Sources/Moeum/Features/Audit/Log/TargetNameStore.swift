import Foundation

/// The name of a target: of a place its name, of a review or photo its place and first words.
struct TargetName: Sendable, Equatable {
    /// Nil for a photo that is in no review.
    let name: String?
    /// The first words, on one line.
    var words: String?

    /// The beginning of a text, on one line.
    static func firstWords(of text: String) -> String {
        let words = text.prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 40 || text.count > 200 ? words.prefix(40) + "…" : words
    }
}

extension Transaction {
    /// The names of targets, with one query for each kind; missing targets are left out.
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

    /// Number, name and words; nil for kinds whose keys are names already.
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
            WHERE h.id IN \(list: ids) AND h.review_id IS NOT NULL ORDER BY h.id
            """
        case .card: "SELECT id, name, line FROM cards WHERE id IN \(list: ids) AND withdrawn_at IS NULL ORDER BY id"
        case .place: "SELECT id, name, NULL FROM places WHERE id IN \(list: ids) ORDER BY id"
        case .user: "SELECT id, nickname, NULL FROM accounts WHERE id IN \(list: ids) ORDER BY id"
        case .suggestion: "SELECT id, NULL, value FROM suggestions WHERE id IN \(list: ids) ORDER BY id"
        case .keyword:
            """
            SELECT id, \(language == .korean ? "name_ko" : "name_en" as SQL), NULL FROM keywords
            WHERE id IN \(list: ids) ORDER BY id
            """
        case .takedown, .word, .setting, .mail, .job, .district, .register, .role: nil
        }
    }
}
