extension Migration {
    /// What people answer to whether a place is still there.
    static let confirmations = Migration(name: "121-confirmations", statements: answers)

    private static let answers: [SQL] = [
        // `weight` is that of its person's reports on that day, in hundredths; `case_id` the case that the answer is about, and
        // `is_counted` whether it counts there.
        """
        CREATE TABLE confirmations (
            id BIGINT PRIMARY KEY,
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'unsure')),
            weight BIGINT NOT NULL,
            case_id BIGINT REFERENCES report_cases (id) ON DELETE SET NULL,
            is_counted SMALLINT NOT NULL DEFAULT 0 CHECK (is_counted IN (0, 1)),
            confirmed_on TEXT NOT NULL,
            created_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX confirmations_by_place ON confirmations (place_id, state, confirmed_on)",
        // For the newest answers of a state that count.
        """
        CREATE INDEX confirmations_of_weight ON confirmations (place_id, state, created_at, id) WHERE weight > 0
        """,
        "CREATE INDEX confirmations_by_account ON confirmations (account_id, place_id, created_at, id)",
        "CREATE INDEX confirmations_by_case ON confirmations (case_id, is_counted, created_at, id)",
        // For lists of places that somebody found open not long ago.
        "CREATE INDEX confirmations_by_day ON confirmations (state, confirmed_on, place_id)",
        // The answers that moved when a place was merged, as `place_merge_items` has other items.
        """
        CREATE TABLE merged_confirmations (
            place_id BIGINT NOT NULL REFERENCES place_merges (place_id) ON DELETE CASCADE,
            confirmation_id BIGINT NOT NULL REFERENCES confirmations (id) ON DELETE CASCADE,
            PRIMARY KEY (place_id, confirmation_id)
        )
        """,
        "CREATE INDEX merged_confirmations_by_answer ON merged_confirmations (confirmation_id)",
    ]
}
