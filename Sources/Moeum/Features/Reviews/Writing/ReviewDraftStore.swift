import Foundation

extension Transaction {
    func reviewDraft(of account: Account.ID, at place: Place.ID) throws -> ReviewDraft? {
        try first(
            "SELECT form, saved_at FROM review_drafts WHERE account_id = \(account) AND place_id = \(place)"
        ) { row in
            guard let form = try? Form(Array(try row.string(0).utf8)) else {
                throw DatabaseError.decoding(column: 0, expected: "a form")
            }
            return ReviewDraft(form: ReviewForm(form), savedAt: try row.date(1))
        }
    }

    /// Saves a draft over an earlier one; an empty form deletes it.
    /// - Parameter maxDrafts: the most drafts of one account; beyond them the oldest are deleted.
    func saveReviewDraft(
        _ form: ReviewForm,
        as account: Account.ID,
        at place: Place.ID,
        _ now: Date,
        maxDrafts: Int?
    ) throws {
        if form.isEmpty { return try deleteReviewDraft(of: account, at: place) }
        try execute(
            """
            INSERT INTO review_drafts (account_id, place_id, form, saved_at)
            VALUES (\(account), \(place), \(form.form.encoded), \(now.milliseconds))
            ON CONFLICT (account_id, place_id) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at
            """
        )
        guard let maxDrafts else { return }
        // The draft just saved is kept whatever the others' times.
        try execute(
            """
            DELETE FROM review_drafts WHERE account_id = \(account) AND place_id <> \(place) AND place_id NOT IN (
                SELECT place_id FROM review_drafts WHERE account_id = \(account) AND place_id <> \(place)
                ORDER BY saved_at DESC, place_id DESC LIMIT \(maxDrafts - 1))
            """
        )
    }

    func deleteReviewDraft(of account: Account.ID, at place: Place.ID) throws {
        try execute("DELETE FROM review_drafts WHERE account_id = \(account) AND place_id = \(place)")
    }

    func deleteOldReviewDrafts(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - ReviewDraft.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM review_drafts WHERE (account_id, place_id) IN (
                SELECT account_id, place_id FROM review_drafts WHERE saved_at <= \(oldest)
                ORDER BY saved_at, account_id, place_id LIMIT \(limit))
            """
        )
    }
}
