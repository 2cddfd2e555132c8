extension Migration {
    /// What keeps pictures away that staff removed, and photos that wait until somebody of staff has looked at them.
    static let photoMarks = Migration(
        name: "017-photo-marks",
        statements: [
            // Nothing for pictures from before, and for those that say nothing of themselves.
            "ALTER TABLE photo_blobs ADD COLUMN looks BIGINT",
            // Public only where a photo is neither hidden nor withheld, and its review is shown.
            "ALTER TABLE photos ADD COLUMN withheld_at BIGINT CHECK (withheld_at IS NULL OR is_shown = 0)",
            // Refers to nothing: a mark outlives the photos and the files that it came of.
            """
            CREATE TABLE removed_pictures (
                hash TEXT PRIMARY KEY,
                looks BIGINT,
                removed_at BIGINT NOT NULL
            )
            """,
            // All that is ever asked of many at once, in few pages.
            "CREATE INDEX removed_pictures_by_looks ON removed_pictures (looks) WHERE looks IS NOT NULL",
            """
            INSERT INTO removed_pictures (hash, removed_at)
            SELECT blob_hash, MIN(hidden_at) FROM photos WHERE hidden_at IS NOT NULL GROUP BY blob_hash
            """,
        ]
    )
}
