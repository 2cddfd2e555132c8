import Foundation

extension Transaction {
    /// One vote per account: the count changes only where the vote does.
    /// - Returns: the number of helpful votes now.
    func setHelpfulVote(on review: Review.ID, by account: Account.ID, isOn: Bool, at now: Date) throws -> Int {
        let change: Int
        if isOn {
            change = try execute(
                """
                INSERT INTO review_votes (review_id, account_id, created_at)
                VALUES (\(review), \(account), \(now.milliseconds)) ON CONFLICT (review_id, account_id) DO NOTHING
                """
            )
        } else {
            change = -(try execute("DELETE FROM review_votes WHERE review_id = \(review) AND account_id = \(account)"))
        }
        if change != 0 {
            try execute("UPDATE reviews SET helpful_count = helpful_count + \(change) WHERE id = \(review)")
        }
        return try first("SELECT helpful_count FROM reviews WHERE id = \(review)") { try $0.int(0) } ?? 0
    }
}
