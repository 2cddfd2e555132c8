/// All reviews of a place, with filters and sorting.
struct ReviewListPage: Page {
    static let template = "reviews/list"
    static let fragments = ["list": "reviews/list-part"]

    let place: Place
    let heading: String
    let query: ReviewQuery
    let section: ReviewSection
    let stars: [ListChoice]
    let keywords: [ListChoice]
    let languages: [ListChoice]

    /// Whether a filter of the folded form is chosen, so that it is shown unfolded.
    private var isNarrowed: Bool { !query.keywords.isEmpty || query.language != nil || query.isOfPastYear }

    static let fields: [Field<ReviewListPage>] = [
        .object("rating") { PlaceScore(counts: $0.section.score.counts) },
        .list("reviews") { $0.section.reviews },
        .text("next") { $0.section.next },
        .list("blocked") { $0.section.blocked },
        .flag("isSurging") { $0.section.isSurging },
        .object("score") { $0.section.score }.viewOnly,
        .text("heading") { $0.heading }.viewOnly,
        .text("placeName") { $0.place.name }.viewOnly,
        .text("placeHref") { "/places/\($0.place.id)" }.viewOnly,
        .text("action") { $0.section.path }.viewOnly,
        .text("firstHref") { page in
            page.query.after == nil ? nil : page.query.with { _ in }.address(page.section.path)
        }.viewOnly,
        .flag("isFiltered") { !$0.query.isPlain }.viewOnly,
        .flag("isNarrowed") { $0.isNarrowed }.viewOnly,
        .flag("isMember") { $0.section.isMember }.viewOnly,
        .flag("hasPhotosOnly") { $0.query.hasPhotosOnly }.viewOnly,
        .flag("isMine") { $0.query.isMine }.viewOnly,
        .flag("isOfPastYear") { $0.query.isOfPastYear }.viewOnly,
        .text("writeHref") { $0.section.writeHref }.viewOnly,
        .text("editHref") { $0.section.editHref }.viewOnly,
        .list("starChoices") { $0.stars }.viewOnly,
        .list("keywordChoices") { $0.keywords }.viewOnly,
        .list("languageChoices") { $0.languages }.viewOnly,
        .list("sorts") { $0.section.sorts }.viewOnly,
    ]
}

extension ReviewCardPresenter {
    /// - Parameter offered: the keywords of the place's kind.
    func listPage(
        _ place: Place,
        _ query: ReviewQuery,
        _ section: ReviewSection,
        offered: [Keyword]
    ) -> ReviewListPage {
        ReviewListPage(
            place: place,
            heading: text("review-list.title", ["name": .text(place.name)]),
            query: query,
            section: section,
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
            }
        )
    }
}

/// One review on a page of its own.
struct ReviewPage: Page {
    static let template = "reviews/review"

    let review: ReviewCard
    /// The takedowns that block the reader's own review.
    let blocks: [BlockNote]

    static let fields: [Field<ReviewPage>] = [
        .object("review") { $0.review },
        .list("blocks") { $0.blocks },
        .text("placeName") { $0.review.entry.place.name }.viewOnly,
        .text("placeHref") { "/places/\($0.review.entry.place.id)" }.viewOnly,
    ]
}
