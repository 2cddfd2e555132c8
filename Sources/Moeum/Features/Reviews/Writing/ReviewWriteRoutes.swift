import Foundation
import HTTPTypes
import Hummingbird

/// Writing a review of a place.
struct ReviewWriteRoutes: RouteGroup {
    /// What became of a form that was to be published.
    private enum Outcome: Sendable {
        case published(Review.ID, isHeld: Bool)
        /// The same form came before and led there.
        case repeated(String)
        /// This person has a review of the place.
        case exists(Review, pictures: [Review.Draft.Picture])
        case tooOften(seconds: Int)
        /// Somebody new has published as many as they may today.
        case firstDay(seconds: Int)
        /// Staff acted while the form came in.
        case barred(Member.PublishingBar)
        /// It says something that is not taken.
        case blocked([String: String])
        /// Photos of it are gone by now, or may not be in a review any more.
        case lostPhotos(UsablePhotos)
    }

    let app: App
    private var formHandler: ReviewFormHandler { ReviewFormHandler(app: app) }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/places/{id}/reviews/new", for: .member, use: showForm)
        router.post("/places/{id}/reviews", for: .member, files: formHandler.fileRules, use: publish)
    }

    @Sendable func showForm(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (member, id) = (try context.requireMember(), try context.id())
        let found = try await app.database.read { transaction in
            let place = try transaction.place(id, askedBy: request)
            let own = try transaction.review(of: id, by: member.id)
            return (place: place, own: own, draft: try transaction.reviewDraft(of: member.id, at: id))
        }
        if let own = found.own { return Redirection.response(to: "/reviews/\(own.id)/edit") }
        var form = found.draft?.form ?? .empty
        let rating = request.uri.queryParameters["rating"].flatMap { Int($0) }
        if form.rating.isEmpty, let rating, Review.starRange.contains(rating) { form.rating = String(rating) }
        var state = ReviewFormState(form: form, purpose: .write(idempotencyKey: SystemRandom.name()))
        state.draftSavedAt = found.draft?.savedAt
        if found.place.status != .listed {
            state.notice = .notListed
            state.status = .gone
        } else if let bar = member.publishingBar {
            state.notice = .bar(bar)
        }
        return try await formHandler.show(state, of: id, request, context)
    }

    @Sendable func publish(
        _ request: Request,
        _ context: AppRequestContext,
        _ incoming: IncomingForm
    ) async throws -> Response {
        let (member, asked) = (try context.requireMember(), try context.id())
        // Written while its place was found to be another one, it is about that one.
        let found = try await app.database.read { try $0.place(try $0.canonicalPlaceID(for: asked)) }
        guard let place = found else { throw Problem.notFound }
        let id = place.id
        var sent = try await formHandler.take(incoming, member, context)
        sent.form.apply(sent.action)
        do {
            if let own = try await existing(sent, member, place) {
                return try await answer(own, sent, place, member, request, context)
            }
            let draft: Review.Draft
            switch try await check(sent, member, place) {
            case .refused(let state): return try await refuse(state, place, member, request, context)
            case .repeated(let path):
                return try await answer(.repeated(path), sent, place, member, request, context)
            case .fine(let found): draft = found
            }
            let outcome = try await insert(draft, sent, by: member.id, at: id)
            return try await answer(outcome, sent, place, member, request, context)
        } catch DatabaseError.unavailable {
            let state = formHandler.unavailable(
                sent.form,
                .write(idempotencyKey: sent.idempotencyKey ?? SystemRandom.name())
            )
            return try await formHandler.show(state, of: id, request, context)
        }
    }

    /// The review that this person has here already: said before its photos are missed in the form.
    private func existing(_ sent: SubmittedReview, _ member: Member, _ place: Place) async throws -> Outcome? {
        guard sent.action == .publish, member.publishingBar == nil, place.status == .listed else { return nil }
        return try await app.database.read { transaction in
            guard try transaction.idempotentLocation(sent.idempotencyKey, of: member.id) == nil else { return nil }
            return try Self.own(place.id, member.id, transaction)
        }
    }

    /// What keeps the form from being published as it is, by every rule that needs no write.
    private func check(_ sent: SubmittedReview, _ member: Member, _ place: Place) async throws -> ReviewCheck {
        let (today, rules) = (formHandler.today, app.photos.pictureRules)
        let purpose = ReviewFormView.Purpose.write(idempotencyKey: sent.idempotencyKey ?? SystemRandom.name())
        return try await app.database.read { transaction in
            // Sent twice, the second is led where the first was, whatever has changed since.
            if sent.action == .publish,
                let path = try transaction.idempotentLocation(sent.idempotencyKey, of: member.id)
            {
                return .repeated(path)
            }
            var state = ReviewFormState(form: sent.form, purpose: purpose)
            state.notice = member.publishingBar.map(ReviewFormState.Notice.bar)
            if place.status != .listed { state.notice = .notListed }
            return try ReviewCheck(
                sent,
                state,
                member,
                place,
                review: nil,
                today: today,
                rules: try rules(transaction),
                transaction
            )
        }
    }

    private func insert(
        _ draft: Review.Draft,
        _ sent: SubmittedReview,
        by account: Account.ID,
        at place: Place.ID
    ) async throws -> Outcome {
        let (limit, now, rules) = (app.limits.reviews, app.clock(), app.photos.pictureRules)
        let screening = app.screening
        let (firstDay, written) = (NewAccountLimits(limits: app.limits), Screening.WrittenReview(draft))
        do {
            return try await app.database.write { transaction in
                if let location = try transaction.idempotentLocation(sent.idempotencyKey, of: account) {
                    return .repeated(location)
                }
                let place = try transaction.canonicalPlaceID(for: place)
                if let own = try Self.own(place, account, transaction) { return own }
                if let bar = try transaction.publishingBar(of: account, at: now) { return .barred(bar) }
                let ids = draft.pictures.map(\.id)
                let photos = try UsablePhotos(ids, of: account, in: nil, by: rules(transaction), transaction)
                if photos.error != nil { return .lostPhotos(photos) }
                // First, and kept where words are refused: else any number of words could be tried.
                if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
                    return .tooOften(seconds: wait)
                }
                let finding = try screening.finding(in: written, by: account, at: now, transaction)
                if !finding.problems.isEmpty { return .blocked(finding.problems) }
                if let wait = try firstDay.take(.review, of: account, at: now, transaction) {
                    try transaction.refundRateLimit(limit, for: String(account))
                    return .firstDay(seconds: wait)
                }
                let id = try transaction.insertReview(draft, by: account, on: place, at: now)
                try transaction.deleteReviewDraft(of: account, at: place)
                try transaction.saveIdempotencyKey(
                    sent.idempotencyKey,
                    of: account,
                    location: Review.path(id, at: place),
                    at: now
                )
                return .published(id, isHeld: try screening.hold(id, finding, isNew: true, at: now, transaction))
            }
        } catch DatabaseError.uniqueViolation {
            // The same moment brought another.
            return try await app.database.read { transaction in
                if let location = try transaction.idempotentLocation(sent.idempotencyKey, of: account) {
                    return .repeated(location)
                }
                guard let own = try Self.own(place, account, transaction) else { throw Problem.unavailable }
                return own
            }
        }
    }

    private static func own(_ place: Place.ID, _ account: Account.ID, _ transaction: Transaction) throws -> Outcome? {
        guard let own = try transaction.review(of: place, by: account) else { return nil }
        return .exists(own, pictures: try transaction.reviewPictures(of: own.id))
    }

    private func answer(
        _ outcome: Outcome,
        _ sent: SubmittedReview,
        _ place: Place,
        _ member: Member,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        var state = ReviewFormState(
            form: sent.form,
            purpose: .write(idempotencyKey: sent.idempotencyKey ?? SystemRandom.name())
        )
        switch outcome {
        case .published(let id, let isHeld):
            app.logger.info("review published", metadata: ["review": "\(id)", "account": "\(member.id)"])
            return try await formHandler.done(id, at: place.id, isHeld: isHeld, request, context)
        case .repeated(let path):
            let id = path.split(separator: "#r").last.flatMap { Review.ID($0) } ?? 0
            let isHeld = try await app.database.read {
                try $0.hiddenReasons(of: .review(id)).keys.contains(where: \.isHold)
            }
            return try await formHandler.done(id, at: place.id, isHeld: isHeld, request, context)
        case .exists(let own, let pictures):
            // What the review has is not to be lost by sending the form again.
            let added = state.form.pictures.filter { picture in !pictures.contains { $0.id == picture.id } }
            state.form.pictures = pictures + added
            state.purpose = .edit(own.id, rev: own.rev)
            state.showsExisting = true
            state.status = .conflict
            state.problems[FormDeclaration.wholeForm] = "exists"
        case .tooOften(let seconds):
            state.status = .tooManyRequests
            state.retryAfter = seconds
            state.problems[FormDeclaration.wholeForm] = "too-often"
        case .firstDay(let seconds):
            state.status = .tooManyRequests
            state.retryAfter = seconds
            state.problems[FormDeclaration.wholeForm] = "first-day"
        case .barred(let bar): state.refuse(because: .bar(bar))
        case .blocked(let problems):
            state.status = .unprocessableContent
            state.problems = problems
        case .lostPhotos(let usable): state.lose(usable)
        }
        return try await refuse(state, place, member, request, context)
    }

    /// Shows the form again, and keeps what it holds as a draft too: whoever goes on elsewhere finds it there.
    private func refuse(
        _ state: ReviewFormState,
        _ place: Place,
        _ member: Member,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        await formHandler.keep(state.form, of: member.id, at: place.id)
        return try await formHandler.show(state, of: place.id, request, context)
    }
}
