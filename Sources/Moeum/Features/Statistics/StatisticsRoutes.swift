import Foundation
import HTTPTypes
import Hummingbird

/// The site's statistics, for staff.
struct StatisticsRoutes: RouteGroup {
    /// Empty searches on the page.
    private static let maxWords = 100

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/statistics", for: .moderator, use: showStatistics)
    }

    @Sendable func showStatistics(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let asked = context.query["days"].flatMap { Int($0) }.flatMap(DailyCount.Period.init(rawValue:))
        let builder = StatisticsBuilder(
            asked ?? .standard,
            endingAt: SeoulDay(app.clock()),
            views: app.views,
            context.language
        )
        // Saves this process's counts first, so that the page has them; where that fails the page is shown all the same.
        try? await app.statistics.save()
        if context.query["format"] == "csv" { return try await file(builder) }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.statistics.title"),
            frame: AdministrationFrame(.statistics)
        ) { transaction in
            let counts = try transaction.dailyCounts(builder.daysWithBefore)
            let words = try transaction.emptySearches(builder.days, limit: Self.maxWords)
            return builder.page(counts, words)
        }
    }

    private func file(_ builder: StatisticsBuilder) async throws -> Response {
        let bytes = try await app.database.read { builder.csv(try $0.dailyCounts(builder.days)) }
        let days = "\(builder.days.lowerBound.text)-\(builder.days.upperBound.text)"
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"moeum-statistics-\(days).csv\"",
                .cacheControl: "private, no-store",
            ],
            body: ResponseBody(bytes: bytes)
        )
    }
}
