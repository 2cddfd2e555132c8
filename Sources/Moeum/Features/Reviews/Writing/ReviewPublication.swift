import Foundation

/// Publishes a new or edited review: one read checks the form, one write publishes it. A refused form is shown again with
/// everything that was typed and uploaded, and saved as a draft too.
struct ReviewPublication: Sendable {
    enum Outcome: Sendable {
        case done(PublishedReview)
        /// - Parameter draftAt: the place to save a draft for; nil where nothing can be written now.
        case refused(ReviewFormState, draftAt: Place.ID?)
    }

    /// What the database has before the review is published.
    private struct Known: Sendable {
        let place: Place
        /// The review that is edited, or that is in the way of a new one.
        let review: Review?
        /// The address to which the same form led before.
        let location: String?
    }

    /// The result of the check before anything is written.
    private enum Check: Sendable {
        case fine(Review.Draft, ReviewFormState, Known)
        case decided(Outcome)
    }

    let app: App
    let member: Member
    /// Known from the form's address.
    let purpose: ReviewFormState.Purpose

    func publish(_ incoming: IncomingForm, _ context: AppRequestContext) async throws -> Outcome {
        let outcome = try await outcome(incoming, context)
        switch outcome {
        case .done(let review) where review.kind == .published:
            app.logger.info("review published", metadata: ["review": "\(review.id)", "account": "\(member.id)"])
        case .refused(let state, let place?): await keep(state.form, at: place)
        case .done, .refused: break
        }
        return outcome
    }

    private func outcome(_ incoming: IncomingForm, _ context: AppRequestContext) async throws -> Outcome {
        var state = ReviewFormState(context.form, for: purpose)
        do {
            if incoming.hasFiles {
                // Checked before a file is read.
                let known = try await app.database.read { [purpose = state.purpose] in try self.known(purpose, $0) }
                state = try await takePhotos(incoming, isRepeated: known.location != nil, context)
            }
            state.form.movePhotos()
            if state.form.action == .diary, member.mayPublish {
                state = try await app.database.write { [state] transaction in
                    let place = try known(state.purpose, transaction).place.id
                    return try takeFromDiary(state, at: place, transaction)
                }
            }
            switch try await app.database.read({ [state] in try check(state, $0) }) {
            case .decided(let outcome): return outcome
            case .fine(let draft, let cleaned, let known):
                state = cleaned
                return try await save(draft, cleaned, known)
            }
        } catch let error where [.unavailable, .failing].contains(Problem.from(error)) {
            var again = ReviewFormState(form: state.form, purpose: state.purpose)
            again.refuse(.serviceUnavailable, "unavailable", retryAfter: Problem.unavailable.retryAfter)
            return .refused(again, draftAt: nil)
        } catch DatabaseError.accountFull {
            var again = ReviewFormState(form: state.form, purpose: state.purpose)
            again.refuse(.contentTooLarge, "account-full", retryAfter: nil)
            return .refused(again, draftAt: nil)
        }
    }

    /// Saves the form as a draft. Where that fails, the page still has everything.
    private func keep(_ form: ReviewForm, at place: Place.ID) async {
        let (account, now, limit) = (member.id, app.clock(), app.limits.maxDrafts)
        guard ReviewDraft.canKeep(form) else { return }
        do {
            try await app.database.write { try $0.saveReviewDraft(form, as: account, at: place, now, maxDrafts: limit) }
        } catch {
            app.logger.warning("draft not kept", metadata: ["error": "\(error)"])
        }
    }

    // MARK: Checking

    private func known(_ purpose: ReviewFormState.Purpose, _ transaction: Transaction) throws -> Known {
        switch purpose {
        case .write(let asked, let key):
            // A review for a merged place is one for its canonical place.
            guard let place = try transaction.place(try transaction.canonicalPlaceID(for: asked)) else {
                throw Problem.notFound
            }
            return Known(
                place: place,
                review: try transaction.review(of: place.id, by: member.id),
                location: try transaction.idempotentLocation(key, of: member.id)
            )
        case .edit(let id, _):
            let (review, place) = try transaction.review(id, ownedBy: member)
            return Known(place: place, review: review, location: nil)
        }
    }

    /// Checks every rule that needs no write.
    private func check(_ sent: ReviewFormState, _ transaction: Transaction) throws -> Check {
        let known = try known(sent.purpose, transaction)
        let place = known.place
        var state = sent
        state.notice = member.publishingBar.map(ReviewFormState.Notice.bar)
        if case .write(_, let key) = sent.purpose {
            state.purpose = .write(at: place.id, idempotencyKey: key)
            if place.status != .listed { state.notice = .notListed }
            if state.form.action == .publish {
                // A repeated form leads to the same page as the first, whatever has changed since.
                if let path = known.location { return .decided(try repeated(path, at: place, transaction)) }
                // Checked before the photos, which the published review may have taken.
                if state.notice == nil, let review = known.review {
                    return .decided(try exists(review, state.form, transaction))
                }
            }
        }
        let photoError = try state.form.clean(
            of: member.id,
            at: place,
            in: sent.purpose.isEdit ? known.review?.id : nil,
            by: app.photos.pictureRules(transaction),
            transaction
        )
        guard let draft = state.draft(today: SeoulTime(app.clock()).isoDay, photoError: photoError) else {
            return .decided(.refused(state, draftAt: place.id))
        }
        return .fine(draft, state, known)
    }

    private func exists(_ own: Review, _ form: ReviewForm, _ transaction: Transaction) throws -> Outcome {
        // Photos of the published review must not be lost when the form is sent again.
        let pictures = try transaction.reviewPictures(of: own.id)
        var state = ReviewFormState(form: form, purpose: purpose)
        state.form.pictures = pictures + form.pictures.filter { each in !pictures.contains { $0.id == each.id } }
        state.conflict(with: own, "exists")
        return .refused(state, draftAt: own.place)
    }

    private func repeated(_ path: String, at place: Place, _ transaction: Transaction) throws -> Outcome {
        let id = path.split(separator: "#r").last.flatMap { Review.ID($0) } ?? .absent
        let isHeld = try transaction.hiddenReasons(of: .review(id)).keys.contains(where: \.isHold)
        return .done(try PublishedReview(id, .repeated, at: place.id, isHeld: isHeld, transaction))
    }

    // MARK: Writing

    private func save(_ draft: Review.Draft, _ state: ReviewFormState, _ known: Known) async throws -> Outcome {
        let written = Screening.WrittenReview(draft)
        do {
            return try await app.database.write { try save(draft, written, state, known, $0) }
        } catch DatabaseError.uniqueViolation {
            // Another form with the same review was published at the same moment.
            let check = try await app.database.read { try self.check(state, $0) }
            guard case .decided(let outcome) = check else { throw Problem.unavailable }
            return outcome
        }
    }

    private func save(
        _ draft: Review.Draft,
        _ written: Screening.WrittenReview,
        _ state: ReviewFormState,
        _ known: Known,
        _ transaction: Transaction
    ) throws -> Outcome {
        let (account, now) = (member.id, app.clock())
        func refused(_ say: (inout ReviewFormState) -> Void) -> Outcome {
            var state = state
            say(&state)
            return .refused(state, draftAt: known.place.id)
        }
        var (place, edited): (Place.ID, Review?) = (known.place.id, known.review)
        if case .write(_, let key) = state.purpose {
            if let path = try transaction.idempotentLocation(key, of: account) {
                return try repeated(path, at: known.place, transaction)
            }
            place = try transaction.canonicalPlaceID(for: place)
            edited = nil
            if let own = try transaction.review(of: place, by: account) {
                return try exists(own, state.form, transaction)
            }
        }
        // Staff may have sanctioned the author while the form was uploaded.
        if let bar = try transaction.publishingBar(of: account, at: now) {
            return refused { $0.refuse(because: .bar(bar)) }
        }
        if try !draft.isVisitNoted(of: account, at: place, edits: edited, transaction) {
            return refused { ($0.status, $0.problems["visit_noted"]) = (.unprocessableContent, "unknown") }
        }
        let ids = draft.pictures.map(\.id)
        let rules = try app.photos.pictureRules(transaction)
        let photos = try UsablePhotos(ids, of: account, in: edited?.id, by: rules, transaction)
        if photos.error != nil { return refused { $0.lose(photos) } }
        // The rate limit is checked first and counts refused words too: otherwise any number of words could be tried.
        let limit = edited == nil ? app.limits.reviews : app.limits.reviewEdits
        if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
            return refused { $0.refuse(.tooManyRequests, "too-often", retryAfter: wait) }
        }
        let finding = try app.screening.finding(in: written, by: account, at: now, transaction)
        if !finding.problems.isEmpty {
            return refused { ($0.status, $0.problems) = (.unprocessableContent, finding.problems) }
        }
        let (id, isChanged): (Review.ID, Bool)
        switch state.purpose {
        case .write(_, let key):
            let newAccountLimits = NewAccountLimits(limits: app.limits)
            if let wait = try newAccountLimits.take(.review, of: account, at: now, transaction) {
                try transaction.refundRateLimit(limit, for: String(account))
                return refused { $0.refuse(.tooManyRequests, "first-day", retryAfter: wait) }
            }
            (id, isChanged) = (try transaction.insertReview(draft, by: account, on: place, at: now), true)
            let location = Review.path(id, at: place)
            try transaction.saveIdempotencyKey(key, of: account, location: location, at: now)
        case .edit(let review, let rev):
            let change = try transaction.updateReview(review, to: draft, from: rev, at: now)
            if change != .saved { try transaction.refundRateLimit(limit, for: String(account)) }
            if case .stale(let current) = change { return refused { $0.conflict(with: current, "stale") } }
            if change == .gone { throw ReviewReadRoutes.gone }
            (id, isChanged) = (review, change == .saved)
        }
        try transaction.deleteReviewDraft(of: account, at: place)
        let isHeld =
            try isChanged && app.screening.hold(id, finding, isNew: edited == nil, at: now, transaction)
        return .done(
            try edited.map { try PublishedReview($0, at: known.place, isHeld: isHeld, transaction) }
                ?? PublishedReview(id, .published, at: place, isHeld: isHeld, transaction)
        )
    }
}
