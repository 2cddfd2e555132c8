import Foundation

extension Transaction {
    /// The entries that a query finds, latest first. They are read one after another: an index of words would be a second
    /// copy of what was written.
    func foundDiaryEntries(of account: Account.ID, _ query: DiarySearchQuery) throws -> [DiaryCursor] {
        var conditions: [SQL] = ["e.account_id = \(account)", "e.deleted_at IS NULL"]
        if let from = query.from { conditions.append("e.day >= \(from)") }
        if let to = query.to { conditions.append("e.day <= \(to)") }
        switch query.kind {
        case nil: break
        case .words: conditions.append("e.place_id IS NULL AND e.place_name = ''")
        case .restaurant, .bookshop:
            conditions.append(
                """
                EXISTS (SELECT 1 FROM places p WHERE p.id = e.place_id AND p.kind = \(query.kind?.rawValue))
                """
            )
        }
        conditions += DiarySearchTerm.terms(query.text).map { term in
            // What loses something where the word is taken out of it contains the word, in both engines.
            let words: SQL = "replace(e.search_key, \(term.key), '') <> e.search_key"
            guard let initials = term.initials else { return words }
            return "(\(words) OR replace(e.initials, \(initials), '') <> e.initials)"
        }
        return try rows(
            """
            SELECT e.day, e.id FROM diary_entries e
            WHERE \(SQL.joined(conditions, separator: " AND ")) ORDER BY e.day DESC, e.id DESC
            """
        ).map { DiaryCursor(value: try $0.string(0), id: try $0.id(1)) }
    }

    /// Entries with their whole texts, latest first.
    func diaryTexts(of entries: [DiaryEntry.ID]) throws -> [(item: DiaryItem, text: String)] {
        if entries.isEmpty { return [] }
        let items = try diaryItems(where: "e.id IN \(list: entries)", order: "e.day DESC, e.id DESC")
        let texts = try rows("SELECT id, text FROM diary_entries WHERE id IN \(list: entries) ORDER BY id").map {
            (try $0.id(0) as DiaryEntry.ID, try $0.string(1))
        }
        let textByID = Dictionary(uniqueKeysWithValues: texts)
        return items.map { ($0, textByID[$0.id] ?? "") }
    }
}
