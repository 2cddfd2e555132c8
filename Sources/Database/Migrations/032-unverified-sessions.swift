extension Migration {
    /// Nobody is logged in to an account whose address is not verified any more; and a name that is wanted at a sign-up is
    /// kept along with the browser that wants it, whatever became of the sign-up.
    static let unverifiedSessions = Migration(
        name: "032-unverified-sessions",
        statements: [
            "ALTER TABLE nickname_holds ADD COLUMN browser_hash TEXT",
            "DELETE FROM sessions WHERE account_id IN (SELECT id FROM accounts WHERE verified_at IS NULL)",
        ]
    )
}
