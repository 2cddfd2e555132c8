extension Migration {
    /// How many places of a facet bucket have opening hours that are understood.
    package static let knownHours = Migration(
        name: "055-known-hours",
        statements: [
            "ALTER TABLE place_counts ADD COLUMN known_hours BIGINT NOT NULL DEFAULT 0",
            """
            UPDATE place_counts SET known_hours = (SELECT COUNT(DISTINCT h.place_id)
                FROM place_hours h JOIN place_points t ON t.id = h.place_id WHERE t.bucket = place_counts.bucket)
            """,
        ]
    )
}
