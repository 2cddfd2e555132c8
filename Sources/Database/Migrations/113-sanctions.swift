extension Migration {
    /// Sanctions against people, their appeals, and words that staff do not want.
    static let sanctions = Migration(
        name: "113-sanctions",
        statements: [
            // Something hidden is a sanction too, which its author can appeal against. `resumed_at`: since when it is in force
            // again after it was lifted; null where it never was.
            """
            CREATE TABLE sanctions (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                reason TEXT NOT NULL,
                note TEXT NOT NULL,
                starts_at BIGINT NOT NULL,
                ends_at BIGINT,
                lifted_at BIGINT,
                target_id BIGINT,
                case_id BIGINT,
                decided_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                ended_at BIGINT,
                resumed_at BIGINT,
                kind TEXT NOT NULL DEFAULT 'warning' CHECK (kind IN (
                    'warning', 'no-posting', 'suspension', 'hidden-review', 'hidden-photo', 'hidden-card'))
            )
            """,
            "CREATE INDEX sanctions_by_decider ON sanctions (decided_by)",
            "CREATE INDEX sanctions_by_end ON sanctions (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL",
            "CREATE INDEX sanctions_by_account ON sanctions (account_id, kind, starts_at)",
            "CREATE INDEX sanctions_by_target ON sanctions (kind, target_id)",
            // What staff filter people by, so that no list of theirs reads a million accounts for a handful.
            """
            CREATE INDEX sanctions_standing ON sanctions (account_id)
            WHERE lifted_at IS NULL AND ended_at IS NULL AND kind IN ('no-posting', 'suspension')
            """,
            """
            CREATE TABLE appeals (
                id BIGINT PRIMARY KEY,
                sanction_id BIGINT NOT NULL UNIQUE REFERENCES sanctions (id) ON DELETE CASCADE,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                body TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('open', 'upheld', 'overturned')),
                created_at BIGINT NOT NULL,
                decided_at BIGINT,
                decided_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                answer TEXT NOT NULL DEFAULT '',
                CHECK ((state = 'open') = (decided_at IS NULL))
            )
            """,
            "CREATE INDEX appeals_by_state ON appeals (state, id)",
            "CREATE INDEX appeals_by_account ON appeals (account_id, id)",
            "CREATE INDEX appeals_by_decider ON appeals (decided_by)",
            // `key` is how two texts are compared: of words the letters alone, of domains the name in its own letters.
            """
            CREATE TABLE blocked_words (
                id BIGINT PRIMARY KEY,
                kind TEXT NOT NULL CHECK (kind IN ('word', 'domain')),
                key TEXT NOT NULL,
                text TEXT NOT NULL,
                effect TEXT NOT NULL CHECK (effect IN ('refuse', 'hold')),
                added_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                added_at BIGINT NOT NULL,
                UNIQUE (kind, key)
            )
            """,
            "CREATE INDEX blocked_words_by_adder ON blocked_words (added_by)",
            // Another number after every change, so that every process notices that what it compiled is old.
            """
            CREATE TABLE blocked_words_version (
                id SMALLINT PRIMARY KEY CHECK (id = 1),
                version BIGINT NOT NULL
            )
            """,
            "INSERT INTO blocked_words_version (id, version) VALUES (1, 1)",
        ]
    )
}
