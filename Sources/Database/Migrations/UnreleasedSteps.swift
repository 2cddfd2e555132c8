extension Migration {
    /// The migrations of databases from before the first release. All of them together made what `schema` makes, but for
    /// triggers of `account_storage` in some states, and for the names that PostgreSQL gave 27 constraints by itself.
    static let unreleasedSteps: Set = [
        "001-places", "002-imports", "003-search", "004-import-history", "005-positions", "006-accounts", "007-mail",
        "008-archives", "009-email-undos", "010-reviews", "011-photos", "012-favourites", "013-lists", "014-visits",
        "015-list-changes", "016-moderation", "017-photo-marks", "018-statistics", "019-takedowns",
        "020-blocked-words", "022-queue", "023-people", "024-log", "025-corrections", "026-place-merges",
        "027-merged-traces", "028-taken-back", "029-gone-targets", "032-unverified-sessions", "034-public-lists",
        "036-name-parts", "037-plain-names", "038-geocoder-misses", "039-shown-names", "040-default-order",
        "041-turns", "042-diary", "043-noted-visits", "044-weather-providers", "045-wall", "046-cards",
        "047-nearby-places", "048-search-pieces", "049-place-words", "050-operations", "051-webhooks",
        "053-account-storage", "054-leases", "055-known-hours", "056-version-photos",
    ]

    /// The last commit of the program that has these steps.
    static let unreleasedCommit = "dad7fb18943b"
}

extension Transaction {
    /// Records the migrations of `Migration.schema` in a database that has all of those steps, in their place. Where another
    /// program has done so before this transaction had the lock, nothing changes.
    func adoptUnreleasedSteps() throws {
        try lockMigrations()
        guard try appliedMigrations() == Migration.unreleasedSteps else { return }
        try recreateAccountStorage()
        let beganAt = try first("SELECT MIN(applied_at) FROM migrations") { try $0.int64(0) }
        try execute("DELETE FROM migrations")
        for migration in Migration.schema {
            try execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(beganAt))")
        }
    }

    /// On PostgreSQL some states had a trigger for each row, and a reference, which made deletions slow. `serve` sets the limit.
    private func recreateAccountStorage() throws {
        let (names, drop): (SQL, (String) -> String) =
            switch dialect {
            case .sqlite:
                ("SELECT name FROM sqlite_master WHERE type = 'trigger'", { "DROP TRIGGER \($0)" })
            case .postgres:
                (
                    "SELECT proname::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace",
                    { "DROP FUNCTION \($0)() CASCADE" }
                )
            }
        for name in try rows(names).map({ try $0.string(0) }) where name.hasPrefix("account_storage_") {
            try execute(SQL(stringLiteral: drop(name)))
        }
        try execute("DROP TABLE account_storage")
        try execute("DROP TABLE account_storage_limit")
        try runStatements(of: .accountStorage)
        try execute("INSERT INTO account_storage (account_id) SELECT id FROM accounts")
        try execute("UPDATE account_storage SET bytes = \(Migration.countedBytes(of: StoredTexts.first, dialect))")
    }
}
