extension Migration {
    /// What another program is told about, each thing once.
    package static let webhooks = Migration(
        name: "051-webhooks",
        statements: [
            """
            CREATE TABLE webhook_deliveries (
                id BIGINT PRIMARY KEY,
                event TEXT NOT NULL,
                subject BIGINT NOT NULL,
                body TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                due_at BIGINT,
                claim TEXT,
                tries BIGINT NOT NULL DEFAULT 0,
                error TEXT,
                delivered_at BIGINT,
                died_at BIGINT,
                UNIQUE (event, subject)
            )
            """,
            "CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (due_at)",
        ],
        usableSince: Release(0, 9, 0)
    )
}
