import Foundation

/// What somebody is writing of a place, kept as they write.
struct ReviewDraft: Sendable {
    let form: ReviewForm
    let savedAt: Date

    static let lifetime: TimeInterval = 30 * 86_400
    /// Of what is kept, as a form sends it.
    static let mostBytes = 65_536

    /// Forgets what nobody goes on with.
    static let sweeps: [AccountSweep.Task] = [
        { try $0.deleteOldReviewDrafts(at: $1, atMost: $2) }, { try $0.deleteOldOnceResults(at: $1, atMost: $2) },
    ]
}

extension Transaction {
    func reviewDraft(of account: Account.ID, at place: Place.ID) throws -> ReviewDraft? {
        try first(
            "SELECT form, saved_at FROM review_drafts WHERE account_id = \(account) AND place_id = \(place)"
        ) { row in
            guard let form = try? Form(Array(try row.string(0).utf8)) else {
                throw DatabaseError.decoding(column: 0, expected: "a form")
            }
            return ReviewDraft(form: ReviewForm(form), savedAt: Date(milliseconds: try row.int64(1)))
        }
    }

    /// Keeps it in the place of what was kept before; an empty form is forgotten.
    func keep(_ form: ReviewForm, as account: Account.ID, at place: Place.ID, _ now: Date) throws {
        if form.isEmpty { return try deleteReviewDraft(of: account, at: place) }
        try execute(
            """
            INSERT INTO review_drafts (account_id, place_id, form, saved_at)
            VALUES (\(account), \(place), \(form.form.encoded), \(now.milliseconds))
            ON CONFLICT (account_id, place_id) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at
            """
        )
    }

    func deleteReviewDraft(of account: Account.ID, at place: Place.ID) throws {
        try execute("DELETE FROM review_drafts WHERE account_id = \(account) AND place_id = \(place)")
    }

    func deleteOldReviewDrafts(at now: Date, atMost most: Int) throws -> Int {
        let oldest = (now - ReviewDraft.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM review_drafts WHERE (account_id, place_id) IN (
                SELECT account_id, place_id FROM review_drafts WHERE saved_at <= \(oldest)
                ORDER BY saved_at, account_id, place_id LIMIT \(most))
            """
        )
    }
}
