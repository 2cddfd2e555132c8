extension Transaction {
    /// The best rated listed places; places without ratings are left out.
    func topPlaces(limit: Int) throws -> [RankedPlace] {
        try rows(
            """
            SELECT id, name, stars_1, stars_2, stars_3, stars_4, stars_5 FROM places
            WHERE status = 'listed' AND rating_order < 0 ORDER BY rating_order, name, id LIMIT \(limit)
            """
        ).map { row in
            RankedPlace(
                id: try row.id(0),
                name: try row.string(1),
                counts: RatingCounts(try (2..<7).map { try row.int($0) })
            )
        }
    }
}
