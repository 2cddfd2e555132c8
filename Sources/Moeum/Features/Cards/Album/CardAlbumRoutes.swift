import Hummingbird

/// The album of one's own cards, and the card of a year.
struct CardAlbumRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/cards", for: .member, use: showAlbum)
        router.get("/diary/{period}/card.jpg", for: .member, use: showYearCard)
    }

    @Sendable func showAlbum(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let builder = CardAlbumBuilder(
            presenter: DiaryPresenter(app, context.language),
            account: member.id,
            query: CardAlbumQuery(context.query)
        )
        return try await app.pages.respond(
            to: context,
            title: context.text("card.album"),
            section: .diary
        ) { try builder.page($0) }
    }

    @Sendable func showYearCard(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let year = try DiaryYear.number(context.parameters.get("period"), now: app.clock())
        let size = context.query["size"].flatMap(CardSize.init) ?? .square
        let planner = CardPlanner(app, context.language)
        guard let review = try await app.database.read({ try $0.yearReview(year, of: member.id) }) else {
            throw Problem.notFound
        }
        return try await app.answer(planner.plan(of: review), size, isPublic: false, context.request, for: member.id)
    }
}
