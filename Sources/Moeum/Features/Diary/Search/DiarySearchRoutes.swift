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
        let builder = DiarySearchBuilder(
            presenter: DiaryPresenter(app, context.language),
            account: try context.requireMember().id,
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
