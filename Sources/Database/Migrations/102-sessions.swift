extension Migration {
    /// Who is logged in where, rate limits, and forms that were sent already.
    static let sessions = Migration(
        name: "102-sessions",
        statements: [
            """
            CREATE TABLE sessions (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                token_hash TEXT NOT NULL UNIQUE,
                is_remembered SMALLINT NOT NULL CHECK (is_remembered IN (0, 1)),
                browser TEXT NOT NULL,
                system TEXT NOT NULL,
                network TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                seen_at BIGINT NOT NULL,
                confirmed_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX sessions_by_account ON sessions (account_id, seen_at)",
            "CREATE INDEX sessions_by_seen ON sessions (seen_at)",
            // A device that logged in before is recognised by a cookie of its own, which outlives sessions.
            """
            CREATE TABLE known_devices (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                device_hash TEXT NOT NULL,
                seen_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, device_hash)
            )
            """,
            "CREATE INDEX known_devices_by_seen ON known_devices (seen_at)",
            // Between the password and the second factor: who may go on to the code, for ten minutes.
            """
            CREATE TABLE login_challenges (
                token_hash TEXT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                is_remembered SMALLINT NOT NULL CHECK (is_remembered IN (0, 1)),
                next_path TEXT NOT NULL,
                tries BIGINT NOT NULL DEFAULT 0,
                created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX login_challenges_by_expiry ON login_challenges (expires_at)",
            "CREATE INDEX login_challenges_by_account ON login_challenges (account_id)",
            """
            CREATE TABLE rate_limits (
                key TEXT PRIMARY KEY,
                theoretical_arrival BIGINT NOT NULL
            )
            """,
            "CREATE INDEX rate_limits_by_arrival ON rate_limits (theoretical_arrival)",
            // What a form that creates something led to, so that sent twice it creates one.
            """
            CREATE TABLE idempotency_keys (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                idempotency_key TEXT NOT NULL,
                location TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, idempotency_key)
            )
            """,
            "CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)",
        ]
    )
}
