extension Migration {
    /// Photo cards that somebody has made public, and cases and sanctions about them.
    package static let cards = Migration(
        name: "046-cards",
        statements: cardTable + caseKinds + sanctionKinds
    )

    private static let cardTable: [SQL] = [
        // Words as they were agreed to. What was taken back has none of them, and only its address is remembered.
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

    // SQLite changes no CHECK, but drops one with its column: a new column takes the old one's place and name.

    private static let caseKinds: [SQL] =
        [
            "report_cases_living", "report_cases_by_target", "report_cases_by_kind", "report_cases_by_kind_age",
            "report_cases_by_kind_count",
        ].map(dropIndex) + [
            """
            ALTER TABLE report_cases ADD COLUMN new_kind TEXT NOT NULL DEFAULT 'review'
                CHECK (new_kind IN ('review', 'photo', 'user', 'place', 'suggestion', 'card'))
            """,
            "UPDATE report_cases SET new_kind = target_kind",
            "ALTER TABLE report_cases DROP COLUMN target_kind",
            "ALTER TABLE report_cases RENAME COLUMN new_kind TO target_kind",
            """
            CREATE UNIQUE INDEX report_cases_living ON report_cases (target_kind, target_id) WHERE closed_at IS NULL
            """,
            "CREATE INDEX report_cases_by_target ON report_cases (target_kind, target_id, id)",
            "CREATE INDEX report_cases_by_kind ON report_cases (state, target_kind, queue_order, id)",
            "CREATE INDEX report_cases_by_kind_age ON report_cases (state, target_kind, reported_at, id)",
            "CREATE INDEX report_cases_by_kind_count ON report_cases (state, target_kind, report_count, id)",
        ]

    private static let sanctionKinds: [SQL] =
        ["sanctions_by_account", "sanctions_by_target", "sanctions_standing"].map(dropIndex) + [
            """
            ALTER TABLE sanctions ADD COLUMN new_kind TEXT NOT NULL DEFAULT 'warning' CHECK (new_kind IN (
                'warning', 'no-posting', 'suspension', 'hidden-review', 'hidden-photo', 'hidden-card'))
            """,
            "UPDATE sanctions SET new_kind = kind",
            "ALTER TABLE sanctions DROP COLUMN kind",
            "ALTER TABLE sanctions RENAME COLUMN new_kind TO kind",
            "CREATE INDEX sanctions_by_account ON sanctions (account_id, kind, starts_at)",
            "CREATE INDEX sanctions_by_target ON sanctions (kind, target_id)",
            """
            CREATE INDEX sanctions_standing ON sanctions (account_id)
            WHERE lifted_at IS NULL AND ended_at IS NULL AND kind IN ('no-posting', 'suspension')
            """,
        ]

    private static func dropIndex(_ name: StaticString) -> SQL { SQL(stringLiteral: "DROP INDEX \(name)") }
}
