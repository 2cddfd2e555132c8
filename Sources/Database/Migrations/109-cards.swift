extension Migration {
    /// Photo cards that accounts have made public.
    static let cards = Migration(
        name: "109-cards",
        statements: [
            // The words are those that were agreed to. A withdrawn card has none, and only its address is remembered.
            """
            CREATE TABLE cards (
                id BIGINT PRIMARY KEY,
                token TEXT NOT NULL UNIQUE,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                entry_id BIGINT REFERENCES diary_entries (id) ON DELETE CASCADE,
                visit_id BIGINT REFERENCES visits (id) ON DELETE CASCADE,
                review_id BIGINT REFERENCES reviews (id) ON DELETE CASCADE,
                place_id BIGINT REFERENCES places (id) ON DELETE SET NULL,
                photo_id BIGINT REFERENCES photos (id) ON DELETE SET NULL,
                blob_hash TEXT,
                picture TEXT NOT NULL,
                once TEXT NOT NULL,
                look TEXT NOT NULL CHECK (look IN ('frame', 'full', 'words')),
                subject TEXT NOT NULL CHECK (subject IN ('restaurant', 'bookshop', 'words')),
                name TEXT NOT NULL,
                place TEXT NOT NULL,
                line TEXT NOT NULL,
                date TEXT NOT NULL,
                brand TEXT NOT NULL,
                weather_provider TEXT,
                alt TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                hidden_at BIGINT,
                hidden_for_reason_at BIGINT,
                withdrawn_at BIGINT,
                UNIQUE (account_id, once),
                CHECK (withdrawn_at IS NOT NULL OR (CASE WHEN entry_id IS NULL THEN 0 ELSE 1 END
                    + CASE WHEN visit_id IS NULL THEN 0 ELSE 1 END + CASE WHEN review_id IS NULL THEN 0 ELSE 1 END) = 1)
            )
            """,
            """
            CREATE TABLE card_hidden_reasons (
                card_id BIGINT NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
                reason TEXT NOT NULL,
                since BIGINT NOT NULL,
                PRIMARY KEY (card_id, reason)
            )
            """,
            "CREATE INDEX cards_by_account ON cards (account_id, id) WHERE withdrawn_at IS NULL",
            "CREATE INDEX cards_by_picture ON cards (picture) WHERE withdrawn_at IS NULL",
            "CREATE INDEX cards_by_entry ON cards (entry_id) WHERE entry_id IS NOT NULL",
            "CREATE INDEX cards_by_visit ON cards (visit_id) WHERE visit_id IS NOT NULL",
            "CREATE INDEX cards_by_review ON cards (review_id) WHERE review_id IS NOT NULL",
            "CREATE INDEX cards_by_place ON cards (place_id) WHERE place_id IS NOT NULL",
            "CREATE INDEX cards_by_photo ON cards (photo_id) WHERE photo_id IS NOT NULL",
        ]
    )
}
