extension Migration {
    /// What people say of places.
    static let reviews = Migration(
        name: "106-reviews",
        statements: [
            // Without an account where the author left and let it stand. Hidden by staff, or for a reason of its own (a
            // suspension, reports): shown when neither. `is_visit_noted` says that the visit was noted on its day or the next.
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
                hidden_for_reason_at BIGINT,
                is_shown SMALLINT NOT NULL DEFAULT 1,
                is_visit_noted SMALLINT NOT NULL DEFAULT 0,
                UNIQUE (place_id, account_id),
                CHECK (is_shown = CASE WHEN hidden_at IS NULL AND hidden_for_reason_at IS NULL THEN 1 ELSE 0 END)
            )
            """,
            "CREATE INDEX reviews_by_age ON reviews (place_id, created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_by_help ON reviews (place_id, helpful_count, created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_by_stars ON reviews (place_id, stars, created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_latest ON reviews (created_at, id) WHERE is_shown = 1",
            "CREATE INDEX reviews_by_account ON reviews (account_id, created_at, id)",
            // Reviews are counted from their rows.
            "CREATE INDEX reviews_by_time ON reviews (created_at)",
            // What came to a place, shown or not, tells a surge: the other indexes hold only what is shown.
            "CREATE INDEX reviews_by_arrival ON reviews (place_id, created_at, id)",
            """
            CREATE INDEX reviews_hidden_for_reason ON reviews (place_id, id) WHERE hidden_for_reason_at IS NOT NULL
            """,
            // Why a review is not shown without being hidden by staff; it is shown again when no reason is left.
            """
            CREATE TABLE review_hidden_reasons (
                review_id BIGINT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
                reason TEXT NOT NULL,
                since BIGINT NOT NULL,
                PRIMARY KEY (review_id, reason)
            )
            """,
            // What the words were before an edit. Of each photo one line: its id, and its description.
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
            // The address of a deleted review says so; none of its words are kept. Its author is kept where staff had hidden
            // it: another review of theirs is then hidden too.
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
        ]
    )
}
