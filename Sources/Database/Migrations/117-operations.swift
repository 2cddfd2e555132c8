extension Migration {
    /// Settings, what the site counts of itself, and what is known of sweeps and backups.
    static let operations = Migration(
        name: "117-operations",
        statements: [
            // What staff changed of how the site looks after itself; without a row the default holds.
            "CREATE TABLE site_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            """
            CREATE TABLE daily_counts (
                metric TEXT NOT NULL,
                day TEXT NOT NULL,
                count BIGINT NOT NULL CHECK (count >= 0),
                PRIMARY KEY (metric, day)
            )
            """,
            // What people searched for and did not find: the words alone, for some weeks.
            """
            CREATE TABLE empty_searches (
                day TEXT NOT NULL,
                words TEXT NOT NULL,
                count BIGINT NOT NULL CHECK (count > 0),
                PRIMARY KEY (day, words)
            )
            """,
            // How the last run of each sweep ended.
            """
            CREATE TABLE sweeps (
                name TEXT PRIMARY KEY,
                ended_at BIGINT NOT NULL,
                rows_removed BIGINT NOT NULL,
                files_removed BIGINT NOT NULL
            )
            """,
            """
            CREATE TABLE backups (
                id BIGINT PRIMARY KEY,
                made_at BIGINT NOT NULL,
                path TEXT NOT NULL,
                bytes BIGINT NOT NULL
            )
            """,
            "CREATE INDEX backups_by_time ON backups (made_at)",
            // While one is made, no photo's files are deleted.
            "CREATE TABLE running_backups (id BIGINT PRIMARY KEY, seen_at BIGINT NOT NULL)",
            // The last scheduled backup, where it failed.
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
