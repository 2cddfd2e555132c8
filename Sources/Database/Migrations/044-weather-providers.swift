extension Migration {
    /// Whose fetched weather an entry has, which stays true when its place moves or its words come from an archive.
    package static let weatherProviders = Migration(
        name: "044-weather-providers",
        statements: [
            "ALTER TABLE diary_entries ADD COLUMN weather_provider TEXT",
            """
            UPDATE diary_entries SET weather_provider = (
                SELECT w.source FROM weather_days w
                WHERE w.day = diary_entries.day AND w.district = COALESCE(
                    (SELECT p.district FROM places p WHERE p.id = diary_entries.place_id), 'jung'))
            WHERE weather_source = 'fetched'
            """,
        ]
    )
}
