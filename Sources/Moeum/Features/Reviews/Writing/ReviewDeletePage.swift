/// Asks for confirmation before a review is deleted.
struct ReviewDeletePage: Page {
    static let template = "reviews/delete"

    let place: ReviewedPlace
    let review: Review

    static let fields: [Field<ReviewDeletePage>] = [
        .object("place") { $0.place },
        .text("id") { String($0.review.id) },
        .integer("stars") { $0.review.stars },
        .text("body") { $0.review.body },
    ]
}
