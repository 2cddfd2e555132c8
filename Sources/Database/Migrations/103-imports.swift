extension Migration {
    /// Where places come from, what each import did, imports that staff start, and addresses that geocoders do not know.
    static let imports = Migration(
        name: "103-imports",
        statements: [
            // `remarks` are the known faults of a source, as JSON.
            """
            CREATE TABLE sources (
                id TEXT PRIMARY KEY,
                name_ko TEXT NOT NULL,
                name_en TEXT NOT NULL,
                url TEXT,
                licence TEXT,
                as_of TEXT NOT NULL,
                remarks TEXT NOT NULL DEFAULT '[]'
            )
            """,
            """
            INSERT INTO sources (id, name_ko, name_en, url, licence, as_of)
            VALUES ('staff', '모음 운영자가 확인', 'Checked by our staff', NULL, NULL, '2026')
            """,
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
                refused BIGINT NOT NULL,
                batch BIGINT NOT NULL DEFAULT 0,
                rows_read BIGINT NOT NULL DEFAULT 0
            )
            """,
            "CREATE INDEX import_runs_by_district ON import_runs (district, finished_at)",
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
            // An import that staff asked for. At most one is not over; its id is the batch of its runs.
            """
            CREATE TABLE import_jobs (
                id BIGINT PRIMARY KEY,
                in_hand SMALLINT UNIQUE CHECK (in_hand = 1),
                allows_mass_cancel SMALLINT NOT NULL CHECK (allows_mass_cancel IN (0, 1)),
                account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                failure TEXT,
                tries BIGINT NOT NULL DEFAULT 0,
                lease BIGINT NOT NULL DEFAULT 0,
                free_at BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                ended_at BIGINT,
                CHECK ((in_hand IS NULL) = (ended_at IS NOT NULL)),
                CHECK (failure IS NULL OR ended_at IS NOT NULL)
            )
            """,
            "CREATE INDEX import_jobs_by_account ON import_jobs (account_id)",
            """
            CREATE TABLE import_job_districts (
                job_id BIGINT NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
                district TEXT NOT NULL,
                PRIMARY KEY (job_id, district)
            )
            """,
            """
            CREATE TABLE geocoder_misses (
                geocoder TEXT NOT NULL,
                address TEXT NOT NULL,
                asked_at BIGINT NOT NULL,
                PRIMARY KEY (geocoder, address)
            )
            """,
        ]
    )
}
