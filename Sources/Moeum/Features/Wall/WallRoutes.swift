import Hummingbird

/// The photos of all places, and one's own.
struct WallRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/photos", for: .anyone, use: showWall)
        router.get("/my/photos", for: .member, use: showOwn)
    }

    @Sendable func showWall(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let query = WallQuery(request.query.items, app.districts)
        let presenter = WallPresenter(app, context.language)
        let reader = context.member?.id
        return try await app.pages.respond(
            to: request,
            context,
            title: context.text("wall.title"),
            section: .photos,
            path: query.newest
        ) { transaction, layout in
            layout.description = presenter.text("wall.description")
            return try presenter.wallPage(query, for: reader, transaction)
        }
    }

    @Sendable func showOwn(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let after = request.query["after"].flatMap { Photo.ID($0) }
        let presenter = WallPresenter(app, context.language)
        return try await app.pages.respond(to: request, context, title: context.text("wall.own"), section: .photos) {
            try presenter.ownPage(after: after, of: member.id, $0)
        }
    }
}
