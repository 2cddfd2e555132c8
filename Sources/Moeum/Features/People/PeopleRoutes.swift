import Foundation
import Hummingbird

/// The list of accounts for staff.
struct PeopleRoutes: RouteGroup {
    /// Accounts on one page.
    static let maxShown = 50

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/users", for: .moderator, use: showPeople)
    }

    @Sendable func showPeople(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let parameters = context.request.uri.queryParameters
        let query = PeopleQuery { parameters[Substring($0)].map(String.init) }
        return try await app.pages.respond(
            to: context,
            title: context.text("people.title"),
            frame: AdministrationFrame(.users)
        ) { transaction in
            let found = try transaction.people(query, at: app.clock(), limit: Self.maxShown + 1)
            let shown = found.prefix(Self.maxShown)
            let last = found.count > shown.count ? shown.last : nil
            return PeoplePage(
                query: query,
                people: shown.map { PersonView(person: $0, role: staff.role) },
                filters: PeopleQuery.Filter.allCases.map {
                    ListChoice(
                        label: context.text("people.filter.\($0.rawValue)"),
                        href: query.href(filter: $0),
                        isCurrent: $0 == query.filter
                    )
                },
                next: last.map { query.href(after: query.q.isEmpty ? String($0.id) : $0.nicknameKey) }
            )
        }
    }
}
