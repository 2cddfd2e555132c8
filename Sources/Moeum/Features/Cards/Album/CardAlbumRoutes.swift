import Hummingbird

/// The album of one's own cards, and the card of a year.
struct CardAlbumRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/cards", for: .member, use: showAlbum)
        router.get("/diary/{period}/card.jpg", for: .member, use: showYearCard)
    }

    @Sendable func showAlbum(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let builder = CardAlbumBuilder(
            presenter: DiaryPresenter(app, context.language),
            account: try context.requireMember().id,
            query: CardAlbumQuery(request.query)
        )
        return try await app.pages.respond(
            to: request,
            context,
            title: context.text("card.album"),
            section: .diary
        ) { try builder.page($0) }
    }

    @Sendable func showYearCard(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (member, form) = (try context.requireMember(), request.query)
        let year = try DiaryYear.number(context.parameters.get("period"), now: app.clock())
        let size = form["size"].flatMap(CardSize.init) ?? .square
        let planner = CardPlanner(app, context.language)
        let review = try await app.database.read { try $0.yearReview(year, of: member.id) }
        guard let review else { throw Problem.notFound }
        return try await app.answer(planner.plan(of: review), size, isPublic: false, request) {
            try await app.admitCardDrawing(by: member.id)
        }
    }
}
