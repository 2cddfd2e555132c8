import Foundation

extension Transaction {
    /// What becomes of what somebody wrote, sent and voted when their account goes: their reviews go too, or stay without
    /// their name and without what they said before; their votes count no longer.
    func leaveReviews(of account: Account.ID, as wish: Leaving.Reviews?, at now: Date) throws {
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
