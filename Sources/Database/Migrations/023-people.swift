extension Migration {
    /// What staff look people up by, so that no list of theirs reads a million accounts for a handful.
    package static let people = Migration(
        name: "023-people",
        statements: [
            "CREATE INDEX accounts_unverified ON accounts (id) WHERE verified_at IS NULL",
            "CREATE INDEX accounts_leaving ON accounts (id) WHERE leaving_at IS NOT NULL",
            """
            CREATE INDEX sanctions_standing ON sanctions (account_id)
            WHERE lifted_at IS NULL AND ended_at IS NULL AND kind IN ('no-posting', 'suspension')
            """,
        ]
    )
}
