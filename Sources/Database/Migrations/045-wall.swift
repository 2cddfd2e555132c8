extension Migration {
    /// The photos that reviews are shown by on the wall, and those that accounts have saved.
    package static let wall = Migration(
        name: "045-wall",
        statements: [
            "ALTER TABLE photos ADD COLUMN kind TEXT",
            "ALTER TABLE photos ADD COLUMN district TEXT",
            // The first of a review's photos that readers see.
            "ALTER TABLE photos ADD COLUMN is_cover SMALLINT NOT NULL DEFAULT 0 CHECK (is_cover = 0 OR is_shown = 1)",
            """
            UPDATE photos SET kind = (SELECT p.kind FROM places p WHERE p.id = photos.place_id),
                district = (SELECT p.district FROM places p WHERE p.id = photos.place_id)
            WHERE place_id IS NOT NULL
            """,
            """
            UPDATE photos SET is_cover = 1 WHERE is_shown = 1 AND id = (
                SELECT h.id FROM photos h WHERE h.review_id = photos.review_id AND h.is_shown = 1
                ORDER BY h.position, h.id LIMIT 1)
            """,
            // SQLite takes the index that names the most of what is asked, so each names what its condition says too.
            "CREATE INDEX photos_covers ON photos (is_cover, id) WHERE is_cover = 1",
            "CREATE INDEX photos_covers_by_kind ON photos (is_cover, kind, id) WHERE is_cover = 1",
            "CREATE INDEX photos_covers_by_district ON photos (is_cover, district, id) WHERE is_cover = 1",
            """
            CREATE INDEX photos_covers_by_kind_and_district ON photos (is_cover, kind, district, id)
            WHERE is_cover = 1
            """,
            // What somebody wrote beside a photo outlives it.
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
