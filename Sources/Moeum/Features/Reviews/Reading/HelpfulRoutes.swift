import Foundation
import HTTPTypes
import Hummingbird

/// Helpful votes: one per account and review, never for one's own.
struct HelpfulRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/reviews/{id}/helpful", for: .member, use: castVote)
    }

    @Sendable func castVote(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Review.ID = try context.id()
        let isOn = context.form["on"] != "0"
        let (limit, now) = (app.limits.helpfulVotes, app.clock())
        let count: Int
        do {
            count = try await app.database.write { transaction in
                guard let review = try transaction.review(id) else {
                    throw try transaction.isRemovedReview(id) ? ReviewReadRoutes.gone : Problem.notFound
                }
                guard review.isShown else { throw ReviewReadRoutes.gone }
                guard review.account != member.id else { throw Problem(status: .forbidden, key: "own-review") }
                if let restriction = member.postingRestriction { throw restriction.problem }
                try transaction.enforce(limit, for: member.id, at: now)
                return try transaction.setHelpfulVote(on: id, by: member.id, isOn: isOn, at: now)
            }
        } catch DatabaseError.foreignKeyViolation {
            // The review was deleted between the check and the vote.
            throw ReviewReadRoutes.gone
        }
        guard context.prefersJSON else {
            let path = LocalPath.local(context.form["next"]) ?? "/reviews/\(id)"
            return Redirection.response(to: path.utf8.contains(UInt8(ascii: "#")) ? path : "\(path)#r\(id)")
        }
        return .personalJSON(["helpful": .integer(count), "on": .flag(isOn)])
    }
}
