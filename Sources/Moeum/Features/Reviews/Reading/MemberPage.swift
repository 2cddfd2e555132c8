import Foundation

/// The public page of a member: name, profile, public lists, reviews.
struct MemberPage: Page {
    static let template = "reviews/member"

    let id: Account.ID
    let nickname: String
    let bio: String
    let since: Date
    let given: GivenStars
    /// The member's public lists; only on the first page.
    let lists: [ListCard]
    let reviews: [ReviewCard]
    let next: String?
    let isFirst: Bool
    /// Whether the page is the reader's own.
    let isOwn: Bool

    static let fields: [Field<MemberPage>] = [
        .object("member") { Profile(page: $0) },
        .list("lists") { $0.lists },
        .list("reviews") { $0.reviews },
        .text("next") { $0.next },
        .text("firstHref") { $0.isFirst ? nil : "/members/\($0.id)" }.viewOnly,
    ]

    /// The member's profile.
    struct Profile: ViewModel {
        let page: MemberPage

        static let fields: [Field<Profile>] = [
            .integer("id") { Int($0.page.id) },
            .text("nickname") { $0.page.nickname },
            .text("bio") { $0.page.bio },
            .time("since") { $0.page.since },
            .integer("count") { $0.page.given.count },
            .decimal("mean") { $0.page.given.mean.map(PlaceRating.rounded) },
            .text("initial") { String($0.page.nickname.prefix(1)) }.viewOnly,
            .flag("isOwn") { $0.page.isOwn }.viewOnly,
        ]
    }
}

/// The number of a member's shown reviews, and the mean of their stars.
struct GivenStars: Sendable {
    let count: Int
    /// Nil without reviews.
    let mean: Double?
}
