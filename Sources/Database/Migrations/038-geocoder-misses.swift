extension Migration {
    /// Addresses that a geocoder was asked for and did not know.
    static let geocoderMisses = Migration(
        name: "038-geocoder-misses",
        statements: [
            """
            CREATE TABLE geocoder_misses (
                geocoder TEXT NOT NULL,
                address TEXT NOT NULL,
                asked_at BIGINT NOT NULL,
                PRIMARY KEY (geocoder, address)
            )
            """
        ]
    )
}
