/// All reviews of a place, with filters and sorting.
struct ReviewListPage: Page {
    static let template = "reviews/list"
    static let fragments = ["list": "reviews/list-part"]

    let place: ReviewList.Subject
    let heading: String
    let query: ReviewQuery
    let score: ReviewSectionScore
    let reviews: [ReviewCard]
    let next: String?
    /// The reader's own review.
    let ownID: Review.ID?
    let isMember: Bool
    let stars: [ListChoice]
    let keywords: [ListChoice]
    let languages: [ListChoice]
    let sorts: [ListChoice]
    /// Lines in place of blocked reviews, on the first page without filters.
    let blocked: [BlockedReview]
    /// Whether reviews of the place are held because of a surge.
    let isSurging: Bool

    var path: String { "/places/\(place.id)/reviews" }

    /// Whether a filter of the folded form is chosen, so that it is shown unfolded.
    private var isNarrowed: Bool { !query.keywords.isEmpty || query.language != nil || query.isOfPastYear }

    static let fields: [Field<ReviewListPage>] = [
        .object("rating") { PlaceScore(counts: $0.score.counts) },
        .list("reviews") { $0.reviews },
        .text("next") { $0.next },
        .list("blocked") { $0.blocked },
        .flag("isSurging") { $0.isSurging },
        .object("score") { $0.score }.viewOnly,
        .text("heading") { $0.heading }.viewOnly,
        .text("placeName") { $0.place.name }.viewOnly,
        .text("placeHref") { "/places/\($0.place.id)" }.viewOnly,
        .text("action") { $0.path }.viewOnly,
        .text("firstHref") { page in
            page.query.after == nil ? nil : page.query.with { _ in }.address(page.path)
        }.viewOnly,
        .flag("isFiltered") { !$0.query.isPlain }.viewOnly,
        .flag("isNarrowed") { $0.isNarrowed }.viewOnly,
        .flag("isMember") { $0.isMember }.viewOnly,
        .flag("hasPhotosOnly") { $0.query.hasPhotosOnly }.viewOnly,
        .flag("isMine") { $0.query.isMine }.viewOnly,
        .flag("isOfPastYear") { $0.query.isOfPastYear }.viewOnly,
        .text("writeHref") { $0.ownID == nil ? "\($0.path)/new" : nil }.viewOnly,
        .text("editHref") { page in page.ownID.map { "/reviews/\($0)/edit" } }.viewOnly,
        .list("starChoices") { $0.stars }.viewOnly,
        .list("keywordChoices") { $0.keywords }.viewOnly,
        .list("languageChoices") { $0.languages }.viewOnly,
        .list("sorts") { $0.sorts }.viewOnly,
    ]
}

extension ReviewCardPresenter {
    /// - Parameter offered: the keywords of the place's kind.
    func listPage(
        _ place: Place,
        _ query: ReviewQuery,
        _ list: ReviewList,
        _ counts: RatingCounts,
        ownID: Review.ID?,
        offered: [Keyword],
        blocked: [BlockedReview],
        isSurging: Bool
    ) -> ReviewListPage {
        let path = "/places/\(place.id)/reviews"
        return ReviewListPage(
            place: ReviewList.Subject(
                id: place.id,
                name: place.name,
                kind: place.kind,
                district: place.district,
                dong: place.dong
            ),
            heading: text("review-list.title", ["name": .text(place.name)]),
            query: query,
            score: ReviewSectionScore(counts, path: path, query: query),
            reviews: cards(list),
            next: list.next.map { key in query.with { $0.after = key }.address(path) },
            ownID: ownID,
            isMember: reader.accountID != nil,
            stars: (1...5).reversed().map { stars in
                ListChoice(
                    label: text("review.stars", ["count": .integer(stars)]),
                    value: "\(stars)",
                    isCurrent: query.stars.contains(stars)
                )
            },
            keywords: offered.map { keyword in
                ListChoice(
                    label: keyword.name(language),
                    value: "\(keyword.id)",
                    isCurrent: query.keywords.contains(keyword.id)
                )
            },
            languages: Language.allCases.map { each in
                ListChoice(
                    label: text("review-language.\(each.rawValue)"),
                    value: each.rawValue,
                    isCurrent: query.language == each
                )
            },
            sorts: sorts(query.sort),
            blocked: blocked,
            isSurging: isSurging
        )
    }
}

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
