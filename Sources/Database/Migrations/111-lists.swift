extension Migration {
    /// Lists of places, and who works on them.
    static let lists = Migration(
        name: "111-lists",
        statements: [
            // The token is kept as it is, and not as a hash: its owner is shown the address again whenever they ask. It reads
            // one list and opens nothing else.
            """
            CREATE TABLE lists (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                title TEXT NOT NULL,
                note TEXT NOT NULL,
                visibility TEXT NOT NULL CHECK (visibility IN ('private', 'link', 'public')),
                token TEXT UNIQUE,
                cover_place_id BIGINT REFERENCES places (id) ON DELETE SET NULL,
                entry_count BIGINT NOT NULL DEFAULT 0,
                rev BIGINT NOT NULL DEFAULT 1,
                created_at BIGINT NOT NULL,
                changed_at BIGINT NOT NULL,
                CHECK ((visibility = 'link') = (token IS NOT NULL))
            )
            """,
            "CREATE INDEX lists_by_account ON lists (account_id, changed_at, id)",
            "CREATE INDEX lists_by_cover ON lists (cover_place_id)",
            // Public lists, the last changed first: the sitemap finds them without reading all others.
            "CREATE INDEX lists_by_visibility ON lists (visibility, changed_at, id)",
            """
            CREATE TABLE list_entries (
                list_id BIGINT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                position BIGINT NOT NULL,
                note TEXT NOT NULL,
                added_by BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
                added_at BIGINT NOT NULL,
                PRIMARY KEY (list_id, place_id)
            )
            """,
            "CREATE INDEX list_entries_by_position ON list_entries (list_id, position, place_id)",
            "CREATE INDEX list_entries_by_place ON list_entries (place_id)",
            "CREATE INDEX list_entries_by_account ON list_entries (added_by)",
            // Taking a place off a list can be undone for a while.
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
            """
            CREATE TABLE list_collaborators (
                list_id BIGINT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                added_at BIGINT NOT NULL,
                PRIMARY KEY (list_id, account_id)
            )
            """,
            "CREATE INDEX list_collaborators_by_account ON list_collaborators (account_id, list_id)",
            // Apart from those who accepted, so that an invitation cannot be mistaken for a right.
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
