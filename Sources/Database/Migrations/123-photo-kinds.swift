extension Migration {
    /// What a photo of a review shows, where its author says so: food, the menu board, the inside, the outside. `kind` of the same
    /// table is the kind of its place.
    static let photoKinds = Migration(
        name: "123-photo-kinds",
        statements: [
            """
            ALTER TABLE photos ADD COLUMN photo_kind TEXT
                CHECK (photo_kind IS NULL OR photo_kind IN ('food', 'menu', 'inside', 'outside'))
            """,
            """
            CREATE INDEX photos_by_photo_kind ON photos (place_id, photo_kind, review_id DESC, position, id)
            WHERE is_shown = 1 AND photo_kind IS NOT NULL
            """,
            // The newest menu board of a place stands first on its page.
            """
            CREATE INDEX photos_of_menu_boards ON photos (place_id, photo_kind, created_at DESC, id DESC)
            WHERE is_shown = 1 AND photo_kind = 'menu'
            """,
        ]
    )
}
