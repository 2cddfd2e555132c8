extension Migration {
    /// What the site counts of itself, imports that staff start, and what is known of sweeps and backups.
    package static let statistics = Migration(
        name: "018-statistics",
        statements: [
            """
            CREATE TABLE daily_counts (
                metric TEXT NOT NULL,
                day TEXT NOT NULL,
                count BIGINT NOT NULL CHECK (count >= 0),
                PRIMARY KEY (metric, day)
            )
            """,
            // What somebody looked for and did not find: the words alone, for some weeks.
            """
            CREATE TABLE empty_searches (
                day TEXT NOT NULL,
                words TEXT NOT NULL,
                count BIGINT NOT NULL CHECK (count > 0),
                PRIMARY KEY (day, words)
            )
            """,
            // Sign-ups and reviews are counted where they stand.
            "CREATE INDEX accounts_by_verification ON accounts (verified_at) WHERE verified_at IS NOT NULL",
            "CREATE INDEX reviews_by_time ON reviews (created_at)",
            // An import that staff asked for. Of those in hand there is one; its id is the batch of its runs.
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
            "CREATE INDEX place_statuses_by_run ON place_statuses (run_id, place_id) WHERE run_id IS NOT NULL",
            // How the last run of each sweep ended.
            """
            CREATE TABLE sweeps (
                name TEXT PRIMARY KEY,
                ended_at BIGINT NOT NULL,
                rows_removed BIGINT NOT NULL,
                files_removed BIGINT NOT NULL
            )
            """,
            """
            CREATE TABLE backups (
                id BIGINT PRIMARY KEY,
                made_at BIGINT NOT NULL,
                path TEXT NOT NULL,
                bytes BIGINT NOT NULL
            )
            """,
            "CREATE INDEX backups_by_time ON backups (made_at)",
        ]
    )
}
