import Hummingbird

/// The photos of all places, and one's own.
struct WallRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/photos", for: .anyone, use: showWall)
        router.get("/my/photos", for: .member, use: showOwn)
    }

    @Sendable func showWall(_ context: AppRequestContext) async throws -> Response {
        let query = WallQuery(context.query.items, app.districts)
        let presenter = WallPresenter(app, context.language)
        let reader = context.member?.id
        return try await app.pages.respond(
            to: context,
            title: context.text("wall.title"),
            section: .photos,
            path: query.newest
        ) { transaction, layout in
            layout.description = presenter.text("wall.description")
            return try presenter.wallPage(query, for: reader, transaction)
        }
    }

    @Sendable func showOwn(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let after = context.query["after"].flatMap { Photo.ID($0) }
        let presenter = WallPresenter(app, context.language)
        return try await app.pages.respond(to: context, title: context.text("wall.own"), section: .photos) {
            try presenter.ownPage(after: after, of: member.id, $0)
        }
    }
}
