extension Migration {
    /// Merges the pieces that earlier imports left of the search index, and lists the buckets of each status in an index.
    package static let searchPieces = Migration(
        name: "048-search-pieces",
        statements: ["CREATE INDEX place_counts_by_status ON place_counts (status, bucket)"],
        sqlite: ["INSERT INTO place_words (place_words) VALUES ('optimize')"]
    )
}
