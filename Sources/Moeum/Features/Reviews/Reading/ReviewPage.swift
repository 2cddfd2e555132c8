/// One review on a page of its own.
struct ReviewPage: Page {
    static let template = "reviews/review"

    let review: ReviewCard
    let placeName: String
    let placeHref: String
    /// The takedowns that block the reader's own review.
    let blocks: [BlockNote]

    static let fields: [Field<ReviewPage>] = [
        .object("review") { $0.review },
        .list("blocks") { $0.blocks },
        .text("placeName") { $0.placeName }.viewOnly,
        .text("placeHref") { $0.placeHref }.viewOnly,
    ]
}
