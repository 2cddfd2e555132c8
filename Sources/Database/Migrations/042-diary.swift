extension Migration {
    /// What accounts write about their days, the weather of those days, and what brought a visit or a photo about.
    package static let diary = Migration(
        name: "042-diary",
        statements: entries + mergedItems + [
            // A visit that an entry noted moves and goes with it.
            "ALTER TABLE visits ADD COLUMN entry_id BIGINT REFERENCES diary_entries (id) ON DELETE SET NULL",
            "ALTER TABLE visits ADD COLUMN is_recalled SMALLINT NOT NULL DEFAULT 1",
            "CREATE INDEX visits_by_entry ON visits (entry_id) WHERE entry_id IS NOT NULL",
            """
            ALTER TABLE photos ADD COLUMN entry_id BIGINT REFERENCES diary_entries (id) ON DELETE CASCADE
                CHECK (entry_id IS NULL OR review_id IS NULL)
            """,
            "CREATE INDEX photos_by_entry ON photos (entry_id, position, id) WHERE entry_id IS NOT NULL",
            "DROP INDEX photos_unused",
            "DROP INDEX photos_waiting",
            // SQLite takes the index that names the most of what is asked, so it names what its condition says too.
            """
            CREATE INDEX photos_unused ON photos (review_id, entry_id, created_at, id)
            WHERE review_id IS NULL AND entry_id IS NULL
            """,
            "CREATE INDEX photos_waiting ON photos (account_id, id) WHERE review_id IS NULL AND entry_id IS NULL",
            "ALTER TABLE accounts ADD COLUMN week_start TEXT NOT NULL DEFAULT 'sunday'",
            "ALTER TABLE accounts ADD COLUMN recalls SMALLINT NOT NULL DEFAULT 1",
        ]
    )

    /// The same table as before, made anew because entries move with a merged place too.
    private static let mergedItems: [SQL] = [
        """
        CREATE TABLE place_merge_rows (
            place_id BIGINT NOT NULL REFERENCES place_merges (place_id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('review', 'removed-review', 'visit', 'favourite', 'draft', 'entry', 'cover',
                'case', 'suggestion', 'takedown', 'removed-favourite', 'removed-entry', 'diary-entry')),
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

    private static let entries: [SQL] = [
        // A day is a text, never an instant. What nobody could see is in the trash, so that no list has to leave it out.
        """
        CREATE TABLE diary_entries (
            id BIGINT PRIMARY KEY,
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            day TEXT NOT NULL,
            minute BIGINT CHECK (minute BETWEEN 0 AND 1439),
            place_id BIGINT REFERENCES places (id) ON DELETE SET NULL,
            place_name TEXT NOT NULL DEFAULT '',
            text TEXT NOT NULL,
            title TEXT NOT NULL,
            search_key TEXT NOT NULL,
            initials TEXT NOT NULL,
            photo_count BIGINT NOT NULL DEFAULT 0,
            weather TEXT,
            temperature BIGINT,
            weather_source TEXT NOT NULL CHECK (weather_source IN ('none', 'typed', 'waiting', 'fetched')),
            once TEXT NOT NULL,
            rev BIGINT NOT NULL,
            last_write TEXT,
            edited_on TEXT NOT NULL DEFAULT '',
            is_recalled SMALLINT NOT NULL DEFAULT 1,
            created_at BIGINT NOT NULL,
            edited_at BIGINT NOT NULL,
            deleted_at BIGINT,
            deleted_how TEXT CHECK (deleted_how IN ('hand', 'blank')),
            UNIQUE (account_id, once),
            CHECK ((deleted_at IS NULL) = (deleted_how IS NULL)),
            CHECK (deleted_at IS NOT NULL OR title <> '' OR photo_count > 0)
        )
        """,
        "CREATE INDEX diary_entries_by_day ON diary_entries (account_id, day, id) WHERE deleted_at IS NULL",
        """
        CREATE INDEX diary_entries_by_place ON diary_entries (place_id, account_id, day, id)
        WHERE place_id IS NOT NULL
        """,
        """
        CREATE INDEX diary_entries_in_trash ON diary_entries (account_id, deleted_at, id)
        WHERE deleted_at IS NOT NULL
        """,
        "CREATE INDEX diary_entries_deleted ON diary_entries (deleted_at, id) WHERE deleted_at IS NOT NULL",
        "CREATE INDEX diary_entries_waiting ON diary_entries (day, id) WHERE weather_source = 'waiting'",
        "CREATE INDEX diary_entries_fetched ON diary_entries (day, id) WHERE weather_source = 'fetched'",
        """
        CREATE TABLE diary_versions (
            id BIGINT PRIMARY KEY,
            entry_id BIGINT NOT NULL REFERENCES diary_entries (id) ON DELETE CASCADE,
            rev BIGINT NOT NULL,
            text TEXT NOT NULL,
            why TEXT NOT NULL CHECK (why IN ('session', 'conflict', 'restore')),
            edited_on TEXT NOT NULL,
            written_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX diary_versions_by_entry ON diary_versions (entry_id, id)",
        "CREATE INDEX diary_versions_by_age ON diary_versions (written_at, id)",
        // Hours are 24 pairs of weather code and temperature; null until a source has answered.
        """
        CREATE TABLE weather_days (
            district TEXT NOT NULL,
            day TEXT NOT NULL,
            hours TEXT,
            source TEXT NOT NULL DEFAULT '',
            is_final SMALLINT NOT NULL DEFAULT 0,
            tries BIGINT NOT NULL DEFAULT 0,
            try_at BIGINT NOT NULL,
            PRIMARY KEY (district, day)
        )
        """,
        "CREATE INDEX weather_days_due ON weather_days (try_at, day) WHERE is_final = 0",
    ]
}
