extension Migration {
    /// Archives that are to be made or taken in, and what became of them. Of each kind an account has one in hand at most.
    package static let archives = Migration(
        name: "008-archives",
        statements: [
            """
            CREATE TABLE archive_jobs (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind IN ('export', 'import')),
                state TEXT NOT NULL CHECK (state IN ('uploading', 'waiting', 'running', 'done', 'failed', 'expired')),
                step TEXT,
                file TEXT,
                size BIGINT,
                outcome TEXT,
                failure TEXT,
                tries BIGINT NOT NULL DEFAULT 0,
                lease BIGINT NOT NULL DEFAULT 0,
                free_at BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                ended_at BIGINT,
                expires_at BIGINT,
                fetched_at BIGINT
            )
            """,
            """
            CREATE UNIQUE INDEX archive_jobs_in_hand ON archive_jobs (account_id, kind)
            WHERE state IN ('uploading', 'waiting', 'running')
            """,
            "CREATE INDEX archive_jobs_by_account ON archive_jobs (account_id, kind, id)",
            "CREATE INDEX archive_jobs_by_state ON archive_jobs (state, free_at)",
            "CREATE INDEX archive_jobs_by_expiry ON archive_jobs (expires_at)",
            "CREATE INDEX archive_jobs_by_file ON archive_jobs (file)",
        ]
    )
}
