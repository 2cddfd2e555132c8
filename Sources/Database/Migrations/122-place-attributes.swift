extension Migration {
    /// What members say of places, and what their photos show.
    static let placeAttributes = Migration(name: "122-place-attributes", statements: answers + photoKinds)

    /// Parking, alone welcome, opening hours: one answer of each account, place and attribute, and what follows from all answers
    /// of a place.
    private static let answers: [SQL] = [
        // `original_place_id` is the place that was answered about, where it was merged into another one.
        """
        CREATE TABLE place_answers (
            account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            attribute TEXT NOT NULL,
            value TEXT NOT NULL,
            answered_at BIGINT NOT NULL,
            original_place_id BIGINT REFERENCES places (id) ON DELETE SET NULL,
            PRIMARY KEY (account_id, place_id, attribute)
        )
        """,
        "CREATE INDEX place_answers_by_value ON place_answers (place_id, attribute, value, answered_at)",
        """
        CREATE INDEX place_answers_by_original ON place_answers (original_place_id)
        WHERE original_place_id IS NOT NULL
        """,
        // Counted in the write of each answer. `people` gave the value, the last of them at `answered_at`; `is_leading` is
        // what a filter goes by: the value of most people, or that of staff, whose source it then names.
        """
        CREATE TABLE place_attributes (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            attribute TEXT NOT NULL,
            value TEXT NOT NULL,
            people BIGINT NOT NULL CHECK (people >= 0),
            answered_at BIGINT NOT NULL,
            is_leading SMALLINT NOT NULL CHECK (is_leading IN (0, 1)),
            source TEXT,
            PRIMARY KEY (place_id, attribute, value)
        )
        """,
        "CREATE INDEX place_attributes_by_value ON place_attributes (attribute, value, is_leading, place_id)",
        // What staff know better, and how they know. Without a value, the answers from before it count no more.
        """
        CREATE TABLE place_attribute_corrections (
            place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
            attribute TEXT NOT NULL,
            value TEXT,
            source TEXT NOT NULL,
            corrected_at BIGINT NOT NULL,
            PRIMARY KEY (place_id, attribute)
        )
        """,
        // A week of opening hours as members tell it, which holds where the place's record has none.
        "ALTER TABLE places ADD COLUMN told_hours TEXT",
    ]

    /// What a photo of a review shows, where its author says so: food, the menu board, the inside, the outside. `kind` of the same
    /// table is the kind of its place.
    private static let photoKinds: [SQL] = [
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
}
