import Foundation

/// What a member's public page shows of the account.
struct PublicMember: Sendable {
    let id: Account.ID
    let nickname: String
    let bio: String
    let since: Date
}

extension Transaction {
    /// The member whose page others may see: verified, neither leaving nor suspended.
    func publicMember(_ id: Account.ID, at now: Date) throws -> PublicMember? {
        try first(
            """
            SELECT a.id, a.nickname, a.bio, a.created_at FROM accounts a
            WHERE a.id = \(id) AND a.verified_at IS NOT NULL AND \(isNamedAuthor(at: now))
            """
        ) { row in
            PublicMember(
                id: try row.id(0),
                nickname: try row.string(1),
                bio: try row.string(2),
                since: try row.date(3)
            )
        }
    }

    /// Counted for each page: nobody has so many reviews that it takes long.
    func givenStars(by account: Account.ID) throws -> GivenStars {
        let given = try first(
            """
            SELECT COUNT(*), CAST(SUM(stars) AS DOUBLE PRECISION) FROM reviews
            WHERE account_id = \(account) AND is_shown = 1
            """
        ) { row in (count: try row.int(0), sum: try row.optionalDouble(1)) }
        guard let given, given.count > 0, let sum = given.sum else { return GivenStars(count: 0, mean: nil) }
        return GivenStars(count: given.count, mean: sum / Double(given.count))
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
