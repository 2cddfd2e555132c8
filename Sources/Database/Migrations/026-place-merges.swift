extension Migration {
    /// Places that turned out to be another one, and what moved there with them.
    static let placeMerges = Migration(
        name: "026-place-merges",
        statements: [
            """
            CREATE TABLE place_merges (
                place_id BIGINT PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
                into_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                status_before TEXT NOT NULL CHECK (status_before IN ('listed', 'cancelled', 'closed')),
                merged_at BIGINT NOT NULL,
                CHECK (place_id <> into_id)
            )
            """,
            "CREATE INDEX place_merges_by_other ON place_merges (into_id)",
            // Each row that moved, by its number: of what has none that of its person or list, and a mark that tells it from
            // one that came later. It goes with the person whose it is.
            """
            CREATE TABLE place_merge_items (
                place_id BIGINT NOT NULL REFERENCES place_merges (place_id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind IN ('review', 'removed-review', 'visit', 'favourite', 'draft', 'entry',
                    'cover', 'case')),
                row_id BIGINT NOT NULL,
                mark BIGINT NOT NULL DEFAULT 0,
                account_id BIGINT REFERENCES accounts (id) ON DELETE CASCADE,
                PRIMARY KEY (place_id, kind, row_id)
            )
            """,
            "CREATE INDEX place_merge_items_by_account ON place_merge_items (account_id)",
        ]
    )
}
