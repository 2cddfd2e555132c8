extension Migration {
    /// What people say of places, and the counts that follow from it.
    package static let reviews = Migration(
        name: "010-reviews",
        statements: [
            // Counted with every write that changes what is shown, so that no page ever counts rows.
            "ALTER TABLE places ADD COLUMN stars_1 BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE places ADD COLUMN stars_2 BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE places ADD COLUMN stars_3 BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE places ADD COLUMN stars_4 BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE places ADD COLUMN stars_5 BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE places ADD COLUMN photo_count BIGINT NOT NULL DEFAULT 0",
            // Without an account where the author left and let it stand. Hidden by staff, withheld because its author is
            // suspended: shown when neither.
            """
            CREATE TABLE reviews (
                id BIGINT PRIMARY KEY,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                stars BIGINT NOT NULL CHECK (stars BETWEEN 1 AND 5),
                body TEXT NOT NULL,
                language TEXT NOT NULL CHECK (language IN ('ko', 'en', 'other')),
                visited_on TEXT,
                rev BIGINT NOT NULL DEFAULT 1,
                helpful_count BIGINT NOT NULL DEFAULT 0,
                photo_count BIGINT NOT NULL DEFAULT 0,
                created_at BIGINT NOT NULL,
                edited_at BIGINT,
                hidden_at BIGINT,
                withheld_at BIGINT,
                is_shown SMALLINT NOT NULL DEFAULT 1,
                UNIQUE (place_id, account_id),
                CHECK (is_shown = CASE WHEN hidden_at IS NULL AND withheld_at IS NULL THEN 1 ELSE 0 END)
            )
            """,
            "CREATE INDEX reviews_by_age ON reviews (place_id, created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_by_help ON reviews (place_id, helpful_count, created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_by_stars ON reviews (place_id, stars, created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_latest ON reviews (created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_by_account ON reviews (account_id, created_at, id)",
            // What the words were before an edit. Of each photo one line: its id, and what it was said to show.
            """
            CREATE TABLE review_versions (
                review_id BIGINT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
                rev BIGINT NOT NULL,
                stars BIGINT NOT NULL,
                body TEXT NOT NULL,
                visited_on TEXT,
                keywords TEXT NOT NULL,
                pictures TEXT NOT NULL,
                written_at BIGINT NOT NULL,
                PRIMARY KEY (review_id, rev)
            )
            """,
            // An address that once was a review's says so; nothing of its words stays. Whose it was is kept where staff had
            // hidden it: written anew, it is hidden again.
            """
            CREATE TABLE removed_reviews (
                id BIGINT PRIMARY KEY,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                account_id BIGINT REFERENCES accounts (id) ON DELETE CASCADE,
                hidden_at BIGINT,
                removed_at BIGINT NOT NULL,
                CHECK ((account_id IS NULL) = (hidden_at IS NULL))
            )
            """,
            "CREATE INDEX removed_reviews_by_place ON removed_reviews (place_id, account_id)",
            "CREATE INDEX removed_reviews_by_account ON removed_reviews (account_id)",
            """
            CREATE TABLE review_votes (
                review_id BIGINT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                created_at BIGINT NOT NULL,
                PRIMARY KEY (review_id, account_id)
            )
            """,
            "CREATE INDEX review_votes_by_account ON review_votes (account_id, review_id)",
            // Staff edit them. A retired one is no longer offered and stays on the reviews that have it.
            """
            CREATE TABLE keywords (
                id BIGINT PRIMARY KEY,
                kind TEXT NOT NULL CHECK (kind IN ('restaurant', 'bookshop')),
                tone TEXT NOT NULL CHECK (tone IN ('good', 'bad')),
                name_ko TEXT NOT NULL,
                name_en TEXT NOT NULL,
                position BIGINT NOT NULL,
                rev BIGINT NOT NULL DEFAULT 1,
                created_at BIGINT NOT NULL,
                retired_at BIGINT,
                UNIQUE (kind, name_ko),
                UNIQUE (kind, name_en)
            )
            """,
            """
            CREATE TABLE review_keywords (
                review_id BIGINT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
                keyword_id BIGINT NOT NULL REFERENCES keywords (id),
                PRIMARY KEY (review_id, keyword_id)
            )
            """,
            "CREATE INDEX review_keywords_by_keyword ON review_keywords (keyword_id, review_id)",
            // What somebody is writing, as its form would send it.
            """
            CREATE TABLE review_drafts (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                form TEXT NOT NULL,
                saved_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, place_id)
            )
            """,
            "CREATE INDEX review_drafts_by_place ON review_drafts (place_id)",
            "CREATE INDEX review_drafts_by_age ON review_drafts (saved_at)",
            // What came of a form that creates something, so that sent twice it creates one.
            """
            CREATE TABLE once_results (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                once TEXT NOT NULL,
                location TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, once)
            )
            """,
            "CREATE INDEX once_results_by_age ON once_results (created_at)",
        ]
    )
}
