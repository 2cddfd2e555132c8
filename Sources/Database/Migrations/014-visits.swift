extension Migration {
    /// Where people were, and what the roulette gave them already.
    package static let visits = Migration(
        name: "014-visits",
        statements: [
            """
            CREATE TABLE visits (
                id BIGINT PRIMARY KEY,
                account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                visited_on TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                UNIQUE (account_id, place_id, visited_on)
            )
            """,
            "CREATE INDEX visits_by_day ON visits (account_id, visited_on, id)",
            "CREATE INDEX visits_by_place ON visits (place_id)",
            // What came up since everything in a pool had come up. The spinner is an account, or the hash of a visitor's
            // cookie; the pool a hash of the filters that make it.
            """
            CREATE TABLE roulette_picks (
                spinner TEXT NOT NULL,
                pool TEXT NOT NULL,
                place_id BIGINT NOT NULL REFERENCES places (id) ON DELETE CASCADE,
                account_id BIGINT REFERENCES accounts (id) ON DELETE CASCADE,
                picked_at BIGINT NOT NULL,
                PRIMARY KEY (spinner, pool, place_id)
            )
            """,
            "CREATE INDEX roulette_picks_by_age ON roulette_picks (picked_at)",
            "CREATE INDEX roulette_picks_by_account ON roulette_picks (account_id)",
            "CREATE INDEX roulette_picks_by_place ON roulette_picks (place_id)",
        ]
    )
}
