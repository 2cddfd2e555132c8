import Foundation

/// Publishes a new or edited review: one write checks the form and publishes it. A refused form is shown again with everything
/// that was typed and uploaded, and saved as a draft too.
struct ReviewPublication: Sendable {
    enum Outcome: Sendable {
        case done(PublishedReview)
        /// - Parameter draftAt: the place to save a draft for; nil where nothing can be written now.
        case rejected(ReviewFormState, draftAt: Place.ID?)
    }

    let app: App
    let member: Member

    /// - Parameter purpose: by the form's address.
    func publish(
        _ incoming: IncomingForm,
        for purpose: ReviewFormState.Purpose,
        _ context: AppRequestContext
    ) async throws -> Outcome {
        let outcome = try await outcome(incoming, ReviewFormState(context.form, for: purpose), context)
        switch outcome {
        case .done(let review) where review.kind == .published:
            app.logger.info("review published", metadata: ["review": "\(review.id)", "account": "\(member.id)"])
        case .rejected(let state, let place?): await saveDraft(state.form, at: place)
        case .done, .rejected: break
        }
        return outcome
    }

    private func outcome(
        _ incoming: IncomingForm,
        _ sent: ReviewFormState,
        _ context: AppRequestContext
    ) async throws -> Outcome {
        var state = sent
        do {
            if incoming.hasFiles { state = try await ingestPhotos(incoming, sent, context) }
            if case .photo(let move) = state.form.action { move.apply(to: &state.form.pictures) }
            let form = state
            // What publishes nothing writes nothing, unless photos of the diary come along.
            if ![.publish, .diary].contains(form.form.action) {
                return try await app.database.read { try publish(form, $0) }
            }
            for _ in 1...2 {
                do {
                    return try await app.database.write { try publish(form, $0) }
                } catch DatabaseError.uniqueViolation {
                    // Another form with the same review was published at the same moment, and is there by the next attempt,
                    // unless it was deleted and published again meanwhile.
                }
            }
            let answer = try await app.database.read { try publishedBefore(form, try known(form, $0), $0) }
            if let answer { return answer }
            state.reject(.serviceUnavailable, "unavailable", retryAfter: Problem.unavailable.retryAfter)
        } catch let error where [.unavailable, .failing].contains(Problem.from(error)) {
            state.reject(.serviceUnavailable, "unavailable", retryAfter: Problem.unavailable.retryAfter)
        } catch DatabaseError.accountFull {
            state.reject(.contentTooLarge, "account-full", retryAfter: nil)
        }
        return .rejected(state, draftAt: nil)
    }

    /// Reads a form with files and takes its photos in. Where the author may not publish, or the form was published before, only
    /// the words are read.
    private func ingestPhotos(
        _ incoming: IncomingForm,
        _ sent: ReviewFormState,
        _ context: AppRequestContext
    ) async throws -> ReviewFormState {
        // Checked before a file is read.
        let isRepeated = try await app.database.read { try known(sent, $0).location != nil }
        let read =
            member.mayPublish && !isRepeated
            ? try await FormPhotos.ingest(incoming, upTo: Review.maxPhotos, from: member, app, context)
            : await FormPhotos.textAlone(of: incoming, context)
        var state = ReviewFormState(read.words, for: sent.purpose)
        (state.form.pictures, state.fileErrors) = (read.pictures, read.errors)
        return state
    }

    /// Saves the form as a draft. Where that fails, the page still has everything.
    private func saveDraft(_ form: ReviewForm, at place: Place.ID) async {
        let (account, now, limit) = (member.id, app.clock(), app.limits.maxDrafts)
        guard ReviewDraft.fits(form) else { return }
        do {
            try await app.database.write { try $0.saveReviewDraft(form, as: account, at: place, now, maxDrafts: limit) }
        } catch {
            app.logger.warning("draft not kept", metadata: ["error": "\(error)"])
        }
    }

    /// What the database has before a review is published.
    private struct Known {
        let place: Place
        /// The one that is edited, or that is in the way of a new one.
        let review: Review?
        /// The address to which the same form led before.
        let location: String?
    }

    private func known(_ state: ReviewFormState, _ transaction: Transaction) throws -> Known {
        switch state.purpose {
        case .write(let asked):
            // A review for a merged place is one for its canonical place.
            guard let place = try transaction.place(try transaction.canonicalPlaceID(for: asked)) else {
                throw Problem.notFound
            }
            let review = try transaction.review(of: place.id, by: member.id)
            let location = try transaction.idempotentLocation(state.idempotencyKey, of: member.id)
            return Known(place: place, review: review, location: location)
        case .edit(let id):
            let (review, place) = try transaction.review(id, ownedBy: member)
            return Known(place: place, review: review, location: nil)
        }
    }

    private func publish(_ sent: ReviewFormState, _ transaction: Transaction) throws -> Outcome {
        let known = try known(sent, transaction)
        let (place, isEdit) = (known.place, sent.purpose.isEdit)
        var state = sent
        state.notice = member.postingRestriction.map(ReviewFormState.Notice.restriction)
        if state.form.action == .diary, member.mayPublish { try fillFromDiary(&state, at: place.id, transaction) }
        if !isEdit {
            state.purpose = .write(at: place.id)
            if place.status != .listed { state.notice = .notListed }
            // Checked before the photos, which the published review may have taken.
            if let answer = try publishedBefore(state, known, transaction) { return answer }
        }
        let edited = isEdit ? known.review : nil
        let photoError = try state.form.removeUnavailablePhotosAndKeywords(
            of: member.id,
            at: place,
            in: edited?.id,
            rejectsRemoved: transaction.siteSettings().isOn(.rejectsRemovedPhotos),
            transaction
        )
        let today = SeoulTime(app.clock()).isoDay
        if let input = state.input(at: place.kind, today: today, photoError: photoError),
            let review = try save(input, &state, at: place, editing: edited, transaction)
        {
            return .done(review)
        }
        return .rejected(state, draftAt: place.id)
    }

    /// What a new review is answered where there is one already; nil where there is none.
    private func publishedBefore(
        _ state: ReviewFormState,
        _ known: Known,
        _ transaction: Transaction
    ) throws -> Outcome? {
        guard !state.purpose.isEdit, state.form.action == .publish else { return nil }
        // A repeated form leads to the same page as the first, whatever has changed since.
        if let path = known.location { return try repeated(path, at: known.place, transaction) }
        guard state.notice == nil, let review = known.review else { return nil }
        return try exists(review, state.form, transaction)
    }

    private func exists(_ own: Review, _ form: ReviewForm, _ transaction: Transaction) throws -> Outcome {
        // Photos of the published review must not be lost when the form is sent again.
        let pictures = try transaction.reviewPictures(of: own.id)
        var state = ReviewFormState(form: form, purpose: .edit(own.id))
        state.form.pictures = pictures + form.pictures.filter { each in !pictures.contains { $0.id == each.id } }
        state.conflict(with: own, "exists")
        return .rejected(state, draftAt: own.place)
    }

    private func repeated(_ path: String, at place: Place, _ transaction: Transaction) throws -> Outcome {
        let id = path.split(separator: "#r").last.flatMap { Review.ID($0) } ?? .absent
        let isHeld = try transaction.hiddenReasons(of: .review(id)).keys.contains(where: \.isHold)
        return .done(try PublishedReview(id, .repeated, at: place, isHeld: isHeld, transaction))
    }

    /// - Returns: nil where the form is refused, and then why in its state.
    private func save(
        _ input: ReviewInput,
        _ state: inout ReviewFormState,
        at place: Place,
        editing edited: Review?,
        _ transaction: Transaction
    ) throws -> PublishedReview? {
        let (account, now) = (member.id, app.clock())
        // Staff may have sanctioned the author while the form was uploaded.
        if let restriction = try transaction.postingRestriction(of: account, at: now) {
            state.reject(because: .restriction(restriction))
            return nil
        }
        if try !isVisitNoted(input, at: place.id, editing: edited, transaction) {
            state.reject(["visit_noted": "unknown"])
            return nil
        }
        // The rate limit is checked first and counts refused words too: otherwise any number of words could be tried.
        let limit = edited == nil ? app.limits.reviews : app.limits.reviewEdits
        if let retryAfter = try transaction.consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
            state.reject(.tooManyRequests, "too-often", retryAfter: retryAfter)
            return nil
        }
        let finding = try app.screening.finding(in: Screening.WrittenReview(input), by: account, at: now, transaction)
        if !finding.errors.isEmpty {
            state.reject(finding.errors)
            return nil
        }
        if let edited {
            let change = try transaction.updateReview(edited.id, to: input, from: state.rev, at: now)
            if change != .saved { try transaction.refundRateLimit(limit, for: String(account)) }
            if case .stale(let current) = change {
                state.conflict(with: current, "stale")
                return nil
            }
            if change == .gone { throw ReviewReadRoutes.gone }
            try transaction.deleteReviewDraft(of: account, at: place.id)
            let isHeld =
                try change == .saved && app.screening.hold(edited.id, finding, isNew: false, at: now, transaction)
            return try PublishedReview(edited.id, .edited, at: place, isHeld: isHeld, before: edited, transaction)
        }
        let newAccountLimits = NewAccountLimits(limits: app.limits)
        if let retryAfter = try newAccountLimits.consume(.review, of: account, at: now, transaction) {
            try transaction.refundRateLimit(limit, for: String(account))
            state.reject(.tooManyRequests, "first-day", retryAfter: retryAfter)
            return nil
        }
        let id = try transaction.insertReview(input, by: account, on: place.id, at: now)
        let location = Review.path(id, at: place.id)
        try transaction.saveIdempotencyKey(state.idempotencyKey, of: account, location: location, at: now)
        try transaction.deleteReviewDraft(of: account, at: place.id)
        let isHeld = try app.screening.hold(id, finding, isNew: true, at: now, transaction)
        return try PublishedReview(id, .published, at: place, isHeld: isHeld, transaction)
    }

    /// Whether the visit was noted as the form says. What a review said before it may go on saying of the same day.
    private func isVisitNoted(
        _ input: ReviewInput,
        at place: Place.ID,
        editing review: Review?,
        _ transaction: Transaction
    ) throws -> Bool {
        guard input.isVisitNoted, let visitedOn = input.visitedOn else { return true }
        if let review, review.isVisitNoted, review.visitedOn == visitedOn { return true }
        return try transaction.notedVisitDays(of: member.id, at: place).contains(visitedOn)
    }
}

/// A published review, and the message for its author.
struct PublishedReview: Sendable {
    enum Kind: Sendable {
        case published, edited
        /// The same form was sent before.
        case repeated
    }

    let id: Review.ID
    let kind: Kind
    /// The page to which the author is led.
    let path: String
    /// The message says also that the review or a photo is held, where one is.
    let flash: String

    /// - Parameter before: the review before the edit; nil for a new one.
    init(
        _ id: Review.ID,
        _ kind: Kind,
        at place: Place,
        isHeld: Bool,
        before: Review? = nil,
        _ transaction: Transaction
    ) throws {
        (self.id, self.kind) = (id, kind)
        // A review that staff hid stays hidden after a hold too.
        let waits = isHeld && before?.hiddenAt == nil
        let isShown = before?.isShown ?? true
        // The place's page does not show a held review.
        let isListed = !waits && isShown && (before == nil || place.status == .listed)
        path = isListed ? Review.path(id, at: place.id) : "/reviews/\(id)"
        guard waits || isShown else {
            flash = "review-saved-unseen"
            return
        }
        let photos = try transaction.hasHeldPhotos(id) ? "-photo-held" : ""
        let message = waits ? "review-held" : (before == nil ? "review-published" : "review-saved") + photos
        // Where the date is not a visit yet, the message offers to record it.
        if let review = try transaction.review(id), let account = review.account, let day = review.visitedOn,
            try transaction.visitID(of: account, at: review.place, on: day) == nil
        {
            flash = "\(message).\(review.place).\(day)"
        } else {
            flash = message
        }
    }
}
