import HTTPTypes
import Hummingbird

/// Saves drafts of reviews while their authors type.
struct ReviewDraftRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.put("/places/{id}/reviews/draft", for: .member, use: keep)
        router.post("/places/{id}/reviews/draft/delete", for: .member, use: delete)
    }

    /// Saves the form's fields; an empty form deletes the draft.
    @Sendable func keep(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (member, id) = (try context.requireMember(), try context.id() as Place.ID)
        let (sent, now, limits) = (ReviewForm(context.form), app.clock(), app.limits)
        guard ReviewDraft.canKeep(sent) else { throw Problem.tooLarge }
        try await app.database.write { transaction in
            if let wait = try transaction.consumeRateLimit(limits.drafts, for: String(member.id), at: now.milliseconds)
            {
                throw Problem.tooOften(after: wait)
            }
            let id = try transaction.placeOfDraft(of: member.id, at: id)
            guard let place = try transaction.place(id) else { throw Problem.notFound }
            let review = try transaction.review(of: id, by: member.id)?.id
            // Pictures that staff removed are refused when the review is published, with words that say so.
            let rules = PictureRules(refusesRemoved: false)
            var form = sent
            try form.clean(of: member.id, at: place, in: review, by: rules, transaction)
            try transaction.saveReviewDraft(form, as: member.id, at: id, now, maxDrafts: limits.maxDrafts)
        }
        return Response(status: .noContent, headers: [.cacheControl: "private, no-store"])
    }

    @Sendable func delete(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (member, id) = (try context.requireMember(), try context.id() as Place.ID)
        try await app.database.write { transaction in
            let place = try transaction.placeOfDraft(of: member.id, at: id)
            try transaction.deleteReviewDraft(of: member.id, at: place)
        }
        return app.pages.seeOther(request, context, to: "/places/\(id)/reviews/new")
    }
}

extension Transaction {
    /// The place that a draft is saved for: that of the author's review there, else the canonical place.
    fileprivate func placeOfDraft(of account: Account.ID, at place: Place.ID) throws -> Place.ID {
        try review(of: place, by: account) == nil ? canonicalPlaceID(for: place) : place
    }
}
