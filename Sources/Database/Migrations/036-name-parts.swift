extension Migration {
    /// What the queue finds parts of names in: names beside the numbers alone, so that looking through all of them reads no
    /// whole rows.
    static let nameParts = Migration(
        name: "036-name-parts",
        statements: [
            "CREATE INDEX accounts_by_name_part ON accounts (nickname_key, id)",
            "CREATE INDEX places_by_name_part ON places (name_key, id)",
        ]
    )
}
