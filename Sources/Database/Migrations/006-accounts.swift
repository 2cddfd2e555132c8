extension Migration {
    /// People, what they logged in with, and what was done to their accounts. Passwords stand as argon2id, tokens and
    /// codes as hashes; the secrets of authenticator apps as they are, because codes are computed from them. What belongs to an account leaves with its row.
    package static let accounts = Migration(
        name: "006-accounts",
        statements: [
            """
            CREATE TABLE accounts (
                id BIGINT PRIMARY KEY,
                email TEXT NOT NULL,
                email_key TEXT NOT NULL UNIQUE,
                nickname TEXT NOT NULL,
                nickname_key TEXT NOT NULL UNIQUE,
                bio TEXT NOT NULL DEFAULT '',
                language TEXT NOT NULL CHECK (language IN ('ko', 'en')),
                theme TEXT NOT NULL DEFAULT 'auto' CHECK (theme IN ('auto', 'light', 'dark')),
                role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'admin')),
                password_hash TEXT,
                created_at BIGINT NOT NULL,
                verified_at BIGINT,
                logged_in_at BIGINT,
                leaving_at BIGINT,
                leaving_reviews TEXT CHECK (leaving_reviews IN ('delete', 'anonymise'))
            )
            """,
            "CREATE INDEX accounts_by_leaving ON accounts (leaving_at)",
            "CREATE INDEX accounts_by_role ON accounts (role, id)",
            // A name that somebody wanted who signed up with the address of an account: taken for as long as an unverified
            // account would keep it, so that nothing tells the two apart.
            """
            CREATE TABLE nickname_holds (
                nickname_key TEXT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX nickname_holds_by_expiry ON nickname_holds (expires_at)",
            "CREATE INDEX nickname_holds_by_account ON nickname_holds (account_id)",
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
            // A device that logged in before is told by a cookie of its own, which outlives sessions.
            """
            CREATE TABLE known_devices (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                device_hash TEXT NOT NULL,
                seen_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, device_hash)
            )
            """,
            "CREATE INDEX known_devices_by_seen ON known_devices (seen_at)",
            // One living token of a purpose an account: a newer one takes the place of an older one.
            """
            CREATE TABLE account_tokens (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                purpose TEXT NOT NULL,
                token_hash TEXT NOT NULL UNIQUE,
                code_hash TEXT,
                code_expires_at BIGINT,
                code_tries BIGINT NOT NULL DEFAULT 0,
                browser_hash TEXT,
                email TEXT,
                email_key TEXT,
                created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, purpose)
            )
            """,
            "CREATE INDEX account_tokens_by_browser ON account_tokens (browser_hash)",
            "CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at)",
            """
            CREATE TABLE two_factor (
                account_id BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
                secret TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                enabled_at BIGINT,
                last_step BIGINT NOT NULL DEFAULT 0
            )
            """,
            """
            CREATE TABLE recovery_codes (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                code_hash TEXT NOT NULL,
                used_at BIGINT,
                PRIMARY KEY (account_id, code_hash)
            )
            """,
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
            CREATE TABLE consents (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                document TEXT NOT NULL CHECK (document IN ('terms', 'privacy')),
                version TEXT NOT NULL,
                agreed_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, document, version)
            )
            """,
            """
            CREATE TABLE security_events (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                browser TEXT NOT NULL,
                system TEXT NOT NULL,
                network TEXT NOT NULL,
                detail TEXT,
                at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX security_events_by_account ON security_events (account_id, id)",
            "CREATE INDEX security_events_by_time ON security_events (at)",
            """
            CREATE TABLE sanctions (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind IN ('warning', 'no-posting', 'suspension')),
                reason TEXT NOT NULL,
                note TEXT NOT NULL,
                starts_at BIGINT NOT NULL,
                ends_at BIGINT,
                lifted_at BIGINT
            )
            """,
            "CREATE INDEX sanctions_by_account ON sanctions (account_id, kind, starts_at)",
            """
            CREATE TABLE rate_limits (
                key TEXT PRIMARY KEY,
                theoretical_arrival BIGINT NOT NULL
            )
            """,
            "CREATE INDEX rate_limits_by_arrival ON rate_limits (theoretical_arrival)",
            """
            CREATE TABLE disposable_domains (
                domain TEXT PRIMARY KEY,
                added_at BIGINT NOT NULL,
                added_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL
            )
            """,
        ]
    )
}
