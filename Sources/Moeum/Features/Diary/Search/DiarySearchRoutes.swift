import Foundation
import HTTPTypes
import Hummingbird

/// Finding one's own entries again.
struct DiarySearchRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/search", for: .member, use: search)
    }

    @Sendable func search(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let query = DiarySearchQuery(request.query.items)
        if query.isTooLong, Accept.prefersJSON(request) { throw Problem.invalidForm(["q": "too-long"]) }
        let account = try context.requireMember().id
        let turn = try await app.takeSearchTurn(of: account, isSearch: !query.text.isEmpty)
        defer { turn?.end() }
        let builder = DiarySearchBuilder(
            presenter: DiaryPresenter(app, context.language),
            account: account,
            query: query
        )
        return try await app.pages.respond(
            to: request,
            context,
            title: context.text("diary.search-title"),
            section: .diary,
            hasForm: true,
            status: query.isTooLong ? .unprocessableContent : .ok
        ) { try builder.page($0) }
    }
}

extension App {
    /// The account's turn to search its own texts, and one from its limit.
    /// - Parameter isSearch: whether there are words to look for; nothing is taken without.
    func takeSearchTurn(of account: Account.ID, isSearch: Bool) async throws -> AccountTurns.Turn? {
        guard isSearch else { return nil }
        let (limit, now) = (limits.ownSearches, clock().milliseconds)
        try await database.write { transaction in
            if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now) {
                throw Problem.tooOften(after: wait)
            }
        }
        return try await searchTurns.take(for: account, maxWaiting: 2)
    }
}

extension RateLimits {
    /// Searches of one account through its diary and its saved photos.
    var ownSearches: RateLimit? { limit("own-search", atOnce: 60, thenOneEach: .seconds(2)) }
}
