import Foundation

extension Transaction {
    /// A place's reviews since a time, shown or hidden, without those that staff released.
    func recentReviews(at place: Place.ID, since start: Date) throws -> [Surge.RecentReview] {
        let arrivals = try rows(
            """
            SELECT r.id, a.created_at, EXISTS (
                SELECT 1 FROM review_hidden_reasons w WHERE w.review_id = r.id AND w.reason = 'surge')
            FROM reviews r LEFT JOIN accounts a ON a.id = r.account_id
            WHERE r.place_id = \(place) AND r.created_at > \(start.milliseconds)
                AND NOT EXISTS (SELECT 1 FROM report_cases c
                    WHERE c.target_kind = 'review' AND c.target_id = r.id AND c.outcome = 'approved')
            ORDER BY r.created_at DESC, r.id DESC LIMIT \(Surge.maxRead)
            """
        ).map { row in
            Surge.RecentReview(
                review: try row.id(0),
                joinedAt: try row.optionalDate(1),
                isHeld: try row.bool(2)
            )
        }
        let held = try heldForSurge(among: arrivals.filter { !$0.isHeld }.map(\.review))
        return arrivals.filter { !held.contains($0.review) }
    }

    /// Which of these reviews were ever held for a surge: those that no longer are were released by staff, whichever audit
    /// entry says so.
    private func heldForSurge(among reviews: [Review.ID]) throws -> Set<Review.ID> {
        let holds = try rows(
            """
            SELECT d.target_key, d.after_state FROM audit_log d
            WHERE d.target_kind = 'review' AND d.target_key IN \(list: reviews.map { String($0) })
                AND d.action = \(AuditEntry.Action.hold.rawValue)
            ORDER BY d.id
            """
        ).map { (review: try $0.string(0), state: HoldState(AuditedValues.state(try $0.string(1)))) }
        return Set(holds.filter { $0.state?.values[.surge] != nil }.compactMap { Review.ID($0.review) })
    }

    /// How many of a place's reviews of that time are shown: hidden and held ones do not make a surge look usual.
    func countShownReviews(of place: Place.ID, from start: Date, until end: Date, atMost limit: Int) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM reviews WHERE place_id = \(place) AND is_shown = 1
                    AND created_at > \(start.milliseconds) AND created_at <= \(end.milliseconds) LIMIT \(limit)) AS usual
            """
        ) { try $0.int(0) } ?? 0
    }

    /// Whether reviews of a place are held because of a surge.
    func holdsSurge(at place: Place.ID) throws -> Bool {
        try first(
            """
            SELECT 1 FROM reviews r WHERE r.place_id = \(place) AND r.hidden_for_reason_at IS NOT NULL AND r.hidden_at IS NULL
                AND EXISTS (SELECT 1 FROM review_hidden_reasons w WHERE w.review_id = r.id AND w.reason = 'surge')
            LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }
}
