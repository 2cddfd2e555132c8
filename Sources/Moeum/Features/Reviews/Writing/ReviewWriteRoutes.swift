import HTTPTypes
import Hummingbird

/// Writing a review of a place.
struct ReviewWriteRoutes: RouteGroup {
    let app: App
    private var formHandler: ReviewFormHandler { ReviewFormHandler(app: app) }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/places/{id}/reviews/new", for: .member, use: showForm)
        router.post("/places/{id}/reviews", for: .member, files: app.photoFormRules, use: publish)
    }

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        let found = try await app.database.read { transaction in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let own = try transaction.review(of: id, by: member.id)
            return (place: place, own: own, draft: try transaction.reviewDraft(of: member.id, at: id))
        }
        if let own = found.own { return Redirection.response(to: "/reviews/\(own.id)/edit") }
        var form = found.draft?.form ?? .empty
        let rating = context.request.uri.queryParameters["rating"].flatMap { Int($0) }
        if form.rating.isEmpty, let rating, Review.starRange.contains(rating) { form.rating = String(rating) }
        var state = ReviewFormState(form: form, purpose: .write(at: id, idempotencyKey: nil))
        state.draftSavedAt = found.draft?.savedAt
        if found.place.status != .listed {
            state.notice = .notListed
            state.status = .gone
        } else if let bar = member.publishingBar {
            state.notice = .bar(bar)
        }
        return try await formHandler.show(state, context)
    }

    @Sendable func publish(_ context: AppRequestContext, _ incoming: IncomingForm) async throws -> Response {
        let purpose = ReviewFormState.Purpose.write(at: try context.id(), idempotencyKey: nil)
        return try await formHandler.publish(incoming, for: purpose, context)
    }
}
