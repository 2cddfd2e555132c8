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
        let (status, lock) = try await app.acquireSearchLock(of: member.id, query.text, context)
        defer { lock?.release() }
        let builder = DiarySearchBuilder(
            presenter: DiaryPresenter(app, context.language),
            account: member.id,
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
    /// The status of a search through an account's own texts, and its lock for that, with one from its limit.
    /// - Parameter words: the limit loses nothing without, or where they are refused.
    func acquireSearchLock(
        of account: Account.ID,
        _ words: String,
        _ context: AppRequestContext
    ) async throws -> (status: HTTPResponse.Status, lock: AccountLocks.Lock?) {
        if let problem = DiarySearchQuery.Problem(words) {
            if context.prefersJSON { throw FormErrors(["q": problem.rawValue]) }
            return (.unprocessableContent, nil)
        }
        if words.isEmpty { return (.ok, nil) }
        let (limit, now) = (limits.ownSearches, clock())
        try await database.write { try $0.enforce(limit, for: account, at: now) }
        return (.ok, try await searchLocks.acquire(for: account, maxWaiting: 2))
    }
}

extension RateLimits {
    /// Searches of one account through its diary and its saved photos.
    var ownSearches: RateLimit? { limit("own-search", atOnce: 60, thenOneEach: .seconds(2)) }
}
