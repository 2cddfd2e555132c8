import Foundation
import Hummingbird

/// Where staff look people up.
struct PeopleRoutes {
    /// On one page.
    static let maxShown = 50

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/users", for: .moderator, use: showPeople)
    }

    @Sendable func showPeople(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (app, reader, language, now) = (app, try context.requireMember(), context.language, app.clock())
        let parameters = request.uri.queryParameters
        let query = PeopleQuery { parameters[Substring($0)].map(String.init) }
        let layout = app.administrationLayout(request, context, "people.title")
        return try await app.pages.respond(request, context) { transaction in
            let found = try transaction.people(query, at: now, limit: Self.maxShown + 1)
            let shown = found.prefix(Self.maxShown)
            let last = found.count > shown.count ? shown.last : nil
            let page = PeoplePage(
                query: query,
                users: shown.map { PersonView($0, for: reader.role, app.views, language) },
                filters: PeopleQuery.Filter.allCases.map {
                    PeoplePage.Filter(
                        href: query.href(filter: $0),
                        label: app.views.text("people.filter.\($0.rawValue)", [:], language),
                        isCurrent: $0 == query.filter
                    )
                },
                next: last.map { query.href(after: query.q.isEmpty ? String($0.id) : $0.nicknameKey) },
                frame: AdministrationFrame(.users, for: reader.role, views: app.views, language)
            )
            return (page, layout)
        }
    }
}
