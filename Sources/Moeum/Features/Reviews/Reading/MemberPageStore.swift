import Foundation

extension Transaction {
    /// The member whose page others may see: verified, neither leaving nor suspended. The stars are counted for each page:
    /// nobody has so many reviews that it takes long.
    func memberProfile(_ id: Account.ID, for reader: Account.ID?, at now: Date) throws -> MemberProfile? {
        let stars: SQL = "FROM reviews r WHERE r.account_id = a.id AND r.is_shown = 1"
        return try first(
            """
            SELECT a.id, a.nickname, a.bio, a.created_at, (SELECT COUNT(*) \(stars)),
                (SELECT CAST(SUM(r.stars) AS DOUBLE PRECISION) \(stars))
            FROM accounts a WHERE a.id = \(id) AND a.verified_at IS NOT NULL AND \(isNamedAuthor(at: now))
            """
        ) { row in
            MemberProfile(
                id: try row.id(0),
                nickname: try row.string(1),
                bio: try row.string(2),
                since: try row.date(3),
                count: try row.int(4),
                sum: try row.optionalDouble(5),
                isOwn: reader == id
            )
        }
    }

    /// The reader's drafts, last saved first.
    func reviewDraftSummaries(of account: Account.ID) throws -> [ReviewDraftSummary] {
        try rows(
            """
            SELECT d.place_id, p.name, d.saved_at, r.id
            FROM review_drafts d JOIN places p ON p.id = d.place_id
                LEFT JOIN reviews r ON r.place_id = d.place_id AND r.account_id = d.account_id
            WHERE d.account_id = \(account) ORDER BY d.saved_at DESC, d.place_id LIMIT 100
            """
        ).map { row in
            ReviewDraftSummary(
                placeID: try row.id(0),
                placeName: try row.string(1),
                savedAt: try row.date(2),
                reviewID: try row.optionalID(3)
            )
        }
    }
}
