extension Migration {
    /// More of what moves with a place that turned out to be another one.
    static let mergedTraces = Migration(
        name: "027-merged-traces",
        statements: [
            // The same table as before, made anew because its kinds are more now.
            """
            CREATE TABLE place_merge_rows (
                place_id BIGINT NOT NULL REFERENCES place_merges (place_id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind IN ('review', 'removed-review', 'visit', 'favourite', 'draft', 'entry',
                    'cover', 'case', 'suggestion', 'takedown', 'removed-favourite', 'removed-entry')),
                row_id BIGINT NOT NULL,
                mark BIGINT NOT NULL DEFAULT 0,
                account_id BIGINT REFERENCES accounts (id) ON DELETE CASCADE,
                PRIMARY KEY (place_id, kind, row_id)
            )
            """,
            """
            INSERT INTO place_merge_rows (place_id, kind, row_id, mark, account_id)
            SELECT place_id, kind, row_id, mark, account_id FROM place_merge_items
            """,
            "DROP TABLE place_merge_items",
            "ALTER TABLE place_merge_rows RENAME TO place_merge_items",
            "CREATE INDEX place_merge_items_by_account ON place_merge_items (account_id)",
        ]
    )
}
