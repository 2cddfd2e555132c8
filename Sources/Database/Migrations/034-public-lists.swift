extension Migration {
    /// Public lists, the last changed first: the site's map names them, and looked at everybody's lists to find them.
    static let publicLists = Migration(
        name: "034-public-lists",
        statements: ["CREATE INDEX lists_by_visibility ON lists (visibility, changed_at, id)"]
    )
}
