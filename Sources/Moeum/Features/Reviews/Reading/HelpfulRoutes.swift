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
        let outcome: HelpfulOutcome
        do {
            outcome = try await app.database.write {
                try $0.castVote(on: id, by: member, isOn: isOn, within: limit, at: now)
            }
        } catch DatabaseError.foreignKeyViolation {
            // The review was deleted between the check and the vote.
            throw ReviewReadRoutes.gone
        }
        guard context.prefersJSON else {
            let path = LocalPath.local(context.form["next"]) ?? "/reviews/\(id)"
            return Redirection.response(to: path.utf8.contains(UInt8(ascii: "#")) ? path : "\(path)#r\(id)")
        }
        return .personalJSON(["helpful": .integer(outcome.count), "on": .flag(outcome.isOn)])
    }
}

extension Transaction {
    /// Casts a vote; throws the problem that says why the account may not.
    fileprivate func castVote(
        on id: Review.ID,
        by member: Member,
        isOn: Bool,
        within limit: RateLimit?,
        at now: Date
    ) throws -> HelpfulOutcome {
        guard let review = try review(id) else {
            throw try isRemovedReview(id) ? ReviewReadRoutes.gone : Problem.notFound
        }
        guard review.isShown else { throw ReviewReadRoutes.gone }
        guard review.account != member.id else { throw Problem(status: .forbidden, key: "own-review") }
        if let restriction = member.postingRestriction { throw restriction.problem }
        try enforce(limit, for: member.id, at: now)
        return try setHelpfulVote(on: id, by: member.id, isOn: isOn, at: now)
    }
}
