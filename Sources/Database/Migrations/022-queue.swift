extension Migration {
    /// What the queue's filters and orders are read off, so that a page costs the same however many reports wait. Of each
    /// reason of a case what the case says too, for an index holds columns of one table alone.
    package static let queue = Migration(
        name: "022-queue",
        statements: [
            "ALTER TABLE report_case_reasons ADD COLUMN state TEXT NOT NULL DEFAULT 'open'",
            "ALTER TABLE report_case_reasons ADD COLUMN target_kind TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE report_case_reasons ADD COLUMN queue_order BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE report_case_reasons ADD COLUMN reported_at BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE report_case_reasons ADD COLUMN case_count BIGINT NOT NULL DEFAULT 0",
            """
            UPDATE report_case_reasons SET
                state = (SELECT c.state FROM report_cases c WHERE c.id = report_case_reasons.case_id),
                target_kind = (SELECT c.target_kind FROM report_cases c WHERE c.id = report_case_reasons.case_id),
                queue_order = (SELECT c.queue_order FROM report_cases c WHERE c.id = report_case_reasons.case_id),
                reported_at = (SELECT c.reported_at FROM report_cases c WHERE c.id = report_case_reasons.case_id),
                case_count = (SELECT c.report_count FROM report_cases c WHERE c.id = report_case_reasons.case_id)
            """,
            "CREATE INDEX queue_reasons ON report_case_reasons (reason, state, queue_order, case_id)",
            "CREATE INDEX queue_reasons_kind ON report_case_reasons (reason, state, target_kind, queue_order, case_id)",
            "CREATE INDEX queue_reasons_age ON report_case_reasons (reason, state, reported_at, case_id)",
            "CREATE INDEX queue_reasons_count ON report_case_reasons (reason, state, case_count, case_id)",
            "CREATE INDEX report_cases_by_count ON report_cases (state, report_count, id)",
            "CREATE INDEX report_cases_by_kind_age ON report_cases (state, target_kind, reported_at, id)",
            "CREATE INDEX report_cases_by_assignee_age ON report_cases (assignee_id, state, reported_at, id)",
            "CREATE INDEX report_cases_by_kind_count ON report_cases (state, target_kind, report_count, id)",
        ]
    )
}
