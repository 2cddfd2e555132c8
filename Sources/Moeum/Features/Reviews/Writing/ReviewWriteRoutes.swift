import HTTPTypes
import Hummingbird

/// Writing a review of a place; editing and deleting it, only for its author.
struct ReviewWriteRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/places/{id}/reviews/new", for: .member, use: showNew)
        router.post("/places/{id}/reviews", for: .member, files: app.photoFormRules) { context, incoming in
            try await publish(incoming, for: .write(at: try context.id()), context)
        }
        router.get("/reviews/{id}/edit", for: .member, use: showEdit)
        router.post("/reviews/{id}", for: .member, files: app.photoFormRules) { context, incoming in
            try await publish(incoming, for: .edit(try context.id()), context)
        }
        router.get("/reviews/{id}/delete", for: .member, use: askToDelete)
        router.post("/reviews/{id}/delete", for: .member, use: delete)
    }

    // MARK: The form

    @Sendable func showNew(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        let found = try await app.database.read { transaction in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let own = try transaction.review(of: id, by: member.id)
            return (place: place, own: own, draft: try transaction.reviewDraft(of: member.id, at: id))
        }
        if let own = found.own { return Redirection.response(to: "/reviews/\(own.id)/edit") }
        var form = found.draft?.form ?? ReviewForm()
        let rating = context.request.uri.queryParameters["rating"].flatMap { Int($0) }
        if form.rating.isEmpty, let rating, Review.starRange.contains(rating) { form.rating = String(rating) }
        var state = ReviewFormState(form: form, purpose: .write(at: id))
        state.draftSavedAt = found.draft?.savedAt
        if found.place.status != .listed {
            state.notice = .notListed
            state.status = .gone
        } else if let restriction = member.postingRestriction {
            state.notice = .restriction(restriction)
        }
        return try await show(state, context, member)
    }

    @Sendable func showEdit(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Review.ID = try context.id()
        let state = try await app.database.read { transaction in
            let review = try transaction.review(id, ownedBy: member).review
            if let restriction = member.postingRestriction { throw restriction.problem }
            let asItIs = ReviewForm(
                rating: String(review.stars),
                body: review.body,
                visitedOn: review.visitedOn ?? "",
                isVisitNoted: review.isVisitNoted,
                keywords: try transaction.keywordIDs(of: id),
                pictures: try transaction.reviewPictures(of: id)
            )
            var state = ReviewFormState(form: asItIs, purpose: .edit(id), rev: review.rev)
            if let draft = try transaction.reviewDraft(of: member.id, at: review.place), draft.form != asItIs {
                (state.form, state.draftSavedAt) = (draft.form, draft.savedAt)
            }
            return state
        }
        return try await show(state, context, member)
    }

    /// Answers with the form's page; for programs, refusals are answered as a problem.
    private func show(_ state: ReviewFormState, _ context: AppRequestContext, _ member: Member) async throws -> Response
    {
        if state.status.kind != .successful, context.prefersJSON { throw state.problem }
        var response = try await app.pages.respond(
            to: context,
            section: .places,
            hasForm: true,
            status: state.status
        ) { transaction, layout in
            let builder = ReviewFormBuilder(app: app, language: context.language, token: layout.formToken)
            let page = try builder.page(state, by: member.id, transaction)
            let key = state.purpose.isEdit ? "review-form.edit-title" : "review-form.title"
            layout.title = context.text(key, ["placeName": .text(page.place.place.name)])
            return page
        }
        if let seconds = state.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    // MARK: Publishing

    private func publish(
        _ incoming: IncomingForm,
        for purpose: ReviewFormState.Purpose,
        _ context: AppRequestContext
    ) async throws -> Response {
        let member = try context.requireMember()
        let publication = ReviewPublication(app: app, member: member)
        switch try await publication.publish(incoming, for: purpose, context) {
        case .done(let review): return done(review, context)
        case .rejected(let state, _): return try await show(state, context, member)
        }
    }

    /// Answers that the review is published: browsers are redirected to it with a message, programs get its address.
    private func done(_ review: PublishedReview, _ context: AppRequestContext) -> Response {
        // The page's own script gets refusals as pages, and success as an address to open.
        let isScript = context.request.headers[values: .fragment].contains("form")
        guard isScript || context.prefersJSON else {
            return app.pages.seeOther(context, to: review.path, flash: review.flash)
        }
        let message = context.text("flash.\(Flash(review.flash).key)")
        let (id, address) = (String(review.id), "/reviews/\(review.id)")
        var response = Response.personalJSON(
            ["id": .text(id), "href": .text(address), "next": .text(review.path), "message": .text(message)],
            status: review.kind == .edited ? .ok : .created
        )
        response.headers[.location] = address
        // The script then opens a page that shows the message.
        response.set(cookies: [app.config.cookies.setting(CookieRules.flashName, to: review.flash, for: 60)])
        return response
    }

    // MARK: Deleting

    @Sendable func askToDelete(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Review.ID = try context.id()
        let title = context.text("review-form.delete-title")
        return try await app.pages.respond(to: context, title: title, section: .places, hasForm: true) {
            let (review, place) = try $0.review(id, ownedBy: member)
            return ReviewDeletePage(place: ReviewedPlace(place: place), review: review)
        }
    }

    @Sendable func delete(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Review.ID = try context.id()
        let now = app.clock()
        let place = try await app.database.write { transaction in
            let place = try transaction.review(id, ownedBy: member).place.id
            try member.requireActive()
            try transaction.deleteReviewDraft(of: member.id, at: place)
            try transaction.deleteReview(id, at: now)
            return place
        }
        app.logger.info("review deleted", metadata: ["review": "\(id)", "account": "\(member.id)"])
        return app.pages.seeOther(context, to: "/places/\(place)", flash: "review-deleted")
    }
}

extension Transaction {
    /// A review and its place, for its author; throws the problem for others.
    func review(_ id: Review.ID, ownedBy member: Member) throws -> (review: Review, place: Place) {
        guard let review = try review(id), let place = try place(review.place) else {
            throw try isRemovedReview(id) ? ReviewReadRoutes.gone : Problem.notFound
        }
        guard review.account == member.id else {
            throw review.isShown || member.role > .member ? Problem.notTheAuthor : ReviewReadRoutes.gone
        }
        return (review, place)
    }
}

extension Problem {
    static let notTheAuthor = Problem(status: .forbidden, key: "not-the-author")
}
