extension Migration {
    /// What keeps search, lists and nearby quick at a million places: a bucket for each status, kind, district and type, a
    /// narrow table of where every place is, and the words of places.
    static let search = Migration(
        name: "105-search",
        statements: [
            // `known_hours`: of how many places the opening hours are understood.
            """
            CREATE TABLE place_counts (
                status TEXT NOT NULL,
                kind TEXT NOT NULL,
                district TEXT NOT NULL,
                category TEXT NOT NULL,
                count BIGINT NOT NULL,
                bucket BIGINT,
                known_hours BIGINT NOT NULL DEFAULT 0,
                PRIMARY KEY (status, kind, district, category)
            )
            """,
            "CREATE UNIQUE INDEX place_counts_by_bucket ON place_counts (bucket)",
            "CREATE INDEX place_counts_by_status ON place_counts (status, bucket)",
        ],
        // As INTEGER the key is SQLite's own row number, which is the quickest to look up.
        sqlite: points(id: "INTEGER") + [
            """
            CREATE VIRTUAL TABLE place_words
            USING fts5(words, columnsize = 0, tokenize = 'unicode61 remove_diacritics 0')
            """
        ],
        // Words begin with the part that they are in, as in SQLite's index: weights are not in this index, and a search for a
        // name would read the document of every place that has the word anywhere.
        postgres: points(id: "BIGINT") + [
            """
            CREATE TABLE place_words (
                place_id BIGINT PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
                document TSVECTOR NOT NULL
            )
            """,
            "CREATE INDEX place_words_documents ON place_words USING GIN (document)",
        ]
    )

    private static func points(id: SQL) -> [SQL] {
        [
            // Rows of the grid: `latitude_row` of a 400th of a degree; `near_row` of a 1,600th, about 70 m. `listed_kind` is
            // the kind of a listed place: the nearest of a kind come from an index that has no others.
            """
            CREATE TABLE place_points (
                id \(id) PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
                bucket BIGINT NOT NULL REFERENCES place_counts (bucket),
                latitude_row BIGINT,
                latitude DOUBLE PRECISION,
                longitude DOUBLE PRECISION,
                listed_kind TEXT,
                near_row BIGINT
            )
            """,
            "CREATE INDEX place_points_by_row ON place_points (latitude_row, longitude, latitude, bucket, id)",
            "CREATE INDEX place_points_by_bucket ON place_points (bucket, id)",
            "CREATE INDEX place_points_near ON place_points (listed_kind, near_row, longitude, latitude, id)",
        ]
    }
}
