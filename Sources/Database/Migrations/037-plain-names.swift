extension Migration {
    /// Tables and columns by the names that the code and the glossary have for them. Rows stay as they are, but for the names
    /// of two audited states. Indexes and triggers keep their names when a table gets another, and are made anew.
    package static let plainNames = Migration(
        name: "037-plain-names",
        statements: hiddenReasonNames + photoNames + placeNames + otherNames,
        sqlite: [
            "DROP TRIGGER deeds_stay", "DROP TRIGGER deeds_last", "DROP TRIGGER deeds_once",
            "DROP TRIGGER deeds_keep_rows",
        ] + auditLogNames + [
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
            "DROP INDEX place_counts_by_shelf",
            "CREATE UNIQUE INDEX place_counts_by_bucket ON place_counts (bucket)",
        ],
        postgres: [
            "DROP TRIGGER deeds_stay ON deeds", "DROP TRIGGER deeds_last ON deeds",
            "DROP FUNCTION refuse_change_of_deeds()",
        ] + auditLogNames + [
            // A foreign key stands on it.
            "ALTER INDEX place_counts_by_shelf RENAME TO place_counts_by_bucket",
            "ALTER INDEX deeds_pkey RENAME TO audit_log_pkey",
            "ALTER INDEX deeds_undoes_key RENAME TO audit_log_undoes_key",
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

    private static let auditLogNames: [SQL] = [
        "ALTER TABLE deeds RENAME TO audit_log",
        "ALTER TABLE audit_log RENAME COLUMN aspect TO audited_state",
        "ALTER TABLE audit_log RENAME COLUMN aspect_key TO state_key",
        "UPDATE audit_log SET audited_state = 'review-visibility' WHERE audited_state = 'review-sight'",
        "UPDATE audit_log SET audited_state = 'photo-visibility' WHERE audited_state = 'photo-sight'",
        "DROP INDEX deeds_by_target",
        "DROP INDEX deeds_by_person",
        "DROP INDEX deeds_by_actor",
        "DROP INDEX deeds_by_actor_kind",
        "DROP INDEX deeds_by_action",
        "DROP INDEX deeds_by_target_kind",
        "DROP INDEX deeds_by_case",
        "DROP INDEX deeds_by_time",
        "CREATE INDEX audit_log_by_target ON audit_log (target_kind, target_key, at, id)",
        "CREATE INDEX audit_log_by_person ON audit_log (person_id, at, id)",
        "CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at, id)",
        "CREATE INDEX audit_log_by_actor_kind ON audit_log (actor_kind, at, id)",
        "CREATE INDEX audit_log_by_action ON audit_log (action, at, id)",
        "CREATE INDEX audit_log_by_target_kind ON audit_log (target_kind, at, id)",
        "CREATE INDEX audit_log_by_case ON audit_log (case_id, id)",
        // The last two let a month be counted without its rows.
        "CREATE INDEX audit_log_by_time ON audit_log (at, id, action, target_kind)",
    ]

    private static let hiddenReasonNames: [SQL] = [
        "ALTER TABLE review_withholdings RENAME TO review_hidden_reasons",
        "ALTER TABLE review_hidden_reasons RENAME COLUMN cause TO reason",
        "ALTER TABLE photo_withholdings RENAME TO photo_hidden_reasons",
        "ALTER TABLE photo_hidden_reasons RENAME COLUMN cause TO reason",
        "ALTER TABLE reviews RENAME COLUMN withheld_at TO hidden_for_reason_at",
        "ALTER TABLE photos RENAME COLUMN withheld_at TO hidden_for_reason_at",
        "DROP INDEX reviews_withheld",
        """
        CREATE INDEX reviews_hidden_for_reason ON reviews (place_id, id) WHERE hidden_for_reason_at IS NOT NULL
        """,
    ]

    private static let photoNames: [SQL] = [
        "ALTER TABLE photo_blobs RENAME COLUMN looks TO perceptual_hash",
        "ALTER TABLE removed_pictures RENAME COLUMN looks TO perceptual_hash",
        "DROP INDEX removed_pictures_by_looks",
        """
        CREATE INDEX removed_pictures_by_perceptual_hash ON removed_pictures (perceptual_hash)
        WHERE perceptual_hash IS NOT NULL
        """,
    ]

    private static let placeNames: [SQL] = [
        "ALTER TABLE places RENAME COLUMN heart_count TO favourite_count",
        "ALTER TABLE place_counts RENAME COLUMN shelf TO bucket",
        "ALTER TABLE place_points RENAME COLUMN shelf TO bucket",
        "DROP INDEX place_points_by_shelf",
        "CREATE INDEX place_points_by_bucket ON place_points (bucket, id)",
    ]

    private static let otherNames: [SQL] = [
        "ALTER TABLE once_results RENAME TO idempotency_keys",
        "ALTER TABLE idempotency_keys RENAME COLUMN once TO idempotency_key",
        "DROP INDEX once_results_by_age",
        "CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)",
        "ALTER TABLE outbox RENAME COLUMN fault TO error",
    ]
}
