extension Migration {
    /// PostgreSQL's index does not hold weights, so that a search for a name read the document of every place that has the word
    /// anywhere. Words begin with the part that they are in now, as in SQLite's index. A new table: an index beside rows that were
    /// written again keeps the words of both, and an older release that still runs fails instead of finding nothing.
    package static let placeWords = Migration(
        name: "049-place-words",
        statements: [],
        postgres: [
            "CREATE TABLE place_words (place_id BIGINT PRIMARY KEY, document TSVECTOR NOT NULL)",
            // Of weight D are initial consonants, as pairs or marked by `qq`, and whole names and facets. A whole name of one
            // letter looks like a pair.
            """
            INSERT INTO place_words (place_id, document)
            SELECT s.place_id, COALESCE((
                SELECT string_agg('''' || token || ''':' || positions, ' ') FROM (
                    SELECT token, string_agg(position::text, ',') AS positions
                    FROM unnest(s.document) AS words (lexeme, positions, weights),
                        unnest(words.positions, words.weights) AS uses (position, weight),
                        LATERAL (SELECT CASE
                            WHEN weight = 'A' THEN 'n' || lexeme
                            WHEN weight = 'B' THEN 'd' || lexeme
                            WHEN weight = 'C' THEN 'r' || lexeme
                            WHEN lexeme = 'x' || p.name_key THEN lexeme
                            WHEN length(lexeme) = 2 OR lexeme = 'qq' || right(lexeme, 1) THEN 'i' || lexeme
                            ELSE lexeme END AS token) AS tokens
                    GROUP BY token) AS parted), '')::tsvector
            FROM place_search s JOIN places p ON p.id = s.place_id ORDER BY s.place_id
            """,
            "DROP TABLE place_search",
            "ALTER TABLE place_words ADD FOREIGN KEY (place_id) REFERENCES places (id) ON DELETE CASCADE",
            "CREATE INDEX place_words_documents ON place_words USING GIN (document)",
            "ANALYZE place_words",
        ]
    )
}
