extension Migration {
    /// What accounts write about their days, the weather of those days, where people were, and what the roulette drew.
    static let diary = Migration(name: "107-diary", statements: entries + weather + visits)

    private static let entries: [SQL] = [
        // A day is a text, never an instant. An entry with nothing to see is in the trash, so that no list has to leave it out.
        // `weather_provider` is the source of fetched weather: it stays true when the place changes or an archive brings the
        // entry back.
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
            weather_provider TEXT,
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
        // `photos` were those of the entry with this text: their ids, separated by blanks.
        """
        CREATE TABLE diary_versions (
            id BIGINT PRIMARY KEY,
            entry_id BIGINT NOT NULL REFERENCES diary_entries (id) ON DELETE CASCADE,
            rev BIGINT NOT NULL,
            text TEXT NOT NULL,
            why TEXT NOT NULL CHECK (why IN ('session', 'conflict', 'restore')),
            edited_on TEXT NOT NULL,
            written_at BIGINT NOT NULL,
            photos TEXT NOT NULL DEFAULT ''
        )
        """,
        "CREATE INDEX diary_versions_by_entry ON diary_versions (entry_id, id)",
        "CREATE INDEX diary_versions_by_age ON diary_versions (written_at, id)",
    ]

    private static let weather: [SQL] = [
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

    private static let visits: [SQL] = [
        // A visit that an entry noted is changed and deleted with it.
        """
        CREATE TABLE visits (
            id BIGINT PRIMARY KEY,
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            visited_on TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            entry_id BIGINT REFERENCES diary_entries (id) ON DELETE SET NULL,
            is_recalled SMALLINT NOT NULL DEFAULT 1,
            UNIQUE (account_id, place_id, visited_on)
        )
        """,
        "CREATE INDEX visits_by_day ON visits (account_id, visited_on, id)",
        "CREATE INDEX visits_by_place ON visits (place_id)",
        "CREATE INDEX visits_by_entry ON visits (entry_id) WHERE entry_id IS NOT NULL",
        // What was drawn since everything in a pool had been. The spinner is an account, or the hash of a visitor's cookie;
        // the pool a hash of the filters that make it.
        """
        CREATE TABLE roulette_picks (
            spinner TEXT NOT NULL,
            pool TEXT NOT NULL,
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            account_id BIGINT REFERENCES accounts (id) ON DELETE CASCADE,
            picked_at BIGINT NOT NULL,
            PRIMARY KEY (spinner, pool, place_id)
        )
        """,
        "CREATE INDEX roulette_picks_by_age ON roulette_picks (picked_at)",
        "CREATE INDEX roulette_picks_by_account ON roulette_picks (account_id)",
        "CREATE INDEX roulette_picks_by_place ON roulette_picks (place_id)",
    ]
}
