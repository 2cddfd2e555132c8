extension Migration {
    /// Places, the facts' sources, opening hours and the search text.
    static let places = Migration(
        name: "001-places",
        statements: [
            """
            CREATE TABLE sources (
                id TEXT PRIMARY KEY,
                url TEXT,
                as_of TEXT NOT NULL
            )
            """
        ]
    )
}
