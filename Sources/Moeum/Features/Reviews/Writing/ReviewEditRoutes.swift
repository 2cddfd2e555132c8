import HTTPTypes
import Hummingbird

/// Editing and deleting a review, only for its author.
struct ReviewEditRoutes: RouteGroup {
    let app: App
    private var formHandler: ReviewFormHandler { ReviewFormHandler(app: app) }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/reviews/{id}/edit", for: .member, use: showForm)
        router.post("/reviews/{id}", for: .member, files: app.photoFormRules, use: save)
        router.get("/reviews/{id}/delete", for: .member, use: askToDelete)
        router.post("/reviews/{id}/delete", for: .member, use: delete)
    }

    // MARK: Editing

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Review.ID = try context.id()
        let state = try await app.database.read { transaction in
            let review = try transaction.review(id, ownedBy: member).review
            if let bar = member.publishingBar { throw bar.problem }
            let asItIs = ReviewForm(
                review,
                keywords: try transaction.keywordIDs(of: id),
                pictures: try transaction.reviewPictures(of: id)
            )
            var state = ReviewFormState(form: asItIs, purpose: .edit(id, rev: review.rev))
            if let draft = try transaction.reviewDraft(of: member.id, at: review.place), draft.form != asItIs {
                (state.form, state.draftSavedAt) = (draft.form, draft.savedAt)
            }
            return state
        }
        return try await formHandler.show(state, context)
    }

    @Sendable func save(_ context: AppRequestContext, _ incoming: IncomingForm) async throws -> Response {
        let purpose = ReviewFormState.Purpose.edit(try context.id(), rev: 0)
        return try await formHandler.publish(incoming, for: purpose, context)
    }

    // MARK: Deleting

    @Sendable func askToDelete(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Review.ID = try context.id()
        let title = context.text("review-form.delete-title")
        return try await app.pages.respond(to: context, title: title, section: .places, hasForm: true) {
            let (review, place) = try $0.review(id, ownedBy: member)
            return ReviewDeletePage(place: ReviewedPlace(place), review: review)
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
