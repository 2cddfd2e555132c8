import Foundation

/// What takes reviews out of readers' sight and brings them back, at once in every count.
extension Transaction {
    /// Hides a review by order of staff.
    /// - Returns: whether it was not hidden before.
    @discardableResult
    func hideReview(_ id: Review.ID, at now: Date) throws -> Bool {
        try changeSight(of: id) { $0.hiddenAt == nil ? (hidden: now, withheld: $0.withheldAt) : nil }
    }

    /// Brings a review back; what its author removed before it is held against it no more.
    /// - Returns: whether it was hidden.
    @discardableResult
    func restoreReview(_ id: Review.ID) throws -> Bool {
        try execute(
            """
            UPDATE removed_reviews SET account_id = NULL, hidden_at = NULL
            WHERE place_id = (SELECT place_id FROM reviews WHERE id = \(id))
                AND account_id = (SELECT account_id FROM reviews WHERE id = \(id))
            """
        )
        return try changeSight(of: id) { $0.hiddenAt == nil ? nil : (hidden: nil, withheld: $0.withheldAt) }
    }

    /// Takes every review of a person who is suspended out of sight.
    func withholdReviews(of account: Account.ID, at now: Date) throws {
        for id in try reviewIDs(of: account) { try withhold(.review(id), because: .suspension, at: now) }
    }

    /// Brings the reviews of a person back whose suspension is over; what is out of sight for another cause stays so.
    func releaseReviews(of account: Account.ID) throws {
        for id in try reviewIDs(of: account) { try release(.review(id), from: .suspension) }
    }

    /// - Parameter since: the first of the causes for which it is withheld; nil where there is none.
    func setWithheld(review id: Review.ID, since: Date?) throws {
        try changeSight(of: id) { $0.withheldAt == since ? nil : (hidden: $0.hiddenAt, withheld: since) }
    }

    /// All of a person's reviews, oldest first.
    func reviewIDs(of account: Account.ID) throws -> [Review.ID] {
        try rows("SELECT id FROM reviews WHERE account_id = \(account) ORDER BY created_at, id").map {
            try $0.int64(0)
        }
    }

    /// - Parameter change: since when it is to be hidden and withheld; nil leaves it as it is.
    @discardableResult
    private func changeSight(
        of id: Review.ID,
        _ change: (Review) -> (hidden: Date?, withheld: Date?)?
    ) throws -> Bool {
        guard let review = try review(id), let since = change(review) else { return false }
        let isShown = since.hidden == nil && since.withheld == nil
        try execute(
            """
            UPDATE reviews SET hidden_at = \(since.hidden?.milliseconds), withheld_at = \(since.withheld?.milliseconds),
                is_shown = \(isShown)
            WHERE id = \(id)
            """
        )
        try recountPhotos(of: id)
        try count(at: review.place, from: review.isShown ? review.stars : nil, to: isShown ? review.stars : nil)
        return true
    }
}
