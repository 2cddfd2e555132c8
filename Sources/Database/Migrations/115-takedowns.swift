extension Migration {
    /// What people whose rights are infringed asked to be blocked for thirty days. Its target has no foreign key: a request
    /// still says how it ended after the target was deleted.
    static let takedowns = Migration(
        name: "115-takedowns",
        statements: [
            // As long as the address is not proved. Found by its link alone.
            """
            CREATE TABLE takedown_requests (
                token_hash TEXT PRIMARY KEY,
                target_kind TEXT NOT NULL CHECK (target_kind IN ('review', 'photo')),
                target_id BIGINT NOT NULL,
                review_id BIGINT NOT NULL,
                claim TEXT NOT NULL CHECK (claim IN ('privacy', 'defamation', 'copyright', 'other')),
                name TEXT NOT NULL,
                email TEXT NOT NULL,
                reason TEXT NOT NULL,
                language TEXT NOT NULL CHECK (language IN ('ko', 'en')),
                excerpt TEXT NOT NULL,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX takedown_requests_by_end ON takedown_requests (expires_at)",
            """
            CREATE TABLE takedowns (
                id BIGINT PRIMARY KEY,
                target_kind TEXT NOT NULL CHECK (target_kind IN ('review', 'photo')),
                target_id BIGINT NOT NULL,
                review_id BIGINT NOT NULL,
                place_id BIGINT REFERENCES places (id) ON DELETE SET NULL,
                account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                claim TEXT NOT NULL CHECK (claim IN ('privacy', 'defamation', 'copyright', 'other')),
                name TEXT,
                email TEXT,
                reason TEXT,
                language TEXT NOT NULL CHECK (language IN ('ko', 'en')),
                excerpt TEXT,
                state TEXT NOT NULL CHECK (state IN ('waiting', 'blocked', 'refused', 'ended')),
                ending TEXT CHECK (ending IN ('time', 'staff', 'gone')),
                confirmed_at BIGINT NOT NULL,
                blocked_until BIGINT,
                decided_at BIGINT,
                decided_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                answer TEXT NOT NULL DEFAULT '',
                objection TEXT,
                objected_at BIGINT,
                kept_at BIGINT,
                closed_at BIGINT,
                erased_at BIGINT,
                rev BIGINT NOT NULL DEFAULT 1,
                CHECK ((state = 'ended') = (ending IS NOT NULL)),
                CHECK (state <> 'blocked' OR blocked_until IS NOT NULL),
                CHECK ((state IN ('refused', 'ended')) = (closed_at IS NOT NULL))
            )
            """,
            "CREATE INDEX takedowns_by_state ON takedowns (state, id)",
            "CREATE INDEX takedowns_by_end ON takedowns (state, blocked_until, id)",
            "CREATE INDEX takedowns_by_objection ON takedowns (state, kept_at, objected_at, id)",
            "CREATE INDEX takedowns_by_review ON takedowns (review_id, state)",
            "CREATE INDEX takedowns_by_place ON takedowns (place_id, state, blocked_until)",
            "CREATE INDEX takedowns_by_account ON takedowns (account_id, id)",
            "CREATE INDEX takedowns_by_decider ON takedowns (decided_by)",
            "CREATE INDEX takedowns_by_age ON takedowns (closed_at) WHERE erased_at IS NULL AND closed_at IS NOT NULL",
            // What authors said against blocks that were lifted again.
            """
            CREATE TABLE past_objections (
                takedown_id BIGINT NOT NULL REFERENCES takedowns (id) ON DELETE CASCADE,
                objected_at BIGINT NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (takedown_id, objected_at)
            )
            """,
        ]
    )
}
