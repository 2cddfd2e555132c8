extension Migration {
    /// What became of each district's imports.
    package static let imports = Migration(
        name: "002-imports",
        statements: [
            """
            CREATE TABLE import_runs (
                id BIGINT PRIMARY KEY,
                source TEXT NOT NULL,
                district TEXT NOT NULL,
                started_at BIGINT NOT NULL,
                finished_at BIGINT NOT NULL,
                failure TEXT,
                inserted BIGINT NOT NULL,
                changed BIGINT NOT NULL,
                unchanged BIGINT NOT NULL,
                cancelled BIGINT NOT NULL,
                refused BIGINT NOT NULL
            )
            """,
            "CREATE INDEX import_runs_by_district ON import_runs (district, finished_at)",
        ]
    )
}
