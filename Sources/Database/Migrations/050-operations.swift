extension Migration {
    /// Backups that are being made, while which no photo's files are deleted; and the last scheduled one, where it failed.
    package static let operations = Migration(
        name: "050-operations",
        statements: [
            "CREATE TABLE running_backups (id BIGINT PRIMARY KEY, seen_at BIGINT NOT NULL)",
            """
            CREATE TABLE backup_failures (
                id BIGINT PRIMARY KEY CHECK (id = 1),
                failed_at BIGINT NOT NULL,
                told_at BIGINT
            )
            """,
        ]
    )
}
