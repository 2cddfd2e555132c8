extension Migration {
    /// What public registers say of places: whether a business still exists, what it is designated as, prices of its dishes; and
    /// what each import of a register did.
    static let registers = Migration(name: "120-registers", statements: registerFacts + registerRuns + registerUploads)

    private static let registerFacts: [SQL] = [
        // The name in the licence register, where it is not the one that the place was designated under.
        "ALTER TABLE places ADD COLUMN current_name TEXT",
        // Whether nothing has confirmed for a year that the place exists, though a register could have. Such a place stands one
        // star lower in lists: `rating_order` holds it.
        "ALTER TABLE places ADD COLUMN unconfirmed SMALLINT NOT NULL DEFAULT 0 CHECK (unconfirmed IN (0, 1))",
        // The best rated without that star, for the page that explains ratings.
        """
        CREATE INDEX places_by_rating_alone ON places (status, (rating_order - unconfirmed), name, id) WHERE review_count > 0
        """,
        // `state_text` is the register's own word; `since` the day on which a closing was reported; `as_of` the register's day.
        """
        CREATE TABLE place_operations (
            place_id BIGINT PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('open', 'suspended', 'closed', 'unknown')),
            state_text TEXT NOT NULL,
            since TEXT,
            licensed_on TEXT,
            source TEXT NOT NULL REFERENCES sources (id),
            as_of TEXT NOT NULL
        )
        """,
        // For lists of places that were found open not long ago.
        "CREATE INDEX place_operations_by_day ON place_operations (state, as_of, place_id)",
        // `until_on` is the day on which a designation ends by itself, `revoked_on` the one on which it was taken back, where it
        // is known. `has_ended` is 1 where it holds no more though it was not taken back, also where nobody knows since when.
        """
        CREATE TABLE place_designations (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('model', 'safe', 'good-price')),
            from_on TEXT,
            renewed_on TEXT,
            until_on TEXT,
            revoked_on TEXT,
            revocation TEXT CHECK (revocation IN ('succession', 'closing', 'return', 'standard', 'other')),
            has_ended SMALLINT NOT NULL DEFAULT 0 CHECK (has_ended IN (0, 1)),
            grade TEXT,
            matched_by TEXT NOT NULL CHECK (matched_by IN ('permit', 'address-name', 'address-phone')),
            source TEXT NOT NULL REFERENCES sources (id),
            as_of TEXT NOT NULL,
            PRIMARY KEY (place_id, kind),
            CHECK (revoked_on IS NULL OR revocation IS NOT NULL)
        )
        """,
        "CREATE INDEX place_designations_by_kind ON place_designations (kind, place_id)",
        // In won.
        """
        CREATE TABLE place_prices (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4),
            dish TEXT NOT NULL,
            won BIGINT NOT NULL CHECK (won > 0),
            source TEXT NOT NULL REFERENCES sources (id),
            as_of TEXT NOT NULL,
            PRIMARY KEY (place_id, number)
        )
        """,
    ]

    private static let registerRuns: [SQL] = [
        // `places` is how many of ours could match; `failure` the code of why nothing was changed.
        """
        CREATE TABLE register_runs (
            id BIGINT PRIMARY KEY,
            register TEXT NOT NULL CHECK (register IN ('licences', 'designations', 'grades', 'prices')),
            as_of TEXT NOT NULL,
            is_dry SMALLINT NOT NULL CHECK (is_dry IN (0, 1)),
            started_at BIGINT NOT NULL,
            finished_at BIGINT NOT NULL,
            failure TEXT,
            failure_text TEXT,
            places BIGINT NOT NULL,
            matched_permit BIGINT NOT NULL,
            matched_name BIGINT NOT NULL,
            matched_phone BIGINT NOT NULL,
            ambiguous BIGINT NOT NULL
        )
        """,
        "CREATE INDEX register_runs_by_time ON register_runs (register, finished_at)",
        // `held` is the code of the guard that held the district's rows back.
        """
        CREATE TABLE register_run_districts (
            run_id BIGINT NOT NULL REFERENCES register_runs (id) ON DELETE CASCADE,
            district TEXT NOT NULL,
            row_count BIGINT NOT NULL,
            matched BIGINT NOT NULL,
            opened BIGINT NOT NULL,
            closed BIGINT NOT NULL,
            changed BIGINT NOT NULL,
            refused BIGINT NOT NULL,
            held TEXT,
            PRIMARY KEY (run_id, district)
        )
        """,
        """
        CREATE TABLE register_refusals (
            run_id BIGINT NOT NULL REFERENCES register_runs (id) ON DELETE CASCADE,
            file TEXT NOT NULL,
            line BIGINT NOT NULL,
            row_key TEXT NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (run_id, file, line)
        )
        """,
        // What the newest import of each register changed, fact by fact.
        """
        CREATE TABLE register_changes (
            run_id BIGINT NOT NULL REFERENCES register_runs (id) ON DELETE CASCADE,
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            fact TEXT NOT NULL,
            value_before TEXT,
            value_after TEXT,
            PRIMARY KEY (run_id, place_id, fact)
        )
        """,
        "CREATE INDEX register_changes_by_place ON register_changes (place_id)",
    ]

    /// Files of registers that staff send to be imported.
    private static let registerUploads: [SQL] = [
        // The number of an upload is that of its run, so nothing is imported twice. One is in hand at a time.
        """
        CREATE TABLE register_uploads (
            id BIGINT PRIMARY KEY,
            in_hand SMALLINT UNIQUE CHECK (in_hand = 1),
            register TEXT NOT NULL CHECK (register IN ('licences', 'designations', 'grades', 'prices')),
            file TEXT NOT NULL,
            as_of TEXT,
            is_dry SMALLINT NOT NULL CHECK (is_dry IN (0, 1)),
            allows_fewer SMALLINT NOT NULL CHECK (allows_fewer IN (0, 1)),
            allows_closings SMALLINT NOT NULL CHECK (allows_closings IN (0, 1)),
            account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            failure TEXT,
            created_at BIGINT NOT NULL,
            ended_at BIGINT,
            CHECK ((in_hand IS NULL) = (ended_at IS NOT NULL)),
            CHECK (failure IS NULL OR ended_at IS NOT NULL)
        )
        """,
        "CREATE INDEX register_uploads_by_account ON register_uploads (account_id)",
    ]
}
