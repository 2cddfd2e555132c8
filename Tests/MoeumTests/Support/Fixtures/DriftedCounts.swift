@testable import Moeum

extension Transaction {
    /// What is stored beside what the rows say, where they differ.
    func driftedCounts() throws -> [String] {
        let places = try rows(
            """
            SELECT p.id, p.stars_1, p.stars_2, p.stars_3, p.stars_4, p.stars_5, p.review_count, p.photo_count,
                p.rating_mean, p.rating_order,
                (SELECT COUNT(*) FROM reviews r WHERE r.place_id = p.id AND r.is_shown = 1 AND r.stars = 1),
                (SELECT COUNT(*) FROM reviews r WHERE r.place_id = p.id AND r.is_shown = 1 AND r.stars = 2),
                (SELECT COUNT(*) FROM reviews r WHERE r.place_id = p.id AND r.is_shown = 1 AND r.stars = 3),
                (SELECT COUNT(*) FROM reviews r WHERE r.place_id = p.id AND r.is_shown = 1 AND r.stars = 4),
                (SELECT COUNT(*) FROM reviews r WHERE r.place_id = p.id AND r.is_shown = 1 AND r.stars = 5),
                (SELECT COUNT(*) FROM photos f JOIN reviews r ON r.id = f.review_id
                    WHERE r.place_id = p.id AND r.is_shown = 1 AND f.hidden_at IS NULL AND f.hidden_for_reason_at IS NULL),
                (SELECT AVG(CAST(r.stars AS DOUBLE PRECISION)) FROM reviews r
                    WHERE r.place_id = p.id AND r.is_shown = 1)
            FROM places p ORDER BY p.id
            """
        ).map { row -> String? in
            let stored = try (1...7).map { try row.int($0) }
            let stars = try (10...14).map { try row.int($0) }
            let counted = stars + [stars.reduce(0, +), try row.int(15)]
            let mean = try row.optionalDouble(16)
            let order = mean.map { -(35 + $0 * Double(counted[5])) / Double(10 + counted[5]) } ?? 0
            let isNear =
                try abs((row.optionalDouble(8) ?? -1) - (mean ?? -1)) < 1e-9 && abs(row.double(9) - order) < 1e-9
            return stored == counted && isNear ? nil : "place \(try row.int64(0)): \(stored) \(counted)"
        }
        let reviews = try rows(
            """
            SELECT r.id, r.helpful_count, r.photo_count, r.is_shown,
                (SELECT COUNT(*) FROM review_votes v WHERE v.review_id = r.id),
                (SELECT COUNT(*) FROM photos f WHERE f.review_id = r.id AND f.is_shown = 1),
                (SELECT COUNT(*) FROM photos f WHERE f.review_id = r.id AND f.hidden_at IS NULL AND f.hidden_for_reason_at IS NULL)
            FROM reviews r ORDER BY r.id
            """
        ).map { row -> String? in
            let isRight =
                try row.int(1) == row.int(4) && row.int(2) == row.int(5)
                && row.int(5) == (row.int(3) == 1 ? row.int(6) : 0)
            return isRight ? nil : "review \(try row.int64(0))"
        }
        return (places + reviews).compactMap { $0 }
    }
}
