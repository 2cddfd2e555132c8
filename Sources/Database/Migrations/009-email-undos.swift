extension Migration {
    /// Changes of address that can still be taken back, each from the address that was left.
    static let emailUndos = Migration(
        name: "009-email-undos",
        statements: [
            """
            CREATE TABLE email_undos (
                token_hash TEXT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                email TEXT NOT NULL,
                changed_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            )
            """,
            "CREATE INDEX email_undos_by_account ON email_undos (account_id, changed_at)",
            "CREATE INDEX email_undos_by_expiry ON email_undos (expires_at)",
        ]
    )
}
