extension Migration {
    /// The name in a place's source, where that is not the one that people know. The site then splits the names it has.
    package static let shownNames = Migration(
        name: "039-shown-names",
        statements: ["ALTER TABLE places ADD COLUMN official_name TEXT"]
    )
}
