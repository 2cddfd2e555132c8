import Foundation

/// Hiding and showing reviews, at once in every count.
extension Transaction {
    /// Hides a review by order of staff.
    /// - Returns: whether it was not hidden before.
    @discardableResult
    func hideReview(_ id: Review.ID, at now: Date) throws -> Bool {
        try changeReviewVisibility(of: id) {
            $0.hiddenAt == nil ? (hidden: now, hiddenForReason: $0.hiddenForReasonAt) : nil
        }
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
        return try changeReviewVisibility(of: id) {
            $0.hiddenAt == nil ? nil : (hidden: nil, hiddenForReason: $0.hiddenForReasonAt)
        }
    }

    /// Hides every review of a person who is suspended.
    func hideReviews(of account: Account.ID, at now: Date) throws {
        for id in try reviewIDs(of: account) { try hide(.review(id), for: .suspension, at: now) }
    }

    /// Brings the reviews of a person back whose suspension is over; what is hidden for another cause stays so.
    func unhideReviews(of account: Account.ID) throws {
        for id in try reviewIDs(of: account) { try unhide(.review(id), for: .suspension) }
    }

    /// - Parameter since: the first of the causes for which it is hidden for a reason; nil where there is none.
    func setReviewHidden(review id: Review.ID, since: Date?) throws {
        try changeReviewVisibility(of: id) {
            $0.hiddenForReasonAt == since ? nil : (hidden: $0.hiddenAt, hiddenForReason: since)
        }
    }

    /// All of a person's reviews, oldest first.
    func reviewIDs(of account: Account.ID) throws -> [Review.ID] {
        try rows("SELECT id FROM reviews WHERE account_id = \(account) ORDER BY created_at, id").map {
            try $0.int64(0)
        }
    }

    /// - Parameter change: since when it is to be hidden and hidden for a reason; nil leaves it as it is.
    @discardableResult
    private func changeReviewVisibility(
        of id: Review.ID,
        _ change: (Review) -> (hidden: Date?, hiddenForReason: Date?)?
    ) throws -> Bool {
        guard let review = try review(id), let since = change(review) else { return false }
        let isShown = since.hidden == nil && since.hiddenForReason == nil
        try execute(
            """
            UPDATE reviews SET hidden_at = \(since.hidden?.milliseconds), hidden_for_reason_at = \(since.hiddenForReason?.milliseconds),
                is_shown = \(isShown)
            WHERE id = \(id)
            """
        )
        try recountPhotos(of: id)
        try countRating(at: review.place, from: review.isShown ? review.stars : nil, to: isShown ? review.stars : nil)
        return true
    }
}
