extension Migration {
    /// What staff, the site and commands did, in a log that takes no change, and the figures of finished months.
    static let auditLog = Migration(
        name: "112-audit-log",
        statements: [
            // It names nobody by foreign key: an entry stays when the people in it have left.
            """
            CREATE TABLE audit_log (
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
                audited_state TEXT,
                state_key TEXT NOT NULL,
                before_state TEXT NOT NULL,
                after_state TEXT NOT NULL,
                undoes BIGINT UNIQUE REFERENCES audit_log (id),
                CHECK ((actor_kind = 'staff') = (actor_id IS NOT NULL))
            )
            """,
            // One for each filter of the log, in the order in which pages show it.
            "CREATE INDEX audit_log_by_target ON audit_log (target_kind, target_key, at, id)",
            "CREATE INDEX audit_log_by_person ON audit_log (person_id, at, id)",
            "CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at, id)",
            "CREATE INDEX audit_log_by_actor_kind ON audit_log (actor_kind, at, id)",
            "CREATE INDEX audit_log_by_action ON audit_log (action, at, id)",
            "CREATE INDEX audit_log_by_target_kind ON audit_log (target_kind, at, id)",
            "CREATE INDEX audit_log_by_case ON audit_log (case_id, id)",
            // The last two columns let a month be counted without its rows.
            "CREATE INDEX audit_log_by_time ON audit_log (at, id, action, target_kind)",
            // Counts by their names as JSON, of months that are over; reverting an action of theirs deletes the row.
            "CREATE TABLE month_figures (month TEXT PRIMARY KEY, figures TEXT NOT NULL)",
        ],
        sqlite: [
            """
            CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
            BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END
            """,
            """
            CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
            BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END
            """,
            // REPLACE deletes without asking the trigger above, by the key and by the number that SQLite gives a row.
            """
            CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
            WHEN EXISTS (SELECT 1 FROM audit_log d WHERE d.id = NEW.id OR d.undoes = NEW.undoes)
            BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: audit_log.undoes'); END
            """,
            """
            CREATE TRIGGER audit_log_no_replaced_row BEFORE INSERT ON audit_log
            WHEN EXISTS (SELECT 1 FROM audit_log d WHERE d.rowid = NEW.rowid)
            BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END
            """,
        ],
        postgres: [
            """
            CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'audit entries are never changed'; END $$
            """,
            """
            CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR DELETE ON audit_log
            FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_log()
            """,
            """
            CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
            EXECUTE FUNCTION refuse_change_of_audit_log()
            """,
        ]
    )
}
