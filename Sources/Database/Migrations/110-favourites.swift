extension Migration {
    /// The places that accounts keep, under tags of their own.
    static let favourites = Migration(
        name: "110-favourites",
        statements: [
            // Numbered for each account in the order in which they were added: `slot` is the favourite's position in
            // `favourite_sets`. A place that has favourites cannot be deleted unless they are moved: nothing cascades past
            // the sets and the counts.
            """
            CREATE TABLE favourites (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                place_id BIGINT NOT NULL REFERENCES places (id),
                slot BIGINT NOT NULL,
                note TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, place_id),
                UNIQUE (account_id, slot)
            )
            """,
            "CREATE INDEX favourites_by_place ON favourites (place_id)",
            """
            CREATE TABLE tags (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                group_name TEXT NOT NULL,
                value TEXT NOT NULL,
                UNIQUE (account_id, group_name, value)
            )
            """,
            """
            CREATE TABLE favourite_tags (
                account_id BIGINT NOT NULL,
                place_id BIGINT NOT NULL,
                tag_id BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
                position BIGINT NOT NULL,
                PRIMARY KEY (account_id, place_id, tag_id),
                FOREIGN KEY (account_id, place_id) REFERENCES favourites (account_id, place_id) ON DELETE CASCADE
            )
            """,
            "CREATE INDEX favourite_tags_by_tag ON favourite_tags (tag_id, place_id)",
            // What a favourite had when it was removed, so that this can be undone for a day.
            """
            CREATE TABLE removed_favourites (
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                slot BIGINT NOT NULL,
                note TEXT NOT NULL,
                tags TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                removed_at BIGINT NOT NULL,
                PRIMARY KEY (account_id, place_id)
            )
            """,
            "CREATE INDEX removed_favourites_by_age ON removed_favourites (removed_at)",
            "CREATE INDEX removed_favourites_by_place ON removed_favourites (place_id)",
        ],
        sqlite: [favouriteSets("BLOB")],
        postgres: [favouriteSets("BYTEA")]
    )

    /// Which of an account's favourites have a tag, one bit each, in pieces of `FavouriteSet.pieceBytes`; tag 0 is every
    /// favourite. They say what `favourite_tags` says, in a form that counts thousands at once.
    private static func favouriteSets(_ bytes: SQL) -> SQL {
        """
        CREATE TABLE favourite_sets (
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            tag_id BIGINT NOT NULL,
            piece BIGINT NOT NULL,
            members \(bytes) NOT NULL,
            PRIMARY KEY (account_id, tag_id, piece)
        )
        """
    }
}
