/// Reviews of a place: the score, a page of reviews, links.
struct ReviewSection: ViewModel {
    /// The place's score, in words and as drawings.
    let score: ReviewSectionScore
    var reviews: [ReviewCard]
    /// The address of all reviews.
    let path: String
    /// The address of the reviews after those of the page; nil without more.
    let next: String?
    /// The reader's own review.
    let ownID: Review.ID?
    let isMember: Bool
    let sorts: [ListChoice]
    /// Whether reviews of the place are held because of a surge.
    let isSurging: Bool
    /// Lines in place of blocked reviews, on the first page without filters.
    let blocked: [BlockedReview]
    /// Whether the place has closed, of which nobody is asked to write.
    var isOfClosedPlace = false

    var writeHref: String? { ownID == nil && !isOfClosedPlace ? "\(path)/new" : nil }
    var editHref: String? { ownID.map { "/reviews/\($0)/edit" } }

    /// Nobody is asked to write of a place that has closed; reviews of visits before others took it over under another name are
    /// marked.
    mutating func adapt(to place: Place, _ registered: RegisteredPlace) {
        isOfClosedPlace = place.status == .closed
        guard place.currentName != nil, let day = registered.takenOverOn else { return }
        for index in reviews.indices {
            let entry = reviews[index].entry
            reviews[index].isOfFormerName = (entry.visitedOn ?? SeoulTime(entry.createdAt).isoDay) < day
        }
    }

    static let fields: [Field<ReviewSection>] = [
        .object("score") { $0.score },
        .list("reviews") { $0.reviews },
        .text("next") { $0.next },
        .flag("isEmpty") { $0.reviews.isEmpty },
        .integer("more") { $0.score.counts.count - $0.reviews.count },
        .text("listPath") { $0.path },
        .flag("isMember") { $0.isMember },
        .text("writeHref") { $0.writeHref },
        .text("editHref") { $0.editHref },
        .list("sorts") { $0.sorts },
        .flag("isSurging") { $0.isSurging },
        .list("blocked") { $0.blocked },
        .flag("hasBlocked") { !$0.blocked.isEmpty },
    ]
}

/// A score: mean, stars and a bar for each number of stars.
struct ReviewSectionScore: ViewModel {
    /// One bar of the histogram; a link to the reviews that it counts.
    struct Bar: ViewModel {
        let stars: Int
        let count: Int
        /// In percent of the full width.
        let width: Int
        let href: String
        let isCurrent: Bool

        static let fields: [Field<Bar>] = [
            .integer("stars") { $0.stars }, .integer("count") { $0.count }, .integer("width") { $0.width },
            .text("href") { $0.href }, .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let counts: RatingCounts
    let bars: [Bar]

    /// - Parameters:
    ///   - path: the address of the place's reviews.
    ///   - query: the query of the page.
    init(_ counts: RatingCounts, path: String, query: ReviewQuery) {
        self.counts = counts
        let total = max(1, counts.count)
        bars = (1...5).reversed().map { stars in
            let count = counts.stars[stars - 1]
            return Bar(
                stars: stars,
                count: count,
                // A count above 0 has a visible bar.
                width: count == 0 ? 0 : max(1, (count * 100 + total / 2) / total),
                href: query.with { $0.stars = [stars] }.address(path),
                isCurrent: query.stars == [stars]
            )
        }
    }

    static let fields: [Field<ReviewSectionScore>] = [
        .decimal("mean") { $0.counts.mean },
        .integer("count") { $0.counts.count },
        .integer("starsWidth") { Int((($0.counts.mean ?? 0) * 20).rounded()) },
        .flag("isFew") { $0.counts.isFew },
        .list("bars") { $0.bars },
    ]
}

extension Transaction {
    func reviewSection(
        of place: Place.ID,
        for query: ReviewQuery = ReviewQuery(),
        _ presenter: ReviewCardPresenter
    ) throws -> ReviewSection {
        let path = "/places/\(place)/reviews"
        let reader = presenter.reader
        let list = try reviews(of: place, query, for: reader)
        return ReviewSection(
            score: ReviewSectionScore(try ratingCounts(of: place) ?? .none, path: path, query: query),
            reviews: presenter.cards(list),
            path: path,
            next: list.next.map { key in query.with { $0.after = key }.address(path) },
            ownID: try reader.accountID.flatMap { try review(of: place, by: $0)?.id },
            isMember: reader.accountID != nil,
            sorts: ReviewQuery.Sort.allCases.map { sort in
                ListChoice(
                    label: presenter.text("review-sort.\(sort.rawValue)"),
                    value: sort.rawValue,
                    isCurrent: sort == query.sort
                )
            },
            isSurging: try holdsSurge(at: place),
            blocked: query.isPlain && query.after == nil ? try blockedReviews(of: place) : []
        )
    }
}
