/// Which photos belong to a review, in which order.
extension Transaction {
    /// A review's photos as a form would send them.
    func reviewPictures(of review: Review.ID) throws -> [Review.Draft.Picture] {
        try rows("SELECT id, alt FROM photos WHERE review_id = \(review) ORDER BY position, id").map { row in
            Review.Draft.Picture(id: try row.int64(0), alt: try row.string(1))
        }
    }

    /// Makes these photos the review's, and no others; what it had besides is removed. Only photos that the person sent and
    /// that no other review has are taken. Whether they are public follows with `recountPhotos`.
    func attachPhotos(
        _ pictures: [Review.Draft.Picture],
        to review: Review.ID,
        at place: Place.ID,
        by account: Account.ID?
    ) throws {
        try execute(
            "DELETE FROM photos WHERE review_id = \(review) AND id NOT IN \(list: pictures.map(\.id) + [0])"
        )
        for (position, picture) in pictures.enumerated() {
            try execute(
                """
                UPDATE photos SET review_id = \(review), place_id = \(place), position = \(position),
                    alt = \(picture.alt)
                WHERE id = \(picture.id) AND account_id = \(account) AND (review_id IS NULL OR review_id = \(review))
                """
            )
        }
    }
}
