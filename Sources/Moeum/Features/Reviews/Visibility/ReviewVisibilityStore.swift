import Foundation

/// Hides and restores reviews and updates all counts.
extension Transaction {
    /// Hides a review by a decision of staff; one that is hidden already keeps its time.
    func hideReview(_ id: Review.ID, at now: Date) throws {
        try changeReviewVisibility(of: id) {
            $0.hiddenAt == nil ? (hidden: now, hiddenForReason: $0.hiddenForReasonAt) : nil
        }
    }

    /// Restores a review. A hidden review that its author deleted before it no longer counts either.
    func restoreReview(_ id: Review.ID) throws {
        try execute(
            """
            UPDATE removed_reviews SET account_id = NULL, hidden_at = NULL
            WHERE place_id = (SELECT place_id FROM reviews WHERE id = \(id))
                AND account_id = (SELECT account_id FROM reviews WHERE id = \(id))
            """
        )
        try changeReviewVisibility(of: id) {
            $0.hiddenAt == nil ? nil : (hidden: nil, hiddenForReason: $0.hiddenForReasonAt)
        }
    }

    /// Hides all reviews of an account.
    func hideReviews(of account: Account.ID, for reason: HiddenReason, at now: Date) throws {
        for id in try reviewIDs(of: account) { try hideContent(.review(id), for: reason, at: now) }
    }

    /// Takes the reason from the reviews of an account; those with others stay hidden.
    func unhideReviews(of account: Account.ID, for reason: HiddenReason) throws {
        for id in try reviewIDs(of: account) { try unhideContent(.review(id), for: reason) }
    }

    /// - Parameter since: the time of the earliest hidden reason; nil without any.
    func setReviewHidden(review id: Review.ID, since: Date?) throws {
        try changeReviewVisibility(of: id) {
            $0.hiddenForReasonAt == since ? nil : (hidden: $0.hiddenAt, hiddenForReason: since)
        }
    }

    /// All reviews of an account, oldest first.
    func reviewIDs(of account: Account.ID) throws -> [Review.ID] {
        try rows("SELECT id FROM reviews WHERE account_id = \(account) ORDER BY created_at, id").map {
            try $0.id(0)
        }
    }

    /// - Parameter change: the new times of hiding by staff and of the earliest hidden reason; nil leaves them unchanged.
    private func changeReviewVisibility(
        of id: Review.ID,
        _ change: (Review) -> (hidden: Date?, hiddenForReason: Date?)?
    ) throws {
        guard let review = try review(id), let since = change(review) else { return }
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
    }
}
