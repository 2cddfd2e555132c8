import Hummingbird

/// The public page on moderation.
struct TransparencyRoutes: RouteGroup {
    static let path = "/transparency"
    /// Months on the page.
    static let maxMonths = 12

    let app: App
    /// The figures by the current month.
    private let kept = DataCache<CalendarMonth, [(month: CalendarMonth, figures: MonthFigures)]>(limit: 1)

    init(app: App) { self.app = app }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/transparency", for: .anyone, use: showFigures)
    }

    @Sendable func showFigures(_ context: AppRequestContext) async throws -> Response {
        let (now, language) = (app.clock(), context.language)
        return try await app.pages.respond(
            to: context,
            title: context.text("transparency.title"),
            section: .about
        ) { transaction in
            let months = try transaction.value(of: CalendarMonth(now), from: kept) {
                try transaction.monthFigures(upTo: now, limit: Self.maxMonths)
            }
            return TransparencyPage(
                months: months.map { TransparencyMonth($0.month, $0.figures, app.views, language) }
            )
        }
    }
}
