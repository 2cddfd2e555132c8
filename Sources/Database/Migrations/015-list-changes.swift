extension Migration {
    /// Taking a place off a list can be undone for a while, and whoever is to work on one is asked first.
    static let listChanges = Migration(
        name: "015-list-changes",
        statements: [
            """
            CREATE TABLE removed_list_entries (
                list_id BIGINT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                position BIGINT NOT NULL,
                note TEXT NOT NULL,
                was_cover SMALLINT NOT NULL CHECK (was_cover IN (0, 1)),
                added_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                added_at BIGINT NOT NULL,
                removed_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                removed_at BIGINT NOT NULL,
                PRIMARY KEY (list_id, place_id)
            )
            """,
            "CREATE INDEX removed_list_entries_by_age ON removed_list_entries (removed_at)",
            "CREATE INDEX removed_list_entries_by_place ON removed_list_entries (place_id)",
            "CREATE INDEX removed_list_entries_by_adder ON removed_list_entries (added_by)",
            "CREATE INDEX removed_list_entries_by_remover ON removed_list_entries (removed_by)",
            // Apart from those who accepted, so that nothing that they may do is done by mistake. Those who work on a list
            // already stay as they are.
            """
            CREATE TABLE list_invitations (
                list_id BIGINT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                invited_at BIGINT NOT NULL,
                PRIMARY KEY (list_id, account_id)
            )
            """,
            "CREATE INDEX list_invitations_by_account ON list_invitations (account_id, invited_at)",
        ]
    )
}
