extension Migration {
    /// Places, where each fact of theirs came from, opening hours, and what staff corrected or merged.
    static let places = Migration(
        name: "104-places",
        sqlite: placeTable("VIRTUAL") + facts + merges,
        postgres: placeTable("STORED") + facts + merges
    )

    /// - Parameter storage: of generated columns, as the engine can have them.
    private static func placeTable(_ storage: SQL) -> [SQL] {
        [
            // `official_name` is the name in the source, where that is not the one that people know. The numbers of reviews,
            // stars, photos and favourites change in the write that they follow from, so that no page counts rows.
            //
            // Lists begin with the best rated, then those with photos, then by favourites. Among equals `turn_order` decides,
            // out of the index, so that no list sorts a million places without ratings. It is multiplicative hashing (Knuth,
            // The Art of Computer Programming 3, 6.4): the golden ratio of a prime below 2^31 spreads ids that follow each
            // other evenly.
            """
            CREATE TABLE places (
                id BIGINT PRIMARY KEY,
                source TEXT NOT NULL REFERENCES sources (id),
                source_key TEXT NOT NULL,
                as_of TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('restaurant', 'bookshop')),
                name TEXT NOT NULL,
                name_key TEXT NOT NULL,
                category TEXT NOT NULL,
                district TEXT NOT NULL,
                dong TEXT,
                road_address TEXT,
                lot_address TEXT,
                phone TEXT,
                menu TEXT,
                description TEXT,
                link TEXT,
                latitude DOUBLE PRECISION,
                longitude DOUBLE PRECISION,
                precision_level TEXT CHECK (precision_level IN ('exact', 'road', 'dong')),
                designated_on TEXT,
                hours_text TEXT,
                status TEXT NOT NULL CHECK (status IN ('listed', 'cancelled', 'closed')),
                review_count BIGINT NOT NULL DEFAULT 0,
                rating_mean DOUBLE PRECISION,
                rating_order DOUBLE PRECISION NOT NULL DEFAULT 0,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                review_order BIGINT GENERATED ALWAYS AS (-review_count) \(storage),
                stars_1 BIGINT NOT NULL DEFAULT 0,
                stars_2 BIGINT NOT NULL DEFAULT 0,
                stars_3 BIGINT NOT NULL DEFAULT 0,
                stars_4 BIGINT NOT NULL DEFAULT 0,
                stars_5 BIGINT NOT NULL DEFAULT 0,
                photo_count BIGINT NOT NULL DEFAULT 0,
                favourite_count BIGINT NOT NULL DEFAULT 0,
                official_name TEXT,
                photo_order BIGINT GENERATED ALWAYS AS (CASE WHEN photo_count > 0 THEN 0 ELSE 1 END) \(storage),
                favourite_order BIGINT GENERATED ALWAYS AS (-favourite_count) \(storage),
                turn_order BIGINT GENERATED ALWAYS AS (id % 2147483647 * 1327217885 % 2147483647) \(storage),
                UNIQUE (source, source_key),
                CHECK ((latitude IS NULL) = (longitude IS NULL)),
                CHECK ((latitude IS NULL) = (precision_level IS NULL))
            )
            """,
            "CREATE INDEX places_by_name ON places (status, name, id)",
            "CREATE INDEX places_by_name_key ON places (name_key, status)",
            "CREATE INDEX places_by_reviews ON places (status, review_order, name, id)",
            "CREATE INDEX places_by_source ON places (source, status, as_of)",
            // For parts of names: a search through all of them reads names and ids alone, no whole rows.
            "CREATE INDEX places_by_name_part ON places (name_key, id)",
            """
            CREATE INDEX places_by_rating
            ON places (status, rating_order, photo_order, favourite_order, turn_order, id)
            """,
            """
            CREATE INDEX places_by_district
            ON places (district, status, rating_order, photo_order, favourite_order, turn_order, id)
            """,
        ]
    }

    private static let facts: [SQL] = [
        """
        CREATE TABLE place_facts (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            fact TEXT NOT NULL,
            source TEXT NOT NULL REFERENCES sources (id),
            as_of TEXT NOT NULL,
            PRIMARY KEY (place_id, fact)
        )
        """,
        // Who decided on a place's status: its source, or an import.
        """
        CREATE TABLE place_statuses (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            at BIGINT NOT NULL,
            status TEXT NOT NULL,
            reason TEXT NOT NULL,
            source TEXT REFERENCES sources (id),
            run_id BIGINT REFERENCES import_runs (id),
            PRIMARY KEY (place_id, at)
        )
        """,
        "CREATE INDEX place_statuses_by_run ON place_statuses (run_id, place_id) WHERE run_id IS NOT NULL",
        """
        CREATE TABLE place_hours (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            weekday BIGINT NOT NULL CHECK (weekday BETWEEN 1 AND 7),
            opens_minute BIGINT NOT NULL,
            closes_minute BIGINT NOT NULL,
            PRIMARY KEY (place_id, weekday, opens_minute)
        )
        """,
        "CREATE INDEX place_hours_by_time ON place_hours (weekday, closes_minute, opens_minute, place_id)",
        // What staff know better than a place's source. What the source said then is kept: when it says something else, it
        // knows more than before.
        """
        CREATE TABLE place_corrections (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            fact TEXT NOT NULL,
            value TEXT NOT NULL,
            replaced TEXT NOT NULL,
            replaced_source TEXT REFERENCES sources (id),
            replaced_as_of TEXT,
            PRIMARY KEY (place_id, fact),
            CHECK ((replaced_source IS NULL) = (replaced_as_of IS NULL))
        )
        """,
    ]

    /// Places that turned out to be another one, and what moved there with them.
    private static let merges: [SQL] = [
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
        // Each row that moved, by its id. A row without one is named by the id of its person or list, and by a mark that
        // distinguishes it from one that came later. It is deleted with the account that the row belongs to.
        """
        CREATE TABLE place_merge_items (
            place_id BIGINT NOT NULL REFERENCES place_merges (place_id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('review', 'removed-review', 'visit', 'favourite', 'draft', 'entry', 'cover',
                'case', 'suggestion', 'takedown', 'removed-favourite', 'removed-entry', 'diary-entry')),
            row_id BIGINT NOT NULL,
            mark BIGINT NOT NULL DEFAULT 0,
            account_id BIGINT REFERENCES accounts (id) ON DELETE CASCADE,
            PRIMARY KEY (place_id, kind, row_id)
        )
        """,
        "CREATE INDEX place_merge_items_by_account ON place_merge_items (account_id)",
    ]
}
