import Foundation

/// Counts of reviews and photos, updated with each write that changes what readers see.
extension Transaction {
    /// A place's ratings; nil where there is no such place.
    func ratingCounts(of place: Place.ID) throws -> RatingCounts? {
        try first("SELECT stars_1, stars_2, stars_3, stars_4, stars_5 FROM places WHERE id = \(place)") { row in
            RatingCounts(try (0...4).map { try row.int($0) })
        }
    }

    /// Replaces one rating of a place by another in its counts; nil is none.
    func countRating(at place: Place.ID, from old: Int?, to new: Int?) throws {
        guard old != new, var counts = try ratingCounts(of: place) else { return }
        counts.change(from: old, to: new)
        try setRatingCounts(counts, at: place)
    }

    /// Saves a place's rating counts and the means derived from them.
    func setRatingCounts(_ counts: RatingCounts, at place: Place.ID) throws {
        let stars = counts.stars
        try execute(
            """
            UPDATE places SET stars_1 = \(stars[0]), stars_2 = \(stars[1]), stars_3 = \(stars[2]),
                stars_4 = \(stars[3]), stars_5 = \(stars[4]), review_count = \(counts.count),
                rating_mean = \(counts.mean), rating_order = \(counts.order)
            WHERE id = \(place)
            """
        )
    }

    /// Updates which photos of a review are public, by its state and theirs, and recounts them.
    func recountPhotos(of review: Review.ID) throws {
        let found = try first("SELECT place_id, is_shown, photo_count FROM reviews WHERE id = \(review)") { row in
            (place: try row.id(0) as Place.ID, isShown: try row.int(1), count: try row.int(2))
        }
        guard let found else { return }
        try execute(
            """
            UPDATE photos
            SET is_shown = CASE WHEN hidden_at IS NULL AND hidden_for_reason_at IS NULL THEN \(found.isShown) ELSE 0 END
            WHERE review_id = \(review)
            """
        )
        let count = try first("SELECT COUNT(*) FROM photos WHERE review_id = \(review) AND is_shown = 1") {
            try $0.int(0)
        }
        try execute("UPDATE reviews SET photo_count = \(count ?? 0) WHERE id = \(review)")
        try countPhotos(at: found.place, by: (count ?? 0) - found.count)
    }

    /// Adds to a place's number of public photos.
    func countPhotos(at place: Place.ID, by change: Int) throws {
        if change == 0 { return }
        try execute("UPDATE places SET photo_count = photo_count + \(change) WHERE id = \(place)")
    }
}
