import Foundation

/// The public page of a member: name, profile, public lists, reviews.
struct MemberPage: Page {
    static let template = "reviews/member"

    let profile: MemberProfile
    /// The member's public lists; only on the first page.
    let lists: [ListCard]
    let reviews: [ReviewCard]
    let next: String?
    let isFirst: Bool

    static let fields: [Field<MemberPage>] = [
        .object("member") { $0.profile },
        .list("lists") { $0.lists },
        .list("reviews") { $0.reviews },
        .text("next") { $0.next },
        .text("firstHref") { $0.isFirst ? nil : "/members/\($0.profile.id)" }.viewOnly,
    ]
}

/// What a member's public page shows of the account.
struct MemberProfile: ViewModel {
    let id: Account.ID
    let nickname: String
    let bio: String
    let since: Date
    /// The number of shown reviews.
    let count: Int
    /// The sum of their stars; nil without reviews.
    let sum: Double?
    /// Whether the page is the reader's own.
    let isOwn: Bool

    static let fields: [Field<MemberProfile>] = [
        .integer("id") { Int($0.id) },
        .text("nickname") { $0.nickname },
        .text("bio") { $0.bio },
        .time("since") { $0.since },
        .integer("count") { $0.count },
        .decimal("mean") { profile in profile.sum.map { PlaceRating.rounded($0 / Double(profile.count)) } },
        .text("initial") { String($0.nickname.prefix(1)) }.viewOnly,
        .flag("isOwn") { $0.isOwn }.viewOnly,
    ]
}
