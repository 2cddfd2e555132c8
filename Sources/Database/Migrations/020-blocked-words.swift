extension Migration {
    /// Words and link domains that staff do not want, and what finding a surge of reviews needs.
    package static let blockedWords = Migration(
        name: "020-blocked-words",
        statements: [
            // `key` is how two texts are compared: for words the letters alone, for domains the name in its own letters.
            """
            CREATE TABLE blocked_words (
                id BIGINT PRIMARY KEY,
                kind TEXT NOT NULL CHECK (kind IN ('word', 'domain')),
                key TEXT NOT NULL,
                text TEXT NOT NULL,
                effect TEXT NOT NULL CHECK (effect IN ('refuse', 'hold')),
                added_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                added_at BIGINT NOT NULL,
                UNIQUE (kind, key)
            )
            """,
            "CREATE INDEX blocked_words_by_adder ON blocked_words (added_by)",
            // Another number after every change, so that every process sees that what it compiled is old.
            """
            CREATE TABLE blocked_words_version (
                id SMALLINT PRIMARY KEY CHECK (id = 1),
                version BIGINT NOT NULL
            )
            """,
            "INSERT INTO blocked_words_version (id, version) VALUES (1, 1)",
            // What came to a place, in sight or not: the other indexes hold only what is shown.
            "CREATE INDEX reviews_by_arrival ON reviews (place_id, created_at, id)",
            "CREATE INDEX reviews_withheld ON reviews (place_id, id) WHERE withheld_at IS NOT NULL",
        ]
    )
}
