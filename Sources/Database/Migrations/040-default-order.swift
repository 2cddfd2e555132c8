extension Migration {
    /// The order that lists begin with: by rating, then with photos, then by favourites; places that are still alike take turns.
    package static let defaultOrder = Migration(
        name: "040-default-order",
        statements: ["DROP INDEX places_by_rating", "DROP INDEX places_by_district"],
        sqlite: columns("VIRTUAL") + indexes,
        postgres: columns("STORED") + indexes
    )

    private static func columns(_ storage: SQL) -> [SQL] {
        [
            """
            ALTER TABLE places ADD COLUMN photo_order BIGINT
            GENERATED ALWAYS AS (CASE WHEN photo_count > 0 THEN 0 ELSE 1 END) \(storage)
            """,
            "ALTER TABLE places ADD COLUMN favourite_order BIGINT GENERATED ALWAYS AS (-favourite_count) \(storage)",
        ]
    }

    private static let indexes: [SQL] = [
        "CREATE INDEX places_by_rating ON places (status, rating_order, photo_order, favourite_order, id)",
        "CREATE INDEX places_by_district ON places (district, status, rating_order, photo_order, favourite_order, id)",
    ]
}
