extension Migration {
    /// Whose turn it is among places of one rank comes from an index: among a million places without ratings no list sorts them.
    package static let turns = Migration(
        name: "041-turns",
        statements: ["DROP INDEX places_by_rating", "DROP INDEX places_by_district"],
        sqlite: [column("VIRTUAL")] + indexes,
        postgres: [column("STORED")] + indexes
    )

    /// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4): the golden ratio of a prime below 2^31 spreads
    /// ids that follow each other evenly.
    private static func column(_ storage: SQL) -> SQL {
        """
        ALTER TABLE places ADD COLUMN turn_order BIGINT
        GENERATED ALWAYS AS (id % 2147483647 * 1327217885 % 2147483647) \(storage)
        """
    }

    private static let indexes: [SQL] = [
        """
        CREATE INDEX places_by_rating
        ON places (status, rating_order, photo_order, favourite_order, turn_order, id)
        """,
        """
        CREATE INDEX places_by_district
        ON places (district, status, rating_order, photo_order, favourite_order, turn_order, id)
        """,
    ]
}
