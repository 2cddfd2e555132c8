extension Migration {
    /// The nearest places of a kind come from an index that has no others: rows of a 1,600th of a degree, about 70 m.
    package static let nearbyPlaces = Migration(
        name: "047-nearby-places",
        statements: [
            // The kind of a listed place.
            "ALTER TABLE place_points ADD COLUMN listed_kind TEXT",
            "ALTER TABLE place_points ADD COLUMN near_row BIGINT",
            """
            UPDATE place_points SET listed_kind = c.kind FROM place_counts c
            WHERE c.bucket = place_points.bucket AND c.status = 'listed'
            """,
        ],
        sqlite: [
            """
            UPDATE place_points SET near_row = CAST(latitude * 1600 AS INTEGER)
                - (latitude * 1600 < CAST(latitude * 1600 AS INTEGER))
            """,
            index,
        ],
        postgres: ["UPDATE place_points SET near_row = CAST(floor(latitude * 1600) AS BIGINT)", index]
    )

    private static let index: SQL =
        "CREATE INDEX place_points_near ON place_points (listed_kind, near_row, longitude, latitude, id)"
}
