extension Migration {
    /// People, what they log in with, and what was done to their accounts. Passwords stand as argon2id, tokens and codes as
    /// hashes; the secrets of authenticator apps as they are, because codes are computed from them. What belongs to an
    /// account is deleted with its row.
    static let accounts = Migration(
        name: "101-accounts",
        statements: [
            // `favourite_slot` is the last number that a favourite of this person got; none is given twice.
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
                leaving_reviews TEXT CHECK (leaving_reviews IN ('delete', 'anonymise')),
                favourite_slot BIGINT NOT NULL DEFAULT 0,
                week_start TEXT NOT NULL DEFAULT 'sunday',
                recalls SMALLINT NOT NULL DEFAULT 1
            )
            """,
            "CREATE INDEX accounts_by_leaving ON accounts (leaving_at)",
            "CREATE INDEX accounts_by_role ON accounts (role, id)",
            // Sign-ups are counted from the accounts themselves.
            "CREATE INDEX accounts_by_verification ON accounts (verified_at) WHERE verified_at IS NOT NULL",
            // What staff filter people by, so that no list of theirs reads a million accounts for a handful.
            "CREATE INDEX accounts_unverified ON accounts (id) WHERE verified_at IS NULL",
            "CREATE INDEX accounts_leaving ON accounts (id) WHERE leaving_at IS NOT NULL",
            // For parts of names: a search through all of them reads names and ids alone, no whole rows.
            "CREATE INDEX accounts_by_name_part ON accounts (nickname_key, id)",
            // A name that somebody asked for who signed up with the address of an existing account: taken for as long as an
            // unverified account would keep it, so that nothing tells the two apart. It belongs to the browser that asked.
            """
            CREATE TABLE nickname_holds (
                nickname_key TEXT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                expires_at BIGINT NOT NULL,
                browser_hash TEXT
            )
            """,
            "CREATE INDEX nickname_holds_by_expiry ON nickname_holds (expires_at)",
            "CREATE INDEX nickname_holds_by_account ON nickname_holds (account_id)",
            // One valid token of a purpose for each account: a newer one replaces an older one.
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
            // Changes of address that can still be undone, each from the address that was left.
            """
            CREATE TABLE email_undos (
                token_hash TEXT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                email TEXT NOT NULL,
                changed_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX email_undos_by_account ON email_undos (account_id, changed_at)",
            "CREATE INDEX email_undos_by_expiry ON email_undos (expires_at)",
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
            CREATE TABLE disposable_domains (
                domain TEXT PRIMARY KEY,
                added_at BIGINT NOT NULL,
                added_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL
            )
            """,
        ]
    )
}
