extension Migration {
    /// Mails on their way. A row is claimed by a lease, so that of several senders one sends it; once sent it keeps no
    /// words, and what cannot be delivered waits in the dead letter list.
    package static let mail = Migration(
        name: "007-mail",
        statements: [
            """
            CREATE TABLE outbox (
                id BIGINT PRIMARY KEY,
                message_id TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                recipient TEXT NOT NULL,
                recipient_key TEXT NOT NULL,
                language TEXT NOT NULL,
                subject TEXT NOT NULL,
                body_text TEXT,
                body_html TEXT,
                created_at BIGINT NOT NULL,
                due_at BIGINT,
                tries BIGINT NOT NULL,
                claim TEXT,
                sent_at BIGINT,
                died_at BIGINT,
                fault TEXT,
                CHECK (sent_at IS NULL OR (body_text IS NULL AND body_html IS NULL)),
                CHECK (due_at IS NULL OR (body_text IS NOT NULL AND body_html IS NOT NULL)),
                CHECK ((due_at IS NULL) = (sent_at IS NOT NULL OR died_at IS NOT NULL))
            )
            """,
            "CREATE INDEX outbox_by_recipient ON outbox (recipient_key)",
            "CREATE INDEX outbox_by_due ON outbox (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX outbox_by_end ON outbox (sent_at) WHERE sent_at IS NOT NULL",
            "CREATE INDEX outbox_by_death ON outbox (died_at) WHERE died_at IS NOT NULL",
        ]
    )
}
