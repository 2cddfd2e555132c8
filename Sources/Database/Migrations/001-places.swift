extension Migration {
    /// Places, where their facts came from, opening hours, counts and the search index.
    package static let places = Migration(
        name: "001-places",
        statements: [
            """
            CREATE TABLE sources (
                id TEXT PRIMARY KEY,
                name_ko TEXT NOT NULL,
                name_en TEXT NOT NULL,
                url TEXT,
                licence TEXT,
                as_of TEXT NOT NULL
            )
            """,
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
                UNIQUE (source, source_key),
                CHECK ((latitude IS NULL) = (longitude IS NULL)),
                CHECK ((latitude IS NULL) = (precision_level IS NULL))
            )
            """,
            "CREATE INDEX places_by_rating ON places (status, rating_order, name, id)",
            "CREATE INDEX places_by_district ON places (district, status, rating_order, name, id)",
            "CREATE INDEX places_by_name ON places (status, name, id)",
            "CREATE INDEX places_by_name_key ON places (name_key, status)",
            """
            CREATE INDEX places_by_position
            ON places (status, latitude, longitude, kind, district, category, rating_order, name, id)
            """,
            """
            CREATE INDEX places_facets
            ON places (id, status, kind, district, category, latitude, longitude, rating_order, name)
            """,
            """
            CREATE TABLE place_facts (
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                fact TEXT NOT NULL,
                source TEXT NOT NULL REFERENCES sources (id),
                as_of TEXT NOT NULL,
                PRIMARY KEY (place_id, fact)
            )
            """,
            """
            CREATE TABLE place_statuses (
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                at BIGINT NOT NULL,
                status TEXT NOT NULL,
                reason TEXT NOT NULL,
                PRIMARY KEY (place_id, at)
            )
            """,
            """
            CREATE TABLE place_hours (
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                weekday BIGINT NOT NULL CHECK (weekday BETWEEN 1 AND 7),
                opens_minute BIGINT NOT NULL,
                closes_minute BIGINT NOT NULL,
                PRIMARY KEY (place_id, weekday, opens_minute)
            )
            """,
            """
            CREATE TABLE place_counts (
                status TEXT NOT NULL,
                kind TEXT NOT NULL,
                district TEXT NOT NULL,
                category TEXT NOT NULL,
                count BIGINT NOT NULL,
                PRIMARY KEY (status, kind, district, category)
            )
            """,
        ],
        sqlite: [
            """
            CREATE VIRTUAL TABLE place_search
            USING fts5(name, dish, rest, initials, facets, tokenize = 'unicode61 remove_diacritics 0')
            """
        ],
        postgres: [
            """
            CREATE TABLE place_search (
                place_id BIGINT PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
                document TSVECTOR NOT NULL
            )
            """,
            "CREATE INDEX place_search_documents ON place_search USING GIN (document)",
        ]
    )
}
