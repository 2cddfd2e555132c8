/// The entries of which somebody's album is made.
extension Transaction {
    /// A page of entries, latest first, and one more where there are more.
    func albumItems(of account: Account.ID, _ query: CardAlbumQuery) throws -> [DiaryItem] {
        var condition: SQL = "e.account_id = \(account) AND e.deleted_at IS NULL"
        if let kind = query.kind { condition = "\(condition) AND p.kind = \(kind.rawValue)" }
        if let after = query.after { condition = "\(condition) AND (e.day, e.id) < (\(after.value), \(after.id))" }
        return try diaryItems(
            where: condition,
            order: "e.day DESC, e.id DESC",
            limit: CardAlbumQuery.pageSize + 1
        )
    }

    func albumCounts(of account: Account.ID) throws -> CardAlbumCounts {
        var counts = CardAlbumCounts()
        try rows(
            """
            SELECT p.kind, COUNT(*) FROM diary_entries e LEFT JOIN places p ON p.id = e.place_id
            WHERE e.account_id = \(account) AND e.deleted_at IS NULL GROUP BY p.kind ORDER BY p.kind
            """
        ).forEach { row in
            counts.all += try row.int(1)
            if let kind = try row.optionalString(0).flatMap(Place.Kind.init) { counts.kinds[kind] = try row.int(1) }
        }
        counts.shared = try cardCount(of: account)
        return counts
    }
}
