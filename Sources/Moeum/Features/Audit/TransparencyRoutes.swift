import Hummingbird

/// The public page on moderation.
struct TransparencyRoutes: RouteGroup {
    static let path = "/transparency"
    /// Months on the page.
    static let maxMonths = 12

    let app: App
    /// The current month is counted for each page, but not more often than this.
    private let kept = TTLCache<[(month: CalendarMonth, figures: MonthFigures)]>(lifetime: 10)

    init(app: App) { self.app = app }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/transparency", use: showFigures)
    }

    @Sendable func showFigures(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (app, now, language) = (app, app.clock(), context.language)
        return try await app.pages.respond(
            to: request,
            context,
            title: context.text("transparency.title"),
            section: .about
        ) { transaction in
            let months = try kept.value(at: now) {
                try transaction.monthFigures(upTo: now, limit: Self.maxMonths)
            }
            return TransparencyPage(
                months: months.map { TransparencyMonth($0.month, $0.figures, app.views, language) }
            )
        }
    }
}
