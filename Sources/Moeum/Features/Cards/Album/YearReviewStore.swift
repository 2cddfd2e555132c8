extension Transaction {
    /// Nil for a year without visits.
    func yearReview(_ year: Int, of account: Account.ID) throws -> YearReview? {
        let visits: SQL = """
            visits v JOIN places p ON p.id = v.place_id
            WHERE v.account_id = \(account) AND v.visited_on >= \("\(year)-01-01") AND v.visited_on <= \("\(year)-12-31")
            """
        let counts = try first(
            """
            SELECT COUNT(*), COUNT(DISTINCT p.district),
                COALESCE(CAST(SUM(CASE WHEN p.kind = 'bookshop' THEN 1 ELSE 0 END) AS BIGINT), 0)
            FROM \(visits)
            """
        ) { (visits: try $0.int(0), districts: try $0.int(1), bookshops: try $0.int(2)) }
        guard let counts, counts.visits > 0 else { return nil }
        func place(_ order: SQL) throws -> String {
            try first("SELECT p.name FROM \(visits) ORDER BY \(order) LIMIT 1") { try $0.string(0) } ?? ""
        }
        return YearReview(
            year: year,
            visits: counts.visits,
            districts: counts.districts,
            first: try place("v.visited_on, v.id"),
            latest: try place("v.visited_on DESC, v.id DESC"),
            tag: try mostVisitedTag(of: account, year),
            bookshops: counts.bookshops
        )
    }

    private func mostVisitedTag(of account: Account.ID, _ year: Int) throws -> Tag? {
        try first(
            """
            SELECT t.group_name, t.value FROM visits v
            JOIN favourite_tags f ON f.account_id = v.account_id AND f.place_id = v.place_id
            JOIN tags t ON t.id = f.tag_id
            WHERE v.account_id = \(account) AND v.visited_on >= \("\(year)-01-01") AND v.visited_on <= \("\(year)-12-31")
            GROUP BY t.id, t.group_name, t.value ORDER BY COUNT(*) DESC, t.value LIMIT 1
            """
        ) { Tag(group: try $0.string(0), value: try $0.string(1)) }
    }
}
