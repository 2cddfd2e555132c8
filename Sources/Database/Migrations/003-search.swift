extension Migration {
    /// What keeps search, lists and nearby quick at a million places: a shelf for each status, kind, district and type, a
    /// narrow table of where every place stands, indexes by sort key, and search words that tell names from dishes.
    package static let search = Migration(
        name: "003-search",
        statements: [
            "ALTER TABLE place_counts ADD COLUMN shelf BIGINT",
            """
            UPDATE place_counts SET shelf = numbered.number FROM (
                SELECT status, kind, district, category,
                    ROW_NUMBER() OVER (ORDER BY status, kind, district, category) AS number
                FROM place_counts) AS numbered
            WHERE place_counts.status = numbered.status AND place_counts.kind = numbered.kind
                AND place_counts.district = numbered.district AND place_counts.category = numbered.category
            """,
            "CREATE UNIQUE INDEX place_counts_by_shelf ON place_counts (shelf)",
            "CREATE INDEX place_hours_by_time ON place_hours (weekday, closes_minute, opens_minute, place_id)",
            "DROP INDEX places_facets",
        ],
        sqlite: [
            "ALTER TABLE places ADD COLUMN review_order BIGINT GENERATED ALWAYS AS (-review_count) VIRTUAL",
            "CREATE INDEX places_by_reviews ON places (status, review_order, name, id)",
            // As INTEGER the key is SQLite's own row number, which is the quickest to look up.
            """
            CREATE TABLE place_points (
                id INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
                shelf BIGINT NOT NULL REFERENCES place_counts (shelf),
                latitude_row BIGINT,
                latitude DOUBLE PRECISION,
                longitude DOUBLE PRECISION
            )
            """,
            """
            INSERT INTO place_points (id, shelf, latitude_row, latitude, longitude)
            SELECT p.id, c.shelf,
                CAST(p.latitude * 400 AS INTEGER) - (p.latitude * 400 < CAST(p.latitude * 400 AS INTEGER)),
                p.latitude, p.longitude
            FROM places p JOIN place_counts c ON c.status = p.status AND c.kind = p.kind
                AND c.district = p.district AND c.category = p.category
            ORDER BY p.id
            """,
            "CREATE INDEX place_points_by_row ON place_points (latitude_row, longitude, latitude, shelf, id)",
            "CREATE INDEX place_points_by_shelf ON place_points (shelf, id)",
            """
            CREATE VIRTUAL TABLE place_words
            USING fts5(words, columnsize = 0, tokenize = 'unicode61 remove_diacritics 0')
            """,
            """
            INSERT INTO place_words (rowid, words)
            SELECT s.rowid, 'x' || p.name_key || replace(' ' || s.name, ' ', ' n')
                || replace(' ' || s.dish, ' ', ' d') || replace(' ' || s.rest, ' ', ' r')
                || replace(' ' || s.initials, ' ', ' i') || ' ' || s.facets
            FROM place_search s JOIN places p ON p.id = s.rowid ORDER BY s.rowid
            """,
            "DROP TABLE place_search",
        ],
        postgres: [
            "ALTER TABLE places ADD COLUMN review_order BIGINT GENERATED ALWAYS AS (-review_count) STORED",
            "CREATE INDEX places_by_reviews ON places (status, review_order, name, id)",
            """
            CREATE TABLE place_points (
                id BIGINT PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
                shelf BIGINT NOT NULL REFERENCES place_counts (shelf),
                latitude_row BIGINT,
                latitude DOUBLE PRECISION,
                longitude DOUBLE PRECISION
            )
            """,
            """
            INSERT INTO place_points (id, shelf, latitude_row, latitude, longitude)
            SELECT p.id, c.shelf, CAST(floor(p.latitude * 400) AS BIGINT), p.latitude, p.longitude
            FROM places p JOIN place_counts c ON c.status = p.status AND c.kind = p.kind
                AND c.district = p.district AND c.category = p.category
            """,
            "CREATE INDEX place_points_by_row ON place_points (latitude_row, longitude, latitude, shelf, id)",
            "CREATE INDEX place_points_by_shelf ON place_points (shelf, id)",
            """
            UPDATE place_search SET document = place_search.document || ('''x' || p.name_key || ''':1')::tsvector
            FROM places p WHERE p.id = place_search.place_id AND length(p.name_key) <= 400
            """,
        ]
    )
}
