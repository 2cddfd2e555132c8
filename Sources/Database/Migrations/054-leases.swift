extension Migration {
    /// Who does what must not be done twice at the same time and has no row of its own.
    package static let leases = Migration(
        name: "054-leases",
        statements: [
            "CREATE TABLE leases (name TEXT PRIMARY KEY, holder BIGINT NOT NULL, free_at BIGINT NOT NULL)"
        ]
    )
}
