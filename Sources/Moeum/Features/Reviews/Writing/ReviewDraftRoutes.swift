import HTTPTypes
import Hummingbird

/// Saves drafts of reviews while their authors type.
struct ReviewDraftRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.put("/places/{id}/reviews/draft", for: .member, use: saveDraft)
        router.post("/places/{id}/reviews/draft/delete", for: .member, use: deleteDraft)
    }

    /// Saves the form's fields; an empty form deletes the draft. Where `rev` names another draft than the one that is kept (empty:
    /// none), another page has saved since: the answer has both, and nothing is overwritten. Without `rev` the last one wins.
    @Sendable func saveDraft(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        let (sent, now, limits) = (ReviewForm(context.form), app.clock(), app.limits)
        guard ReviewDraft.fits(sent) else { throw Problem.tooLarge }
        // As the answer's ETag is, too.
        let rev = context.form["rev"].map(ETag.value)
        let (form, other) = try await app.database.write { transaction -> (ReviewForm, ReviewDraft?) in
            try transaction.enforce(limits.drafts, for: member.id, at: now)
            let id = try transaction.draftPlace(of: member.id, at: id)
            guard let place = try transaction.place(id) else { throw Problem.notFound }
            let review = try transaction.review(of: id, by: member.id)?.id
            var form = sent
            // Pictures that staff removed are refused when the review is published, with words that say so.
            try form.removeUnavailablePhotosAndKeywords(
                of: member.id,
                at: place,
                in: review,
                rejectsRemoved: false,
                transaction
            )
            if let rev, let kept = try transaction.reviewDraft(of: member.id, at: id), kept.rev != rev,
                kept.rev != ReviewDraft.rev(of: form)
            {
                return (form, kept)
            }
            try transaction.saveReviewDraft(form, as: member.id, at: id, now, maxDrafts: limits.maxDrafts)
            return (form, nil)
        }
        if let other {
            let conflict = DraftConflict(title: context.text("error.stale.title"), mine: form, theirs: other)
            var response = Response.personalJSON(conflict, status: .conflict)
            response.headers[.contentType] = "application/problem+json"
            return response
        }
        let tag = form.isEmpty ? "" : ReviewDraft.rev(of: form)
        return Response(status: .noContent, headers: [.cacheControl: "private, no-store", .eTag: "\"\(tag)\""])
    }

    @Sendable func deleteDraft(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        try await app.database.write { transaction in
            let place = try transaction.draftPlace(of: member.id, at: id)
            try transaction.deleteReviewDraft(of: member.id, at: place)
        }
        return app.pages.seeOther(context, to: "/places/\(id)/reviews/new")
    }
}

extension Transaction {
    /// The place that a draft is saved for: that of the author's review there, else the canonical place.
    fileprivate func draftPlace(of account: Account.ID, at place: Place.ID) throws -> Place.ID {
        try review(of: place, by: account) == nil ? canonicalPlaceID(for: place) : place
    }
}

/// The answer to a page whose draft was made from another than the one that is kept.
private struct DraftConflict: ViewModel {
    let title: String
    let mine: ReviewForm
    let theirs: ReviewDraft

    static let fields: [Field<DraftConflict>] = [
        .text("type") { _ in "about:blank" },
        .text("title") { $0.title },
        .integer("status") { _ in 409 },
        .text("rev") { $0.theirs.rev },
        .time("savedAt") { $0.theirs.savedAt },
        .object("mine") { DraftFields(form: $0.mine) },
        .object("theirs") { DraftFields(form: $0.theirs.form) },
    ]
}

private struct DraftFields: ViewModel {
    let form: ReviewForm

    static let fields: [Field<DraftFields>] = [
        .text("rating") { $0.form.rating }, .text("body") { $0.form.body }, .text("visitedOn") { $0.form.visitedOn },
    ]
}
