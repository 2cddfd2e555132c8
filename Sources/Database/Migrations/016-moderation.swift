extension Migration {
    /// The log of what staff and the site did, reports and their cases, measures against people, appeals, and why reviews and
    /// photos are withheld.
    package static let moderation = Migration(
        name: "016-moderation",
        statements: auditEntries + sanctions + reports + hiddenReasons,
        sqlite: [
            "CREATE TRIGGER deeds_stay BEFORE UPDATE ON deeds BEGIN SELECT RAISE(ABORT, 'deeds are never changed'); END",
            "CREATE TRIGGER deeds_last BEFORE DELETE ON deeds BEGIN SELECT RAISE(ABORT, 'deeds are never deleted'); END",
            // REPLACE deletes without asking the trigger above.
            """
            CREATE TRIGGER deeds_once BEFORE INSERT ON deeds
            WHEN EXISTS (SELECT 1 FROM deeds d WHERE d.id = NEW.id OR d.undoes = NEW.undoes)
            BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: deeds.undoes'); END
            """,
        ],
        postgres: [
            """
            CREATE FUNCTION refuse_change_of_deeds() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'deeds are never changed'; END $$
            """,
            """
            CREATE TRIGGER deeds_stay BEFORE UPDATE OR DELETE ON deeds
            FOR EACH ROW EXECUTE FUNCTION refuse_change_of_deeds()
            """,
            "CREATE TRIGGER deeds_last BEFORE TRUNCATE ON deeds EXECUTE FUNCTION refuse_change_of_deeds()",
        ]
    )

    /// Append-only, so it names nobody by foreign key: what a deed was stays when its people have left.
    private static let auditEntries: [SQL] = [
        """
        CREATE TABLE deeds (
            id BIGINT PRIMARY KEY,
            at BIGINT NOT NULL,
            actor_kind TEXT NOT NULL CHECK (actor_kind IN ('staff', 'site', 'command')),
            actor_id BIGINT,
            action TEXT NOT NULL,
            target_kind TEXT NOT NULL,
            target_key TEXT NOT NULL,
            person_id BIGINT,
            case_id BIGINT,
            reason TEXT,
            note TEXT NOT NULL,
            aspect TEXT,
            aspect_key TEXT NOT NULL,
            before_state TEXT NOT NULL,
            after_state TEXT NOT NULL,
            undoes BIGINT UNIQUE REFERENCES deeds (id),
            CHECK ((actor_kind = 'staff') = (actor_id IS NOT NULL))
        )
        """,
        "CREATE INDEX deeds_by_target ON deeds (target_kind, target_key, id)",
        "CREATE INDEX deeds_by_person ON deeds (person_id, id)",
        "CREATE INDEX deeds_by_actor ON deeds (actor_id, id)",
        "CREATE INDEX deeds_by_action ON deeds (action, id)",
        "CREATE INDEX deeds_by_case ON deeds (case_id, id)",
        "CREATE INDEX deeds_by_time ON deeds (at)",
    ]

    /// The same table as before, made anew because its kinds are more now: what was hidden is a measure too, that its author
    /// can appeal against.
    private static let sanctions: [SQL] = [
        """
        CREATE TABLE measures (
            id BIGINT PRIMARY KEY,
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            kind TEXT NOT NULL
                CHECK (kind IN ('warning', 'no-posting', 'suspension', 'hidden-review', 'hidden-photo')),
            reason TEXT NOT NULL,
            note TEXT NOT NULL,
            starts_at BIGINT NOT NULL,
            ends_at BIGINT,
            lifted_at BIGINT,
            target_id BIGINT,
            case_id BIGINT,
            decided_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            ended_at BIGINT
        )
        """,
        """
        INSERT INTO measures (id, account_id, kind, reason, note, starts_at, ends_at, lifted_at)
        SELECT id, account_id, kind, reason, note, starts_at, ends_at, lifted_at FROM sanctions
        """,
        "DROP TABLE sanctions",
        "ALTER TABLE measures RENAME TO sanctions",
        "CREATE INDEX sanctions_by_account ON sanctions (account_id, kind, starts_at)",
        "CREATE INDEX sanctions_by_decider ON sanctions (decided_by)",
        "CREATE INDEX sanctions_by_target ON sanctions (kind, target_id)",
        "CREATE INDEX sanctions_by_end ON sanctions (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL",
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
    ]

    private static let reports: [SQL] = [
        // One case holds every report of one thing until it is closed. `queue_order` ascends from the most urgent.
        """
        CREATE TABLE report_cases (
            id BIGINT PRIMARY KEY,
            target_kind TEXT NOT NULL CHECK (target_kind IN ('review', 'photo', 'user', 'place', 'suggestion')),
            target_id BIGINT NOT NULL,
            account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            place_id BIGINT REFERENCES places (id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('open', 'taken', 'closed')),
            outcome TEXT CHECK (outcome IN ('approved', 'acted')),
            assignee_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            weight BIGINT NOT NULL DEFAULT 0,
            report_count BIGINT NOT NULL DEFAULT 0,
            is_held SMALLINT NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1)),
            queue_order BIGINT NOT NULL DEFAULT 0,
            target_rev BIGINT,
            opened_at BIGINT NOT NULL,
            reported_at BIGINT NOT NULL,
            taken_at BIGINT,
            closed_at BIGINT,
            rev BIGINT NOT NULL DEFAULT 1,
            CHECK ((state = 'closed') = (outcome IS NOT NULL)),
            CHECK ((state = 'closed') = (closed_at IS NOT NULL))
        )
        """,
        "CREATE UNIQUE INDEX report_cases_living ON report_cases (target_kind, target_id) WHERE closed_at IS NULL",
        "CREATE INDEX report_cases_by_target ON report_cases (target_kind, target_id, id)",
        "CREATE INDEX report_cases_by_queue ON report_cases (state, queue_order, id)",
        "CREATE INDEX report_cases_by_kind ON report_cases (state, target_kind, queue_order, id)",
        "CREATE INDEX report_cases_by_age ON report_cases (state, reported_at, id)",
        "CREATE INDEX report_cases_by_end ON report_cases (closed_at, id)",
        "CREATE INDEX report_cases_by_assignee ON report_cases (assignee_id, state, queue_order, id)",
        "CREATE INDEX report_cases_by_account ON report_cases (account_id, state, queue_order, id)",
        "CREATE INDEX report_cases_by_place ON report_cases (place_id, state, queue_order, id)",
        // Kept with every change of a case, so that no page counts cases.
        """
        CREATE TABLE report_case_counts (
            state TEXT PRIMARY KEY CHECK (state IN ('open', 'taken', 'closed')),
            count BIGINT NOT NULL
        )
        """,
        "INSERT INTO report_case_counts (state, count) VALUES ('open', 0), ('taken', 0), ('closed', 0)",
        """
        CREATE TABLE report_case_reasons (
            case_id BIGINT NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
            reason TEXT NOT NULL,
            report_count BIGINT NOT NULL,
            PRIMARY KEY (case_id, reason)
        )
        """,
        "CREATE INDEX report_case_reasons_by_reason ON report_case_reasons (reason, case_id)",
        // What was reported, as it was then; each state of it once.
        """
        CREATE TABLE report_snapshots (
            id BIGINT PRIMARY KEY,
            case_id BIGINT NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
            fingerprint TEXT NOT NULL,
            nickname TEXT,
            stars BIGINT,
            body TEXT NOT NULL,
            visited_on TEXT,
            taken_at BIGINT NOT NULL,
            UNIQUE (case_id, fingerprint)
        )
        """,
        """
        CREATE TABLE snapshot_photos (
            name TEXT PRIMARY KEY,
            snapshot_id BIGINT NOT NULL REFERENCES report_snapshots (id) ON DELETE CASCADE,
            position BIGINT NOT NULL,
            photo_id BIGINT NOT NULL,
            blob_hash TEXT NOT NULL REFERENCES photo_blobs (hash),
            alt TEXT NOT NULL,
            UNIQUE (snapshot_id, position)
        )
        """,
        "CREATE INDEX snapshot_photos_by_blob ON snapshot_photos (blob_hash)",
        """
        CREATE TABLE reports (
            id BIGINT PRIMARY KEY,
            case_id BIGINT NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
            account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            snapshot_id BIGINT REFERENCES report_snapshots (id) ON DELETE SET NULL,
            reason TEXT NOT NULL,
            detail TEXT NOT NULL,
            weight BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            answered_at BIGINT,
            UNIQUE (case_id, account_id)
        )
        """,
        "CREATE INDEX reports_by_account ON reports (account_id, id)",
        "CREATE INDEX reports_by_snapshot ON reports (snapshot_id)",
        // How often somebody's reports led to something, and how often to nothing.
        """
        CREATE TABLE reporter_records (
            account_id BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
            right_count BIGINT NOT NULL DEFAULT 0,
            wrong_count BIGINT NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE case_notes (
            id BIGINT PRIMARY KEY,
            case_id BIGINT NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
            account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            body TEXT NOT NULL,
            created_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX case_notes_by_case ON case_notes (case_id, id)",
        "CREATE INDEX case_notes_by_account ON case_notes (account_id)",
        // What people say is wrong with a place, or which one is missing.
        """
        CREATE TABLE suggestions (
            id BIGINT PRIMARY KEY,
            case_id BIGINT REFERENCES report_cases (id) ON DELETE CASCADE,
            account_id BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
            place_id BIGINT REFERENCES places (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            source TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            answered_at BIGINT
        )
        """,
        "CREATE INDEX suggestions_by_case ON suggestions (case_id, id)",
        "CREATE INDEX suggestions_by_account ON suggestions (account_id, id)",
        "CREATE INDEX suggestions_by_place ON suggestions (place_id)",
    ]

    /// Why a review or a photo is out of sight without being hidden by staff; it is back when no cause is left.
    private static let hiddenReasons: [SQL] = [
        """
        CREATE TABLE review_withholdings (
            review_id BIGINT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
            cause TEXT NOT NULL,
            since BIGINT NOT NULL,
            PRIMARY KEY (review_id, cause)
        )
        """,
        """
        INSERT INTO review_withholdings (review_id, cause, since)
        SELECT id, 'suspension', withheld_at FROM reviews WHERE withheld_at IS NOT NULL
        """,
        """
        CREATE TABLE photo_withholdings (
            photo_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
            cause TEXT NOT NULL,
            since BIGINT NOT NULL,
            PRIMARY KEY (photo_id, cause)
        )
        """,
        // What staff changed of how the site looks after itself; without a row the default holds.
        "CREATE TABLE site_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ]
}
