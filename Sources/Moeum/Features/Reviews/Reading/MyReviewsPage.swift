import Foundation

/// The reader's own reviews, hidden ones too, and drafts.
struct MyReviewsPage: Page {
    static let template = "reviews/mine"

    /// A draft.
    struct Draft: ViewModel {
        let draft: ReviewDraftSummary

        static let fields: [Field<Draft>] = [
            .integer("placeId") { Int($0.draft.placeID) },
            .text("placeName") { $0.draft.placeName },
            .time("savedAt") { $0.draft.savedAt },
            .text("href") { $0.draft.href }.viewOnly,
        ]
    }

    let accountID: Account.ID
    let reviews: [ReviewCard]
    let drafts: [Draft]
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
struct ReviewDraftSummary: Sendable {
    let placeID: Place.ID
    let placeName: String
    let savedAt: Date
    /// The review that the draft edits; nil for a new one.
    let reviewID: Review.ID?

    var href: String { reviewID.map { "/reviews/\($0)/edit" } ?? "/places/\(placeID)/reviews/new" }
}
