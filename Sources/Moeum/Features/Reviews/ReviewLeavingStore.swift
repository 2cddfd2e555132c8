import Foundation

extension Transaction {
    /// Removes an account's reviews, photos and votes when it is deleted. Reviews that it wants to keep stay without a name and
    /// without earlier versions.
    func leaveReviews(of account: Account.ID, as wish: Withdrawal.Reviews?, at now: Date) throws {
        try execute(
            """
            UPDATE reviews SET helpful_count = helpful_count - 1
            WHERE id IN (SELECT review_id FROM review_votes WHERE account_id = \(account))
            """
        )
        try execute("DELETE FROM review_votes WHERE account_id = \(account)")
        try execute("DELETE FROM photos WHERE account_id = \(account) AND review_id IS NULL")
        switch wish {
        case .anonymise:
            try execute(
                """
                DELETE FROM review_versions
                WHERE review_id IN (SELECT id FROM reviews WHERE account_id = \(account))
                """
            )
        case .delete, nil: for id in try reviewIDs(of: account) { try deleteReview(id, at: now) }
        }
    }
}
