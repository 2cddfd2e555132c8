extension Migration {
    /// Photos, each under a name of its own over files that equal photos share; those that accounts have saved; and what
    /// recognises pictures that staff removed.
    static let photos = Migration(
        name: "108-photos",
        statements: [
            // `bytes` are those of all files of a picture. `perceptual_hash` is null where a picture says too little.
            """
            CREATE TABLE photo_blobs (
                hash TEXT PRIMARY KEY,
                file TEXT NOT NULL UNIQUE,
                width BIGINT NOT NULL CHECK (width > 0),
                height BIGINT NOT NULL CHECK (height > 0),
                colour TEXT NOT NULL,
                placeholder TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                perceptual_hash BIGINT,
                bytes BIGINT NOT NULL DEFAULT 0
            )
            """,
            // Until it belongs to a review or an entry only its sender can see it. Shown: it belongs to a review that is
            // shown, and is hidden neither by staff nor for a reason of its own. `is_cover` marks the first of a review's
            // photos that readers see; its kind and district are the place's, so that the wall reads indexes alone.
            """
            CREATE TABLE photos (
                id BIGINT PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                blob_hash TEXT NOT NULL REFERENCES photo_blobs (hash),
                account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                review_id BIGINT REFERENCES reviews (id) ON DELETE CASCADE,
                place_id BIGINT REFERENCES places (id) ON DELETE CASCADE,
                position BIGINT NOT NULL DEFAULT 0,
                alt TEXT NOT NULL DEFAULT '',
                created_at BIGINT NOT NULL,
                hidden_at BIGINT,
                is_shown SMALLINT NOT NULL DEFAULT 0,
                hidden_for_reason_at BIGINT CHECK (hidden_for_reason_at IS NULL OR is_shown = 0),
                entry_id BIGINT REFERENCES diary_entries (id) ON DELETE CASCADE
                    CHECK (entry_id IS NULL OR review_id IS NULL),
                kind TEXT,
                district TEXT,
                is_cover SMALLINT NOT NULL DEFAULT 0 CHECK (is_cover = 0 OR is_shown = 1),
                CHECK ((review_id IS NULL) = (place_id IS NULL)),
                CHECK (is_shown = 0 OR (is_shown = 1 AND review_id IS NOT NULL AND hidden_at IS NULL))
            )
            """,
            "CREATE INDEX photos_by_blob ON photos (blob_hash)",
            "CREATE INDEX photos_by_review ON photos (review_id, position, id)",
            "CREATE INDEX photos_by_place ON photos (place_id, review_id DESC, position, id) WHERE is_shown = 1",
            "CREATE INDEX photos_of_place ON photos (place_id)",
            "CREATE INDEX photos_by_account ON photos (account_id, created_at)",
            "CREATE INDEX photos_by_entry ON photos (entry_id, position, id) WHERE entry_id IS NOT NULL",
            // SQLite takes the index with the most columns that a query compares, so these name those of their condition too.
            """
            CREATE INDEX photos_unused ON photos (review_id, entry_id, created_at, id)
            WHERE review_id IS NULL AND entry_id IS NULL
            """,
            "CREATE INDEX photos_waiting ON photos (account_id, id) WHERE review_id IS NULL AND entry_id IS NULL",
            "CREATE INDEX photos_covers ON photos (is_cover, id) WHERE is_cover = 1",
            "CREATE INDEX photos_covers_by_kind ON photos (is_cover, kind, id) WHERE is_cover = 1",
            "CREATE INDEX photos_covers_by_district ON photos (is_cover, district, id) WHERE is_cover = 1",
            """
            CREATE INDEX photos_covers_by_kind_and_district ON photos (is_cover, kind, district, id)
            WHERE is_cover = 1
            """,
            // Why a photo is not shown without being hidden by staff; it is shown again when no reason is left.
            """
            CREATE TABLE photo_hidden_reasons (
                photo_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
                reason TEXT NOT NULL,
                since BIGINT NOT NULL,
                PRIMARY KEY (photo_id, reason)
            )
            """,
            // Refers to nothing: a row outlives the photos and files that it came from.
            """
            CREATE TABLE removed_pictures (
                hash TEXT PRIMARY KEY,
                perceptual_hash BIGINT,
                removed_at BIGINT NOT NULL
            )
            """,
            // The only column that is read of many at once, in few pages.
            """
            CREATE INDEX removed_pictures_by_perceptual_hash ON removed_pictures (perceptual_hash)
            WHERE perceptual_hash IS NOT NULL
            """,
            // What an account wrote beside a photo outlives it.
            """
            CREATE TABLE saved_photos (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                photo_id BIGINT REFERENCES photos (id) ON DELETE SET NULL,
                place_id BIGINT REFERENCES places (id) ON DELETE SET NULL,
                memo TEXT NOT NULL DEFAULT '',
                search_key TEXT NOT NULL DEFAULT '',
                saved_at BIGINT NOT NULL,
                removed_at BIGINT,
                UNIQUE (account_id, photo_id)
            )
            """,
            "CREATE INDEX saved_photos_by_time ON saved_photos (account_id, saved_at, id) WHERE removed_at IS NULL",
            "CREATE INDEX saved_photos_by_photo ON saved_photos (photo_id)",
            "CREATE INDEX saved_photos_by_place ON saved_photos (place_id)",
            "CREATE INDEX saved_photos_removed ON saved_photos (removed_at, id) WHERE removed_at IS NOT NULL",
        ]
    )
}
