/// The photos of reviews, in order.
extension Transaction {
    /// A review's photos as a form sends them.
    func reviewPictures(of review: Review.ID) throws -> [AttachedPhoto] {
        try rows("SELECT id, alt FROM photos WHERE review_id = \(review) ORDER BY position, id").map { row in
            AttachedPhoto(id: try row.id(0), alt: try row.string(1))
        }
    }

    /// Attaches exactly these photos to a review and removes its others. Only photos that the account uploaded and that are in
    /// no other review are attached. `recountPhotos` then makes them public.
    func attachPhotos(
        _ pictures: [AttachedPhoto],
        to review: Review.ID,
        at place: Place.ID,
        by account: Account.ID?
    ) throws {
        try execute(
            "DELETE FROM photos WHERE review_id = \(review) AND id NOT IN \(list: pictures.map(\.id) + [.absent])"
        )
        for (position, picture) in pictures.enumerated() {
            try execute(
                """
                UPDATE photos SET review_id = \(review), place_id = \(place), position = \(position),
                    alt = \(picture.alt), kind = (SELECT p.kind FROM places p WHERE p.id = \(place)),
                    district = (SELECT p.district FROM places p WHERE p.id = \(place))
                WHERE id = \(picture.id) AND account_id = \(account) AND entry_id IS NULL
                    AND (review_id IS NULL OR review_id = \(review))
                """
            )
        }
    }
}
