extension Migration {
    /// Reports and their cases, and what people suggest about places.
    static let reports = Migration(name: "114-reports", statements: cases + caseReports)

    private static let cases: [SQL] = [
        // One case holds every report of one thing until it is closed. `queue_order` ascends from the most urgent. `is_gone`:
        // what the case was about had been deleted when it was closed.
        """
        CREATE TABLE report_cases (
            id BIGINT PRIMARY KEY,
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
            is_gone SMALLINT NOT NULL DEFAULT 0 CHECK (is_gone = 0 OR (is_gone = 1 AND outcome IS NOT NULL)),
            target_kind TEXT NOT NULL DEFAULT 'review'
                CHECK (target_kind IN ('review', 'photo', 'user', 'place', 'suggestion', 'card')),
            CHECK ((state = 'closed') = (outcome IS NOT NULL)),
            CHECK ((state = 'closed') = (closed_at IS NOT NULL))
        )
        """,
        // One for each filter and order of the queue, so that a page costs the same however many reports wait.
        "CREATE INDEX report_cases_by_queue ON report_cases (state, queue_order, id)",
        "CREATE INDEX report_cases_by_age ON report_cases (state, reported_at, id)",
        "CREATE INDEX report_cases_by_end ON report_cases (closed_at, id)",
        "CREATE INDEX report_cases_by_assignee ON report_cases (assignee_id, state, queue_order, id)",
        "CREATE INDEX report_cases_by_account ON report_cases (account_id, state, queue_order, id)",
        "CREATE INDEX report_cases_by_place ON report_cases (place_id, state, queue_order, id)",
        "CREATE INDEX report_cases_by_count ON report_cases (state, report_count, id)",
        "CREATE INDEX report_cases_by_assignee_age ON report_cases (assignee_id, state, reported_at, id)",
        "CREATE UNIQUE INDEX report_cases_living ON report_cases (target_kind, target_id) WHERE closed_at IS NULL",
        "CREATE INDEX report_cases_by_target ON report_cases (target_kind, target_id, id)",
        "CREATE INDEX report_cases_by_kind ON report_cases (state, target_kind, queue_order, id)",
        "CREATE INDEX report_cases_by_kind_age ON report_cases (state, target_kind, reported_at, id)",
        "CREATE INDEX report_cases_by_kind_count ON report_cases (state, target_kind, report_count, id)",
        // Changed with every case, so that no page counts cases.
        """
        CREATE TABLE report_case_counts (
            state TEXT PRIMARY KEY CHECK (state IN ('open', 'taken', 'closed')),
            count BIGINT NOT NULL
        )
        """,
        "INSERT INTO report_case_counts (state, count) VALUES ('open', 0), ('taken', 0), ('closed', 0)",
        // With the columns of its case that the queue sorts by: an index holds columns of one table alone.
        """
        CREATE TABLE report_case_reasons (
            case_id BIGINT NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
            reason TEXT NOT NULL,
            report_count BIGINT NOT NULL,
            state TEXT NOT NULL DEFAULT 'open',
            target_kind TEXT NOT NULL DEFAULT '',
            queue_order BIGINT NOT NULL DEFAULT 0,
            reported_at BIGINT NOT NULL DEFAULT 0,
            case_count BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (case_id, reason)
        )
        """,
        "CREATE INDEX report_case_reasons_by_reason ON report_case_reasons (reason, case_id)",
        "CREATE INDEX queue_reasons ON report_case_reasons (reason, state, queue_order, case_id)",
        "CREATE INDEX queue_reasons_kind ON report_case_reasons (reason, state, target_kind, queue_order, case_id)",
        "CREATE INDEX queue_reasons_age ON report_case_reasons (reason, state, reported_at, case_id)",
        "CREATE INDEX queue_reasons_count ON report_case_reasons (reason, state, case_count, case_id)",
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
    ]

    private static let caseReports: [SQL] = [
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
        "CREATE INDEX reports_by_time ON reports (created_at, reason)",
        // How many of an account's reports led to something, and how many to nothing.
        """
        CREATE TABLE reporter_records (
            account_id BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
            right_count BIGINT NOT NULL DEFAULT 0,
            wrong_count BIGINT NOT NULL DEFAULT 0
        )
        """,
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
}
