extension Migration {
    /// What earlier imports left of the search index in pieces is merged, and lists find the buckets of listed places in the
    /// index alone.
    package static let searchPieces = Migration(
        name: "048-search-pieces",
        statements: ["CREATE INDEX place_counts_by_status ON place_counts (status, bucket)"],
        sqlite: ["INSERT INTO place_words (place_words) VALUES ('optimize')"]
    )
}
