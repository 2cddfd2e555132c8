extension Migration {
    /// What the log is filtered by, each in the order in which pages show it, and what a finished month comes down to.
    package static let log = Migration(
        name: "024-log",
        statements: [
            "DROP INDEX deeds_by_target",
            "DROP INDEX deeds_by_person",
            "DROP INDEX deeds_by_actor",
            "DROP INDEX deeds_by_action",
            "DROP INDEX deeds_by_time",
            "CREATE INDEX deeds_by_target ON deeds (target_kind, target_key, at, id)",
            "CREATE INDEX deeds_by_person ON deeds (person_id, at, id)",
            "CREATE INDEX deeds_by_actor ON deeds (actor_id, at, id)",
            "CREATE INDEX deeds_by_actor_kind ON deeds (actor_kind, at, id)",
            "CREATE INDEX deeds_by_action ON deeds (action, at, id)",
            "CREATE INDEX deeds_by_target_kind ON deeds (target_kind, at, id)",
            // The last two let a month be counted without its rows.
            "CREATE INDEX deeds_by_time ON deeds (at, id, action, target_kind)",
            "CREATE INDEX reports_by_time ON reports (created_at, reason)",
            // Counts by their names as JSON, of months that are over; a deed of theirs taken back deletes the row.
            "CREATE TABLE month_figures (month TEXT PRIMARY KEY, figures TEXT NOT NULL)",
        ],
        // REPLACE takes the number that SQLite itself gives a row for a key too.
        sqlite: [
            """
            CREATE TRIGGER deeds_keep_rows BEFORE INSERT ON deeds
            WHEN EXISTS (SELECT 1 FROM deeds d WHERE d.rowid = NEW.rowid)
            BEGIN SELECT RAISE(ABORT, 'deeds are never deleted'); END
            """
        ]
    )
}
