extension Migration {
    /// What is to be known of decisions that are taken back, and of those that stand again after all.
    static let takenBack = Migration(
        name: "028-taken-back",
        statements: [
            // Since when a sanction is in force again after it was taken back; null where it never was.
            "ALTER TABLE sanctions ADD COLUMN resumed_at BIGINT",
            // What authors said against blocks that were taken back.
            """
            CREATE TABLE past_objections (
                takedown_id BIGINT NOT NULL REFERENCES takedowns (id) ON DELETE CASCADE,
                objected_at BIGINT NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (takedown_id, objected_at)
            )
            """,
            """
            INSERT INTO past_objections (takedown_id, objected_at, body)
            SELECT id, objected_at, objection FROM takedowns
            WHERE state = 'waiting' AND objected_at IS NOT NULL AND objection IS NOT NULL
            """,
            "UPDATE takedowns SET objection = NULL, objected_at = NULL, kept_at = NULL WHERE state = 'waiting'",
            // Objections to blocks were counted among the appeals: finished months are counted anew.
            "DELETE FROM month_figures",
        ]
    )
}
