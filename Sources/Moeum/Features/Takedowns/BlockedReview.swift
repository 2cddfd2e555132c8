import Foundation
import HTTPTypes
import Hummingbird

/// A blocked review, and the line in its place: readers see no more of it than that.
struct BlockedReview: ViewModel {
    let id: Review.ID
    let until: Date

    /// Blocked reviews on one page of a place.
    static let maxShown = 5

    /// The answer for a blocked review (RFC 7725).
    static let problem = Problem(status: .unavailableForLegalReasons, key: "review-blocked")

    static let fields: [Field<BlockedReview>] = [
        .integer("id") { Int($0.id) }, .time("until") { $0.until },
    ]
}

/// The page of a blocked review, for readers.
struct BlockedReviewPage: Page {
    static let template = "takedowns/blocked"

    let blocked: BlockedReview
    let place: ReviewList.Subject
    /// Where its author logs in to see it; nil with a session.
    let logInHref: String?

    static let fields: [Field<BlockedReviewPage>] = [
        .integer("id") { Int($0.blocked.id) },
        .time("until") { $0.blocked.until },
        .text("placeName") { $0.place.name }.viewOnly,
        .text("placeHref") { "/places/\($0.place.id)" }.viewOnly,
        .text("logInHref") { $0.logInHref }.viewOnly,
    ]
}

/// A block of the reader's own review or of a photo of it, with the form to object.
struct BlockNote: ViewModel {
    let takedown: Takedown
    let title: String
    /// Nil once the author has objected.
    let form: FormView?

    static let fields: [Field<BlockNote>] = [
        .integer("id") { Int($0.takedown.id) },
        .time("until") { $0.takedown.until },
        .text("target") { $0.takedown.target.description },
        .choice("claim") { $0.takedown.claim },
        .text("note") { $0.takedown.answer.isEmpty ? nil : $0.takedown.answer },
        .text("objection") { $0.takedown.objection },
        .text("title") { $0.title }.viewOnly,
        .object("form") { $0.form }.viewOnly,
    ]
}

extension ReviewCardPresenter {
    func blockNote(_ takedown: Takedown) -> BlockNote {
        BlockNote(
            takedown: takedown,
            title: text("blocked.own.\(takedown.target.kind.rawValue)"),
            form: takedown.takesObjection
                ? TakedownRoutes.objection(to: takedown.id, isAlone: false).formView(
                    token: formToken,
                    views: views,
                    language
                ) : nil
        )
    }
}

extension Transaction {
    /// The blocks of the reader's own review and of its photos.
    func blockNotes(on entry: ReviewList.Entry, _ presenter: ReviewCardPresenter) throws -> [BlockNote] {
        guard presenter.reader.owns(entry), let account = presenter.reader.accountID else { return [] }
        return try takedowns(against: account, ofReview: entry.id).map(presenter.blockNote)
    }
}

extension App {
    /// Answers with a review's page, or where the review is blocked and the reader is not its author, with status 451, a page
    /// that says so and the blocking party (RFC 7725). Programs get it as a problem.
    func insteadOfBlocked<Content: Page>(
        _ id: Review.ID,
        _ presenter: ReviewCardPresenter,
        _ context: AppRequestContext,
        _ build: @escaping @Sendable (Transaction, inout PageLayout) throws -> Content
    ) async throws -> Response {
        do { return try await pages.respond(to: context, section: .places, build) } catch let problem as Problem
            where problem == BlockedReview.problem && !context.prefersJSON
        {
            return try await showBlocked(id, presenter, context)
        }
    }

    private func showBlocked(
        _ id: Review.ID,
        _ presenter: ReviewCardPresenter,
        _ context: AppRequestContext
    ) async throws -> Response {
        var response = try await pages.respond(
            to: context,
            title: presenter.text("blocked.title"),
            section: .places,
            status: BlockedReview.problem.status
        ) { transaction in
            guard let until = try transaction.blockEnd(ofReview: id),
                let entry = try transaction.reviewEntry(id, for: presenter.reader)
            else { throw ReviewReadRoutes.gone }
            return BlockedReviewPage(
                blocked: BlockedReview(id: id, until: until),
                place: entry.place,
                logInHref: context.member == nil ? "/login?next=\("/reviews/\(id)".queryEncoded)" : nil
            )
        }
        response.headers[.link] = "<\(config.baseURL)/about>; rel=\"blocked-by\""
        return response
    }
}
