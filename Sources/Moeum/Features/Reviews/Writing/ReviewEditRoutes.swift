import Foundation
import HTTPTypes
import Hummingbird

/// Changing a review, and taking it away: its author alone does either.
struct ReviewEditRoutes: RouteGroup {
    /// What became of an edit.
    private enum Outcome: Sendable {
        case changed(Review.Change, isHeld: Bool)
        /// Staff acted while the form came in.
        case barred(Member.PublishingBar)
        /// It says something that is not taken.
        case blocked([String: String])
        case lostPhotos(UsablePhotos)
        case tooOften(seconds: Int)
    }

    /// A review and where it is, for who may change it.
    private struct Own: Sendable {
        let review: Review
        let place: Place
    }

    let app: App
    private var formHandler: ReviewFormHandler { ReviewFormHandler(app: app) }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/reviews/{id}/edit", for: .member, use: showForm)
        router.post("/reviews/{id}", for: .member, files: formHandler.fileRules, use: save)
        router.get("/reviews/{id}/delete", for: .member, use: askToDelete)
        router.post("/reviews/{id}/delete", for: .member, use: delete)
    }

    // MARK: Editing

    @Sendable func showForm(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let own = try await own(context, member)
        if let bar = member.publishingBar { throw bar.problem }
        let state = try await app.database.read { transaction in
            let review = own.review
            let asItIs = ReviewForm(
                review,
                keywords: try transaction.keywordIDs(of: review.id),
                pictures: try transaction.reviewPictures(of: review.id)
            )
            let draft = try transaction.reviewDraft(of: member.id, at: review.place)
            let isDraft = draft.map { $0.form != asItIs } ?? false
            var state = ReviewFormState(
                form: isDraft ? draft?.form ?? asItIs : asItIs,
                purpose: .edit(review.id, rev: review.rev)
            )
            state.draftSavedAt = isDraft ? draft?.savedAt : nil
            return state
        }
        return try await formHandler.show(state, of: own.place.id, request, context)
    }

    @Sendable func save(
        _ request: Request,
        _ context: AppRequestContext,
        _ incoming: IncomingForm
    ) async throws -> Response {
        let member = try context.requireMember()
        let own = try await own(context, member)
        var sent = try await formHandler.take(incoming, member, context)
        sent.form.apply(sent.action)
        do {
            let draft: Review.Draft
            switch try await check(sent, member, own) {
            case .refused(let state): return try await refuse(state, own, request, context)
            case .repeated: throw Problem.badRequest
            case .fine(let found): draft = found
            }
            let outcome = try await update(own, to: draft, from: sent.rev, by: member.id)
            return try await answer(outcome, sent, own, request, context)
        } catch DatabaseError.unavailable {
            let state = formHandler.unavailable(sent.form, .edit(own.review.id, rev: sent.rev))
            return try await formHandler.show(state, of: own.place.id, request, context)
        }
    }

    private func check(_ sent: SubmittedReview, _ member: Member, _ own: Own) async throws -> ReviewCheck {
        let (today, rules) = (formHandler.today, app.photos.pictureRules)
        return try await app.database.read { transaction in
            var state = ReviewFormState(form: sent.form, purpose: .edit(own.review.id, rev: sent.rev))
            state.notice = member.publishingBar.map(ReviewFormState.Notice.bar)
            return try ReviewCheck(
                sent,
                state,
                member,
                own.place,
                review: own.review.id,
                today: today,
                rules: try rules(transaction),
                transaction
            )
        }
    }

    private func update(
        _ own: Own,
        to draft: Review.Draft,
        from rev: Int,
        by account: Account.ID
    ) async throws -> Outcome {
        let (limit, now, id) = (app.limits.reviewEdits, app.clock(), own.review.id)
        let rules = app.photos.pictureRules
        let (screening, written) = (app.screening, Screening.WrittenReview(draft))
        return try await app.database.write { transaction in
            if let bar = try transaction.publishingBar(of: account, at: now) { return .barred(bar) }
            let ids = draft.pictures.map(\.id)
            let photos = try UsablePhotos(ids, of: account, in: id, by: rules(transaction), transaction)
            if photos.error != nil { return .lostPhotos(photos) }
            // First, and kept where words are refused: else any number of words could be tried.
            if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
                return .tooOften(seconds: wait)
            }
            let finding = try screening.finding(in: written, by: account, at: now, transaction)
            if !finding.problems.isEmpty { return .blocked(finding.problems) }
            let change = try transaction.updateReview(id, to: draft, from: rev, at: now)
            switch change {
            case .saved:
                try transaction.deleteReviewDraft(of: account, at: own.place.id)
                let isHeld = try screening.hold(id, finding, isNew: false, at: now, transaction)
                return .changed(change, isHeld: isHeld)
            case .unchanged:
                try transaction.deleteReviewDraft(of: account, at: own.place.id)
                try transaction.refundRateLimit(limit, for: String(account))
            case .stale, .gone: try transaction.refundRateLimit(limit, for: String(account))
            }
            return .changed(change, isHeld: false)
        }
    }

    private func answer(
        _ outcome: Outcome,
        _ sent: SubmittedReview,
        _ own: Own,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let id = own.review.id
        var state = ReviewFormState(form: sent.form, purpose: .edit(id, rev: sent.rev))
        switch outcome {
        case .changed(.saved, let isHeld), .changed(.unchanged, let isHeld):
            // What staff hid stays so, also once nothing holds it.
            if isHeld, own.review.hiddenAt == nil {
                let flash = try await formHandler.flash(of: id, isNew: false, isHeld: true)
                return formHandler.done(id, at: "/reviews/\(id)", isNew: false, flash: flash, request, context)
            }
            let isShown = own.review.isShown && own.place.status == .listed
            let path = isShown ? Review.path(id, at: own.place.id) : "/reviews/\(id)"
            let flash = own.review.isShown ? try await formHandler.flash(of: id, isNew: false) : "review-saved-unseen"
            return formHandler.done(id, at: path, isNew: false, flash: flash, request, context)
        case .changed(.stale(let now), _):
            // From here on it is overwritten knowingly.
            state.purpose = .edit(id, rev: now.rev)
            state.showsExisting = true
            state.status = .conflict
            state.problems[FormDeclaration.wholeForm] = "stale"
        case .changed(.gone, _): throw ReviewReadRoutes.gone
        case .tooOften(let seconds):
            state.status = .tooManyRequests
            state.retryAfter = seconds
            state.problems[FormDeclaration.wholeForm] = "too-often"
        case .barred(let bar): state.refuse(because: .bar(bar))
        case .blocked(let problems):
            state.status = .unprocessableContent
            state.problems = problems
        case .lostPhotos(let usable): state.lose(usable)
        }
        return try await refuse(state, own, request, context)
    }

    private func refuse(
        _ state: ReviewFormState,
        _ own: Own,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        await formHandler.keep(state.form, of: try context.requireMember().id, at: own.place.id)
        return try await formHandler.show(state, of: own.place.id, request, context)
    }

    // MARK: Deleting

    @Sendable func askToDelete(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let own = try await own(context, try context.requireMember())
        return try await showQuestion(own, request, context)
    }

    @Sendable func delete(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let own = try await own(context, member)
        try member.requireActive()
        let now = app.clock()
        let isDeleted = try await app.database.write { transaction in
            try transaction.deleteReviewDraft(of: member.id, at: own.place.id)
            return try transaction.deleteReview(own.review.id, at: now)
        }
        guard isDeleted else { throw ReviewReadRoutes.gone }
        app.logger.info("review deleted", metadata: ["review": "\(own.review.id)", "account": "\(member.id)"])
        return app.pages.seeOther(request, context, to: "/places/\(own.place.id)", flash: "review-deleted")
    }

    private func showQuestion(_ own: Own, _ request: Request, _ context: AppRequestContext) async throws -> Response {
        let title = context.text("review-form.delete-title")
        let layout = app.pages.layout(request, context, title: title, section: .places, hasForm: true)
        let page = ReviewDeletePage(
            place: ReviewedPlace(id: own.place.id, kind: own.place.kind, name: own.place.name),
            review: own.review
        )
        return try await app.pages.respond(request, context) { _ in (page, layout) }
    }

    // MARK: Both

    /// The review of the path, for its author; others are told why not.
    private func own(_ context: AppRequestContext, _ member: Member) async throws -> Own {
        let id = try context.id()
        return try await app.database.read { transaction in
            guard let review = try transaction.review(id), let place = try transaction.place(review.place) else {
                throw try transaction.isRemovedReview(id) ? ReviewReadRoutes.gone : Problem.notFound
            }
            guard review.account == member.id else {
                throw review.isShown || member.role > .member ? Problem.notTheAuthor : ReviewReadRoutes.gone
            }
            return Own(review: review, place: place)
        }
    }
}

extension Problem {
    static let notTheAuthor = Problem(status: .forbidden, key: "not-the-author")
}
