import HTTPTypes
import Hummingbird

/// Saying that a review helped: once an account, never of one's own.
struct HelpfulRoutes {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/reviews/:id/helpful", for: .member, use: vote)
    }

    @Sendable func vote(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let id = try ReviewReadRoutes.id(context)
        let isOn = context.form["on"] != "0"
        let now = app.clock()
        let outcome = try await app.database.write { transaction in
            guard let review = try transaction.review(id) else {
                throw try transaction.isRemovedReview(id) ? ReviewReadRoutes.gone : Problem.notFound
            }
            guard review.isShown else { throw ReviewReadRoutes.gone }
            guard review.account != member.id else { throw Problem(status: .forbidden, key: "own-review") }
            if let bar = member.publishingBar { throw bar.problem }
            return try transaction.vote(on: id, by: member.id, isOn: isOn, at: now)
        }
        guard Accept.prefersJSON(request) else {
            let path = context.form["next"].map { LocalPath.checked($0) } ?? "/reviews/\(id)"
            return Redirection.response(to: path.contains("#") ? path : "\(path)#r\(id)")
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(bytes: JSONTwin.encode(HelpfulAnswer(outcome: outcome)))
        )
    }
}

/// What a script is told after a vote.
struct HelpfulAnswer: ViewModel {
    let outcome: HelpfulOutcome

    static let fields: [Field<HelpfulAnswer>] = [
        .integer("helpful") { $0.outcome.count }, .flag("on") { $0.outcome.isOn },
    ]
}
