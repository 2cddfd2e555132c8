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
                rating_mean = \(counts.mean), rating_order = \(counts.order) + unconfirmed
            WHERE id = \(place)
            """
        )
    }

    /// Updates which photos of a review are public, by its state and theirs, which of them is its cover, and recounts them.
    func recountPhotos(of review: Review.ID) throws {
        let found = try first("SELECT place_id, photo_count FROM reviews WHERE id = \(review)") { row in
            (place: try row.id(0) as Place.ID, count: try row.int(1))
        }
        guard let found else { return }
        let shown = try rows(
            """
            SELECT h.id FROM reviews r JOIN photos h ON h.review_id = r.id
            WHERE r.id = \(review) AND r.is_shown = 1 AND h.hidden_at IS NULL AND h.hidden_for_reason_at IS NULL
            ORDER BY h.position, h.id
            """
        ).map { try $0.id(0) as Photo.ID }
        try execute(
            """
            UPDATE photos SET is_shown = CASE WHEN id IN \(list: shown) THEN 1 ELSE 0 END,
                is_cover = CASE WHEN id = \(shown.first ?? .absent) THEN 1 ELSE 0 END
            WHERE review_id = \(review)
            """
        )
        try execute("UPDATE reviews SET photo_count = \(shown.count) WHERE id = \(review)")
        try countPhotos(at: found.place, by: shown.count - found.count)
    }

    /// Adds to a place's number of public photos.
    func countPhotos(at place: Place.ID, by change: Int) throws {
        if change == 0 { return }
        try execute("UPDATE places SET photo_count = photo_count + \(change) WHERE id = \(place)")
    }

    /// Puts the photos of a place's reviews where the wall looks for them, by the place's kind and district.
    func savePhotoFilters(of place: Place.ID) throws {
        try execute(
            """
            UPDATE photos SET kind = (SELECT p.kind FROM places p WHERE p.id = photos.place_id),
                district = (SELECT p.district FROM places p WHERE p.id = photos.place_id)
            WHERE place_id = \(place)
            """
        )
    }

    /// The best rated listed places, by their ratings alone; places without ratings are left out.
    func topPlaces(limit: Int) throws -> [RankingPage.Entry] {
        var position = 0
        return try rows(
            """
            SELECT id, name, stars_1, stars_2, stars_3, stars_4, stars_5 FROM places
            WHERE status = 'listed' AND review_count > 0 ORDER BY rating_order - unconfirmed, name, id LIMIT \(limit)
            """
        ).map { row in
            position += 1
            return RankingPage.Entry(
                position: position,
                id: try row.id(0),
                name: try row.string(1),
                counts: RatingCounts(try (2..<7).map { try row.int($0) })
            )
        }
    }
}
