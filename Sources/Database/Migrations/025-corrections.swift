extension Migration {
    /// What staff know better than a place's source.
    package static let corrections = Migration(
        name: "025-corrections",
        statements: [
            // What the source said then is kept: when it says something else, it knows more than before.
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
            """
            INSERT INTO sources (id, name_ko, name_en, url, licence, as_of)
            VALUES ('staff', '모음 운영자가 확인', 'Checked by our staff', NULL, NULL, '2026') ON CONFLICT (id) DO NOTHING
            """,
        ]
    )
}
