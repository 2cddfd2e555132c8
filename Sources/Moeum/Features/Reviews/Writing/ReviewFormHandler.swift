import Foundation
import HTTPTypes
import Hummingbird

/// What writing and editing a review have in common: reading the form, its page, and the answers.
struct ReviewFormHandler: Sendable {
    let app: App

    /// Publishes the form's review and answers with the result.
    func publish(
        _ incoming: IncomingForm,
        for purpose: ReviewFormState.Purpose,
        _ context: AppRequestContext
    ) async throws -> Response {
        let publication = ReviewPublication(app: app, member: try context.requireMember(), purpose: purpose)
        switch try await publication.publish(incoming, context) {
        case .done(let review): return done(review, context)
        case .refused(let state, _): return try await show(state, context)
        }
    }

    /// Answers with the form's page; for programs, refusals are answered as a problem.
    func show(_ state: ReviewFormState, _ context: AppRequestContext) async throws -> Response {
        if state.status.kind != .successful, context.prefersJSON { throw Self.problem(state) }
        let (account, views) = (try context.requireMember().id, app.views)
        let today = SeoulTime(app.clock()).isoDay
        var response = try await app.pages.respond(
            to: context,
            section: .places,
            hasForm: true,
            status: state.status
        ) { transaction, layout in
            let builder = ReviewFormBuilder(
                views: views,
                language: context.language,
                token: layout.formToken,
                today: today,
                accountLimit: app.config.accountBytes
            )
            let page = try builder.page(state, by: account, transaction)
            let key = state.purpose.isEdit ? "review-form.edit-title" : "review-form.title"
            layout.title = context.text(key, ["placeName": .text(page.place.place.name)])
            return page
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

    /// Answers that the review is published: browsers are redirected to it with a message, programs get its address.
    private func done(_ review: PublishedReview, _ context: AppRequestContext) -> Response {
        // The page's own script gets refusals as pages, and success as an address to open.
        let isScript = context.request.headers[values: .fragment].contains("form")
        guard isScript || context.prefersJSON else {
            return app.pages.seeOther(context, to: review.path, flash: review.flash)
        }
        let message = context.text("flash.\(Flash(review.flash).key)")
        let done = ReviewResponse(id: review.id, next: review.path, message: message)
        var response = Response.personalJSON(done, status: review.kind == .edited ? .ok : .created)
        response.headers[.location] = "/reviews/\(review.id)"
        // The script then opens a page that shows the message.
        response.set(cookies: [app.config.cookies.setting(CookieRules.flashName, to: review.flash, for: 60)])
        return response
    }
}

/// The answer for a program that sent a review.
private struct ReviewResponse: ViewModel {
    let id: Review.ID
    let next: String
    let message: String

    static let fields: [Field<ReviewResponse>] = [
        .text("id") { String($0.id) }, .text("href") { "/reviews/\($0.id)" }, .text("next") { $0.next },
        .text("message") { $0.message },
    ]
}
