/// A number that is kept beside the rows that it counts, so that no page has to count them.
struct KeptCount: Sendable {
    /// `places.review_count`.
    let name: String
    private let table: SQL
    private let column: SQL
    /// What it should be, in the words of a row of the table.
    private let counted: SQL

    private init(_ table: String, _ column: String, _ counted: SQL) {
        name = "\(table).\(column)"
        (self.table, self.column, self.counted) = (SQL(stringLiteral: table), SQL(stringLiteral: column), counted)
    }

    /// Rows with another number than they should have.
    fileprivate var wrong: SQL { "SELECT COUNT(*) FROM \(table) WHERE \(column) <> \(counted)" }
    fileprivate var correction: SQL { "UPDATE \(table) SET \(column) = \(counted) WHERE \(column) <> \(counted)" }

    private static let shownReviews: SQL = "FROM reviews r WHERE r.place_id = places.id AND r.is_shown = 1"
    private static let stars = (1...5).map { stars in
        KeptCount("places", "stars_\(stars)", "(SELECT COUNT(*) \(shownReviews) AND r.stars = \(stars))")
    }

    static let all =
        stars + [
            KeptCount("places", "review_count", "(SELECT COUNT(*) \(shownReviews))"),
            KeptCount(
                "places",
                "photo_count",
                """
                (SELECT COUNT(*) FROM photos f JOIN reviews r ON r.id = f.review_id WHERE r.place_id = places.id
                    AND r.is_shown = 1 AND f.hidden_at IS NULL AND f.hidden_for_reason_at IS NULL)
                """
            ),
            KeptCount(
                "places",
                "favourite_count",
                "(SELECT COUNT(*) FROM favourites f WHERE f.place_id = places.id)"
            ),
            KeptCount(
                "reviews",
                "helpful_count",
                "(SELECT COUNT(*) FROM review_votes v WHERE v.review_id = reviews.id)"
            ),
            KeptCount(
                "reviews",
                "photo_count",
                """
                (SELECT COUNT(*) FROM photos f WHERE f.review_id = reviews.id AND reviews.is_shown = 1
                    AND f.hidden_at IS NULL AND f.hidden_for_reason_at IS NULL)
                """
            ),
            KeptCount(
                "lists",
                "entry_count",
                "(SELECT COUNT(*) FROM list_entries e WHERE e.list_id = lists.id)"
            ),
            KeptCount(
                "place_counts",
                "count",
                """
                (SELECT COUNT(*) FROM places p WHERE p.status = place_counts.status AND p.kind = place_counts.kind
                    AND p.district = place_counts.district AND p.category = place_counts.category)
                """
            ),
            KeptCount(
                "place_counts",
                "known_hours",
                """
                (SELECT COUNT(DISTINCT h.place_id) FROM place_hours h JOIN place_points t ON t.id = h.place_id
                    WHERE t.bucket = place_counts.bucket)
                """
            ),
            KeptCount(
                "place_attributes",
                "people",
                """
                (SELECT COUNT(*) FROM place_answers a WHERE a.place_id = place_attributes.place_id
                    AND a.attribute = place_attributes.attribute AND a.value = place_attributes.value
                    AND a.answered_at > COALESCE((SELECT c.corrected_at FROM place_attribute_corrections c
                        WHERE c.place_id = place_attributes.place_id AND c.attribute = place_attributes.attribute
                            AND c.value IS NULL), -1))
                """
            ),
            KeptCount(
                "report_case_counts",
                "count",
                "(SELECT COUNT(*) FROM report_cases c WHERE c.state = report_case_counts.state)"
            ),
        ]
}

extension Transaction {
    /// Rows whose kept number is wrong, by the number's name; empty where all are right.
    func wrongKeptCounts() throws -> [String: Int] {
        try allowLongReading()
        var found: [String: Int] = [:]
        for count in KeptCount.all {
            let wrong = try first(count.wrong) { try $0.int(0) } ?? 0
            if wrong > 0 { found[count.name] = wrong }
        }
        let accounts = try accountsWithWrongStorage()
        if accounts > 0 { found["account_storage.bytes"] = accounts }
        let ratings = try placesWithWrongRating().count
        if ratings > 0 { found["places.rating_mean"] = ratings }
        return found
    }

    /// Counts again what is wrong.
    func correctKeptCounts() throws {
        try allowLongReading()
        for count in KeptCount.all { try execute(count.correction) }
        try correctAccountStorage()
        for place in try placesWithWrongRating() {
            if let counts = try ratingCounts(of: place) { try setRatingCounts(counts, at: place) }
        }
    }

    /// Places whose mean is not that of their stars.
    private func placesWithWrongRating() throws -> [Place.ID] {
        try rows(
            """
            SELECT id, stars_1, stars_2, stars_3, stars_4, stars_5, rating_mean, rating_order - unconfirmed
            FROM places WHERE review_count > 0 OR rating_mean IS NOT NULL OR rating_order <> unconfirmed ORDER BY id
            """
        ).map { row -> Place.ID? in
            let counts = RatingCounts(try (1...5).map { try row.int($0) })
            let isRight =
                try abs((row.optionalDouble(6) ?? 0) - (counts.mean ?? 0)) < 1e-9
                && abs(row.double(7) - counts.order) < 1e-9 && row.isNull(6) == (counts.mean == nil)
            return isRight ? nil : try row.id(0)
        }.compactMap { $0 }
    }
}
