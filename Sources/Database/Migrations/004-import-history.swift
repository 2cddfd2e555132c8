extension Migration {
    /// Who decided on a place's status, what each import read and refused, and the known faults of each source.
    static let importHistory = Migration(
        name: "004-import-history",
        statements: [
            "ALTER TABLE sources ADD COLUMN remarks TEXT NOT NULL DEFAULT '[]'",
            "ALTER TABLE import_runs ADD COLUMN batch BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE import_runs ADD COLUMN rows_read BIGINT NOT NULL DEFAULT 0",
            "UPDATE import_runs SET batch = id, rows_read = inserted + changed + unchanged + refused",
            "CREATE INDEX import_runs_by_source ON import_runs (source, finished_at)",
            "CREATE INDEX import_runs_by_batch ON import_runs (batch)",
            """
            CREATE TABLE import_refusals (
                run_id BIGINT NOT NULL REFERENCES import_runs (id) ON DELETE CASCADE,
                reason TEXT NOT NULL,
                row_count BIGINT NOT NULL,
                example TEXT NOT NULL,
                PRIMARY KEY (run_id, reason)
            )
            """,
            "ALTER TABLE place_statuses ADD COLUMN source TEXT REFERENCES sources (id)",
            "ALTER TABLE place_statuses ADD COLUMN run_id BIGINT REFERENCES import_runs (id)",
            "UPDATE place_statuses SET source = (SELECT p.source FROM places p WHERE p.id = place_statuses.place_id)",
            "CREATE INDEX places_by_source ON places (source, status, as_of)",
        ]
    )
}
