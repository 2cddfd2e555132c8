import Foundation

/// The reader's own reviews, hidden ones too, and drafts.
struct MyReviewsPage: Page {
    static let template = "reviews/mine"

    let accountID: Account.ID
    let reviews: [ReviewCard]
    let drafts: [ReviewDraftSummary]
    let next: String?
    let isFirst: Bool

    static let fields: [Field<MyReviewsPage>] = [
        .list("reviews") { $0.reviews },
        .list("drafts") { $0.drafts },
        .text("next") { $0.next },
        .text("firstHref") { $0.isFirst ? nil : "/my/reviews" }.viewOnly,
        .text("memberHref") { "/members/\($0.accountID)" }.viewOnly,
    ]
}

/// The place of a draft, and when it was saved.
struct ReviewDraftSummary: ViewModel {
    let placeID: Place.ID
    let placeName: String
    let savedAt: Date
    /// The review that the draft edits; nil for a new one.
    let reviewID: Review.ID?

    private var href: String { reviewID.map { "/reviews/\($0)/edit" } ?? "/places/\(placeID)/reviews/new" }

    static let fields: [Field<ReviewDraftSummary>] = [
        .integer("placeId") { Int($0.placeID) },
        .text("placeName") { $0.placeName },
        .time("savedAt") { $0.savedAt },
        .text("href") { $0.href }.viewOnly,
    ]
}
