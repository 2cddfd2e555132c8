extension Migration {
    /// Photos, each under a name of its own over files that equal photos share.
    package static let photos = Migration(
        name: "011-photos",
        statements: [
            """
            CREATE TABLE photo_blobs (
                hash TEXT PRIMARY KEY,
                file TEXT NOT NULL UNIQUE,
                width BIGINT NOT NULL CHECK (width > 0),
                height BIGINT NOT NULL CHECK (height > 0),
                colour TEXT NOT NULL,
                placeholder TEXT NOT NULL,
                created_at BIGINT NOT NULL
            )
            """,
            // Until it belongs to a review nobody sees it but who sent it. Shown: it belongs to a review that is shown and
            // was not hidden itself.
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
                CHECK ((review_id IS NULL) = (place_id IS NULL)),
                CHECK (is_shown = 0 OR (is_shown = 1 AND review_id IS NOT NULL AND hidden_at IS NULL))
            )
            """,
            "CREATE INDEX photos_by_blob ON photos (blob_hash)",
            "CREATE INDEX photos_by_review ON photos (review_id, position, id)",
            "CREATE INDEX photos_by_place ON photos (place_id, review_id DESC, position, id) WHERE is_shown = 1",
            "CREATE INDEX photos_of_place ON photos (place_id)",
            "CREATE INDEX photos_by_account ON photos (account_id, created_at)",
            // SQLite takes the index that names the most of what is asked, so it names what its condition says too.
            "CREATE INDEX photos_unused ON photos (review_id, created_at, id) WHERE review_id IS NULL",
            "CREATE INDEX photos_waiting ON photos (account_id, id) WHERE review_id IS NULL",
        ]
    )
}
