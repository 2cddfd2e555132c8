import Foundation
import HTTPTypes
import Hummingbird

/// Finding one's own entries again.
struct DiarySearchRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/search", for: .member, use: search)
    }

    @Sendable func search(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let query = DiarySearchQuery(context.query.items)
        let account = member.id
        let (status, turn) = try await app.takeSearchTurn(of: account, query.text, context.request)
        defer { turn?.end() }
        let builder = DiarySearchBuilder(
            presenter: DiaryPresenter(app, context.language),
            account: account,
            query: query
        )
        return try await app.pages.respond(
            to: context,
            title: context.text("diary.search-title"),
            section: .diary,
            hasForm: true,
            status: status
        ) { try builder.page($0) }
    }
}

extension App {
    /// The status of a search through an account's own texts, and its turn for that, with one from its limit.
    /// - Parameter words: nothing is taken without, or where they are refused.
    func takeSearchTurn(
        of account: Account.ID,
        _ words: String,
        _ request: Request
    ) async throws -> (status: HTTPResponse.Status, turn: AccountTurns.Turn?) {
        let problem = DiarySearchQuery.Problem(words)
        let status = try Problem.formStatus(problem.map { ["q": $0.rawValue] } ?? [:], request)
        if words.isEmpty || problem != nil { return (status, nil) }
        let (limit, now) = (limits.ownSearches, clock().milliseconds)
        try await database.write { transaction in
            if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now) {
                throw Problem.tooOften(after: wait)
            }
        }
        return (status, try await searchTurns.take(for: account, maxWaiting: 2))
    }
}

extension RateLimits {
    /// Searches of one account through its diary and its saved photos.
    var ownSearches: RateLimit? { limit("own-search", atOnce: 60, thenOneEach: .seconds(2)) }
}
