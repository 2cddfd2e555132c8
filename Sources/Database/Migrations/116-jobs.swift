extension Migration {
    /// What is done after the request that asked for it: mails, archives, calls of webhooks.
    static let jobs = Migration(
        name: "116-jobs",
        statements: [
            // Each row is leased, so that one of several senders sends it. A mail that was sent keeps no words; one that cannot
            // be delivered stays for staff.
            """
            CREATE TABLE outbox (
                id BIGINT PRIMARY KEY,
                message_id TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                recipient TEXT NOT NULL,
                recipient_key TEXT NOT NULL,
                language TEXT NOT NULL,
                subject TEXT NOT NULL,
                body_text TEXT,
                body_html TEXT,
                created_at BIGINT NOT NULL,
                due_at BIGINT,
                tries BIGINT NOT NULL,
                claim TEXT,
                sent_at BIGINT,
                died_at BIGINT,
                error TEXT,
                CHECK (sent_at IS NULL OR (body_text IS NULL AND body_html IS NULL)),
                CHECK (due_at IS NULL OR (body_text IS NOT NULL AND body_html IS NOT NULL)),
                CHECK ((due_at IS NULL) = (sent_at IS NOT NULL OR died_at IS NOT NULL))
            )
            """,
            "CREATE INDEX outbox_by_recipient ON outbox (recipient_key)",
            "CREATE INDEX outbox_by_due ON outbox (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX outbox_by_end ON outbox (sent_at) WHERE sent_at IS NOT NULL",
            "CREATE INDEX outbox_by_death ON outbox (died_at) WHERE died_at IS NOT NULL",
            // Archives to be made or read, and how that ended. Of each kind an account has at most one that is not over.
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
            // Notifications for another program, one for each event and subject.
            """
            CREATE TABLE webhook_deliveries (
                id BIGINT PRIMARY KEY,
                event TEXT NOT NULL,
                subject BIGINT NOT NULL,
                body TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                due_at BIGINT,
                claim TEXT,
                tries BIGINT NOT NULL DEFAULT 0,
                error TEXT,
                delivered_at BIGINT,
                died_at BIGINT,
                UNIQUE (event, subject)
            )
            """,
            "CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (due_at)",
            // Work that must not run twice at the same time and has no row of its own.
            "CREATE TABLE leases (name TEXT PRIMARY KEY, holder BIGINT NOT NULL, free_at BIGINT NOT NULL)",
        ]
    )
}
