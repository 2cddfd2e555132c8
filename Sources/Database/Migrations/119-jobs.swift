extension Migration {
    /// One queue for what is done after the request that asked for it, or again and again. The tables of mails, archives,
    /// imports, weather and calls of webhooks keep what people see of it; what waited in them becomes jobs.
    static let jobQueue = Migration(
        name: "119-jobs",
        statements: queue + mails + deliveries + archives + importJobs + weatherDays
    )

    private static let queue: [SQL] = [
        // A row is one process's until `available_at` while it has a `lease`; else it may be taken from then on, or never where
        // that is null: held, or given up (`died_at`).
        """
        CREATE TABLE jobs (
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            payload TEXT,
            due_at BIGINT NOT NULL,
            available_at BIGINT,
            attempts BIGINT NOT NULL DEFAULT 0,
            lease BIGINT,
            error TEXT,
            died_at BIGINT,
            PRIMARY KEY (kind, key),
            CHECK (available_at IS NOT NULL OR lease IS NULL),
            CHECK (available_at IS NULL OR died_at IS NULL)
        )
        """,
        "CREATE INDEX jobs_by_time ON jobs (kind, available_at)",
        "CREATE INDEX jobs_by_death ON jobs (died_at) WHERE died_at IS NOT NULL",
        "DROP TABLE leases",
    ]

    private static let mails: [SQL] = [
        """
        INSERT INTO jobs (kind, key, due_at, available_at, attempts, error, died_at)
        SELECT 'mail', CAST(id AS TEXT), created_at, due_at, tries, error, died_at FROM outbox WHERE sent_at IS NULL
        """,
        // Those that a restore held.
        """
        UPDATE jobs SET available_at = NULL WHERE kind = 'mail' AND available_at <= (
            SELECT CAST(value AS BIGINT) FROM site_settings WHERE name = 'mail-held-at')
        """,
        "DELETE FROM site_settings WHERE name = 'mail-held-at'",
        "CREATE TABLE old_outbox AS SELECT * FROM outbox",
        "DROP TABLE outbox",
        // A mail that was sent keeps no words.
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
            sent_at BIGINT,
            CHECK (sent_at IS NULL OR (body_text IS NULL AND body_html IS NULL))
        )
        """,
        "CREATE INDEX outbox_by_recipient ON outbox (recipient_key)",
        "CREATE INDEX outbox_by_end ON outbox (sent_at)",
        """
        INSERT INTO outbox (id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html,
            created_at, sent_at)
        SELECT id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html,
            created_at, sent_at FROM old_outbox
        """,
        "DROP TABLE old_outbox",
    ]

    /// Deliveries stay after their jobs, so that each event is told once.
    private static let deliveries: [SQL] = [
        """
        INSERT INTO jobs (kind, key, payload, due_at, available_at, attempts, error, died_at)
        SELECT 'webhook', CAST(id AS TEXT), body, created_at, due_at, tries, error, died_at FROM webhook_deliveries
        WHERE delivered_at IS NULL
        """,
        "DROP INDEX webhook_deliveries_by_due",
        "ALTER TABLE webhook_deliveries DROP COLUMN body",
        "ALTER TABLE webhook_deliveries DROP COLUMN due_at",
        "ALTER TABLE webhook_deliveries DROP COLUMN claim",
        "ALTER TABLE webhook_deliveries DROP COLUMN tries",
        "ALTER TABLE webhook_deliveries DROP COLUMN error",
        "ALTER TABLE webhook_deliveries DROP COLUMN delivered_at",
        "ALTER TABLE webhook_deliveries DROP COLUMN died_at",
    ]

    private static let archives: [SQL] = [
        """
        INSERT INTO jobs (kind, key, due_at, available_at, attempts)
        SELECT 'archive', CAST(id AS TEXT), created_at, free_at, tries FROM archive_jobs
        WHERE state IN ('waiting', 'running')
        """,
        "CREATE TABLE old_archive_jobs AS SELECT * FROM archive_jobs",
        "DROP TABLE archive_jobs",
        // As their owner sees them. Of each kind an account has at most one that is not over.
        """
        CREATE TABLE archive_jobs (
            id BIGINT PRIMARY KEY,
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('export', 'import')),
            state TEXT NOT NULL CHECK (state IN ('uploading', 'waiting', 'done', 'failed', 'expired')),
            step TEXT,
            file TEXT,
            size BIGINT,
            outcome TEXT,
            failure TEXT,
            created_at BIGINT NOT NULL,
            ended_at BIGINT,
            expires_at BIGINT,
            fetched_at BIGINT
        )
        """,
        """
        CREATE UNIQUE INDEX archive_jobs_in_hand ON archive_jobs (account_id, kind)
        WHERE state IN ('uploading', 'waiting')
        """,
        "CREATE INDEX archive_jobs_by_account ON archive_jobs (account_id, kind, id)",
        "CREATE INDEX archive_jobs_by_expiry ON archive_jobs (expires_at)",
        "CREATE INDEX archive_jobs_by_file ON archive_jobs (file)",
        // An upload ends where it expires.
        """
        INSERT INTO archive_jobs (id, account_id, kind, state, step, file, size, outcome, failure, created_at, ended_at,
            expires_at, fetched_at)
        SELECT id, account_id, kind, CASE state WHEN 'running' THEN 'waiting' ELSE state END, step, file, size, outcome,
            failure, created_at, ended_at, CASE state WHEN 'uploading' THEN free_at ELSE expires_at END, fetched_at
        FROM old_archive_jobs
        """,
        "DROP TABLE old_archive_jobs",
    ]

    private static let importJobs: [SQL] = [
        """
        INSERT INTO jobs (kind, key, due_at, available_at, attempts)
        SELECT 'import', CAST(id AS TEXT), created_at, free_at, tries FROM import_jobs WHERE in_hand = 1
        """,
        "ALTER TABLE import_jobs DROP COLUMN tries",
        "ALTER TABLE import_jobs DROP COLUMN lease",
        "ALTER TABLE import_jobs DROP COLUMN free_at",
    ]

    private static let weatherDays: [SQL] = [
        // A day that was given up after five attempts stays so.
        """
        INSERT INTO jobs (kind, key, due_at, available_at, attempts, died_at)
        SELECT 'weather', district || ' ' || day, try_at, CASE WHEN tries < 5 THEN try_at END, tries,
            CASE WHEN tries >= 5 THEN try_at END
        FROM weather_days WHERE is_final = 0
        """,
        "CREATE TABLE old_weather_days AS SELECT * FROM weather_days WHERE hours IS NOT NULL",
        "DROP TABLE weather_days",
        // Days of which the weather is known; hours are 24 pairs of weather code and temperature.
        """
        CREATE TABLE weather_days (
            district TEXT NOT NULL,
            day TEXT NOT NULL,
            hours TEXT NOT NULL,
            source TEXT NOT NULL,
            PRIMARY KEY (district, day)
        )
        """,
        """
        INSERT INTO weather_days (district, day, hours, source)
        SELECT district, day, hours, source FROM old_weather_days
        """,
        "DROP TABLE old_weather_days",
    ]
}
