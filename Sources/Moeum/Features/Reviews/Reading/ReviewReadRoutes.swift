import HTTPTypes
import Hummingbird

/// Pages of reviews: a place's, a single one, a member's, the reader's own, and the ranking.
struct ReviewReadRoutes: RouteGroup {
    let app: App

    /// A review that its author or staff removed.
    static let gone = Problem(status: .gone, key: "review-gone")
    /// A hidden review, which may come back.
    static let unseen = Problem(status: .gone, key: "review-unseen")

    func mount(on router: Router<AppRequestContext>) {
        router.get("/places/{id}/reviews", for: .anyone, use: listReviews)
        router.get("/reviews/{id}", for: .anyone, use: showReview)
        router.get("/reviews/{id}/versions", for: .member, use: showVersions)
        router.get("/members/{id}", for: .anyone, use: showMember)
        router.get("/my/reviews", for: .member, use: showOwn)
        router.get("/about/ranking", for: .anyone, use: showRanking)
    }

    @Sendable func listReviews(_ context: AppRequestContext) async throws -> Response {
        let id: Place.ID = try context.id()
        let query = ReviewQuery(context.query.items, mayBeMine: context.member != nil)
        let path = query.address("/places/\(id)/reviews")
        let presenter = ReviewCardPresenter(app, context, path: path)
        return try await app.pages.respond(to: context, section: .places, path: path) { transaction, layout in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            var section = try transaction.reviewSection(of: id, for: query, presenter)
            section.adapt(to: place, try transaction.registeredPlace(id))
            let page = presenter.listPage(
                place,
                query,
                section,
                offered: try transaction.offeredKeywords(for: place.kind)
            )
            layout.title = page.heading
            return page
        }
    }

    @Sendable func showReview(_ context: AppRequestContext) async throws -> Response {
        let id: Review.ID = try context.id()
        let presenter = ReviewCardPresenter(app, context, path: "/reviews/\(id)")
        let base = app.config.baseURL
        return try await app.insteadOfBlocked(id, presenter, context) { transaction, layout in
            let entry = try transaction.readableReview(id, for: presenter.reader)
            let card = presenter.card(entry, withPlace: true)
            layout.title = presenter.text(
                "review.page-title",
                ["name": .text(card.authorName), "place": .text(entry.place.name)]
            )
            layout.description = String(entry.body.prefix(150))
            layout.openGraphType = "article"
            layout.picture = card.pictures.first.map { $0.picture.files.shared(from: base, alt: $0.alt) }
            return ReviewPage(review: card, blocks: try transaction.blockNotes(on: entry, presenter))
        }
    }

    @Sendable func showVersions(_ context: AppRequestContext) async throws -> Response {
        let id: Review.ID = try context.id()
        let after = context.query["after"].flatMap { Int($0) }
        let presenter = ReviewCardPresenter(app, context, path: "/reviews/\(id)/versions")
        let found = try await app.database.read { transaction in
            // For others the page does not exist: they may read only the present version.
            guard let entry = try transaction.reviewEntry(id, for: presenter.reader),
                presenter.reader.owns(entry) || presenter.reader.isStaff, let review = try transaction.review(id)
            else { throw Problem.notFound }
            let builder = ReviewVersionsBuilder(presenter: presenter, keywords: try transaction.allKeywords())
            let present = after == nil ? [try transaction.presentVersion(of: review)] : []
            let limit = ReviewVersionsPage.maxShown + 1 - present.count
            let earlier = try transaction.earlierVersions(of: id, before: after ?? review.rev, limit: limit)
            return (builder: builder, place: entry.place, versions: present + earlier, rev: review.rev)
        }
        // Comparing long texts takes too long for the database's thread or an event loop.
        let page = try await app.longWork.run {
            found.builder.page(of: id, found.place, found.versions, present: found.rev)
        }
        return try await app.pages.respond(to: context, title: presenter.text("versions.title")) { _ in page }
    }

    @Sendable func showMember(_ context: AppRequestContext) async throws -> Response {
        let id: Account.ID = try context.id()
        let after = context.query["after"].flatMap(ReviewCursor.init)
        let path = Self.address("/members/\(id)", after)
        let lists = ListPresenter(app, context)
        let presenter = ReviewCardPresenter(app, context, path: path)
        return try await app.pages.respond(to: context, path: path) { transaction, layout in
            let reader = presenter.reader
            guard let profile = try transaction.memberProfile(id, for: reader.accountID, at: reader.now) else {
                throw Problem.notFound
            }
            let list = try transaction.reviews(by: id, after: after, for: reader)
            layout.title = profile.nickname
            return MemberPage(
                profile: profile,
                lists: after == nil ? lists.cards(try transaction.publicLists(of: id)) : [],
                reviews: presenter.cards(list, withPlace: true),
                next: list.next.map { Self.address("/members/\(id)", $0) },
                isFirst: after == nil
            )
        }
    }

    @Sendable func showOwn(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let after = context.query["after"].flatMap(ReviewCursor.init)
        let path = Self.address("/my/reviews", after)
        let presenter = ReviewCardPresenter(app, context, path: path)
        return try await app.pages.respond(
            to: context,
            title: presenter.text("my-reviews.title"),
            section: .account,
            path: path
        ) { transaction in
            let list = try transaction.reviews(by: member.id, isEverything: true, after: after, for: presenter.reader)
            return MyReviewsPage(
                accountID: member.id,
                reviews: presenter.cards(list, withPlace: true),
                drafts: after == nil ? try transaction.reviewDraftSummaries(of: member.id) : [],
                next: list.next.map { Self.address("/my/reviews", $0) },
                isFirst: after == nil
            )
        }
    }

    @Sendable func showRanking(_ context: AppRequestContext) async throws -> Response {
        let title = context.text("ranking.title")
        return try await app.pages.respond(to: context, title: title, section: .about) { transaction in
            RankingPage(entries: try transaction.topPlaces(limit: 20))
        }
    }

    private static func address(_ path: String, _ after: ReviewCursor?) -> String {
        after.map { "\(path)?after=\($0.text)" } ?? path
    }
}

extension Transaction {
    /// A review that the reader may see; throws the problem that says why not.
    func readableReview(_ id: Review.ID, for reader: ReviewReader) throws -> ReviewList.Entry {
        guard let entry = try reviewEntry(id, for: reader) else {
            throw try isRemovedReview(id) ? ReviewReadRoutes.gone : Problem.notFound
        }
        guard entry.isShown || reader.owns(entry) || reader.isStaff else {
            let isBlocked = try !entry.isHidden && blockEnd(ofReview: id) != nil
            if isBlocked { throw BlockedReview.problem }
            throw entry.isHidden ? ReviewReadRoutes.gone : ReviewReadRoutes.unseen
        }
        return entry
    }
}
