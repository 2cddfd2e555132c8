import Foundation
import HTTPTypes
import Hummingbird

/// What writing a review and editing one have in common: the form's page, the files that come with it, and how each refusal
/// is told without losing what was typed.
struct ReviewFormHandler: Sendable {
    let app: App

    /// What the form may bring. More files are read than are taken, so that too many lose nothing.
    static func fileRules(folder: String = "", space: IncomingSpace? = nil) -> FileRules {
        FileRules(folder: folder, files: 10, bytesPerFile: PhotoLimits.bytes, space: space)
    }

    var fileRules: FileRules {
        Self.fileRules(folder: "\(app.config.dataDirectory)/uploads", space: app.photos.space)
    }

    /// Today in Seoul.
    var today: String { SeoulTime(app.clock()).isoDay }

    /// Answers with the form; a program that sent something wrong is told so as a problem.
    func show(
        _ state: ReviewFormState,
        of place: Place.ID,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        if state.status.kind != .successful, Accept.prefersJSON(request) { throw Self.problem(state) }
        let (app, language) = (app, context.language)
        let member = try context.requireMember()
        let layout = app.pages.layout(request, context, title: "", section: .places, hasForm: true)
        let builder = ReviewFormBuilder(views: app.views, language: language, token: layout.formToken, today: today)
        var response = try await app.pages.respond(request, context, status: state.status) { transaction in
            guard let place = try transaction.place(place) else { throw Problem.notFound }
            let page = try builder.page(state, place, by: member.id, transaction)
            let key = state.purpose.isEdit ? "review-form.edit-title" : "review-form.title"
            var layout = layout
            layout.title = context.text(key, ["placeName": .text(place.name)])
            return (page, layout)
        }
        if let seconds = state.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private static func problem(_ state: ReviewFormState) -> Problem {
        var errors = state.problems
        for error in state.errors.reversed() {
            errors["photos"] = error.code
            errors["photos.\(error.position)"] = error.code
        }
        let key =
            switch state.status.code {
            case 422: "invalid-form"
            case 503: "unavailable"
            case 429: "too-often"
            case 409: state.problems[FormDeclaration.wholeForm] == "exists" ? "review-exists" : "stale"
            default: state.notice.map { "may-not-publish-\($0.code)" } ?? "review-photos"
            }
        return Problem(status: state.status, key: key, errors: errors, retryAfter: state.retryAfter)
    }

    /// The form again, because the database takes no writes just now.
    func unavailable(_ form: ReviewForm, _ purpose: ReviewFormView.Purpose) -> ReviewFormState {
        ReviewFormState(
            status: .serviceUnavailable,
            form: form,
            purpose: purpose,
            problems: [FormDeclaration.wholeForm: "unavailable"],
            retryAfter: Problem.unavailable.retryAfter
        )
    }

    /// Keeps what is in the form as a draft. Where that fails, the page that shows it has it still.
    func keep(_ form: ReviewForm, of account: Account.ID, at place: Place.ID) async {
        let (now, limit) = (app.clock(), app.limits.maxDrafts)
        guard ReviewDraft.canKeep(form) else { return }
        do {
            try await app.database.write { try $0.saveReviewDraft(form, as: account, at: place, now, maxDrafts: limit) }
        } catch {
            app.logger.warning("draft not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Answers that the review stands: people are led to it with a word about it, programs get its address.
    func done(
        _ review: Review.ID,
        at path: String,
        isNew: Bool,
        flash: String,
        _ request: Request,
        _ context: AppRequestContext
    ) -> Response {
        // The page's own script takes refusals as pages, and success as an address to go to.
        let isScript = request.headers[values: .fragment].contains("form")
        guard isScript || Accept.prefersJSON(request) else {
            return app.pages.seeOther(request, context, to: path, flash: flash)
        }
        let message = context.text("flash.\(Flash(flash).key)")
        let done = ReviewDone(id: review, next: path, message: message)
        var response = Response.personalJSON(done, status: isNew ? .created : .ok)
        response.headers[.location] = "/reviews/\(review)"
        // The script that sent it goes on to a page that says so.
        response.set(cookies: [app.config.cookies.setting(CookieRules.flashName, to: flash, for: 60)])
        return response
    }

    /// Answers that a new review was written; of one that waits for staff, with a word that it does.
    func done(
        _ review: Review.ID,
        at place: Place.ID,
        isHeld: Bool,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let flash = try await flash(of: review, isNew: true, isHeld: isHeld)
        // The place's page does not show it yet.
        let path = isHeld ? "/reviews/\(review)" : Review.path(review, at: place)
        return done(review, at: path, isNew: true, flash: flash, request, context)
    }

    /// What its author reads once a review is there: also that a photo of it is looked at first, where one is. Its day is
    /// offered as a visit, where it is none yet.
    func flash(of review: Review.ID, isNew: Bool, isHeld: Bool = false) async throws -> String {
        try await app.database.read { transaction in
            let waits = try transaction.hasHeldPhotos(review)
            let done = (isNew ? "review-published" : "review-saved") + (waits ? "-photo-held" : "")
            let flash = isHeld ? "review-held" : done
            guard let found = try transaction.review(review), let account = found.account, let day = found.visitedOn,
                try transaction.visitID(of: account, at: found.place, on: day) == nil
            else { return flash }
            return "\(flash).\(found.place).\(day)"
        }
    }

    /// What is said of a review beside it.
    static let flashes: Set<String> = [
        "review-published", "review-saved", "review-held", "review-published-photo-held", "review-saved-photo-held",
        "review-saved-unseen",
    ]

    /// What was typed, without photos that cannot be this review's and keywords that nobody offered; and why photos had to
    /// go.
    static func cleaned(
        _ form: ReviewForm,
        of account: Account.ID,
        at place: Place,
        in review: Review.ID?,
        by rules: PictureRules,
        _ transaction: Transaction
    ) throws -> (form: ReviewForm, photoError: String?) {
        var cleaned = form
        let photos = try UsablePhotos(form.pictures.map(\.id), of: account, in: review, by: rules, transaction)
        cleaned.pictures = form.pictures.filter { photos.ids.contains($0.id) }
        let own = try review.map { try transaction.keywordIDs(of: $0) } ?? []
        let offered = Set(try transaction.offeredKeywords(for: place.kind).map(\.id) + own)
        cleaned.keywords = form.keywords.filter(offered.contains)
        return (cleaned, photos.error)
    }
}

/// What a program is told of a review that it sent.
private struct ReviewDone: ViewModel {
    let id: Review.ID
    let next: String
    let message: String

    static let fields: [Field<ReviewDone>] = [
        .text("id") { String($0.id) }, .text("href") { "/reviews/\($0.id)" }, .text("next") { $0.next },
        .text("message") { $0.message },
    ]
}
