import Foundation
import HTTPTypes
import Hummingbird

/// The diary by months, years and days, and what beside it is remembered.
struct DiaryCalendarRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary", for: .member, use: showPresentMonth)
        router.get("/diary/{period}", for: .member, use: showPeriod)
        router.post("/diary/preferences", for: .member, use: savePreferences)
        router.post("/diary/entries/{id}/recall", for: .member) { context, member in
            let id: DiaryEntry.ID = try context.id()
            return try await recall(context, hidden: "diary-memory-hidden.\(id)") {
                try $0.recallDiaryEntry(id, of: member.id, $1)
            }
        }
        router.post("/visits/{id}/recall", for: .member) { context, member in
            let id: Visit.ID = try context.id()
            return try await recall(context, hidden: "visit-memory-hidden.\(id)") {
                try $0.recallVisit(id, of: member.id, $1)
            }
        }
    }

    @Sendable func showPresentMonth(_ context: AppRequestContext) async throws -> Response {
        let place = context.query["place"].flatMap { Place.ID($0) }.map { "&place=\($0)" } ?? ""
        let view = context.query["view"] == "list" ? "?view=list\(place)" : ""
        return Redirection.response(to: CalendarMonth(app.clock()).path + view)
    }

    @Sendable func showPeriod(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let period = context.parameters.get("period") ?? ""
        let today = SeoulDay(app.clock())
        let builder = DiaryCalendarBuilder(app: app, language: context.language, account: member.id)
        if period.utf8.count == 4 {
            let year = try DiaryYear.number(period, now: app.clock())
            return try await app.pages.respond(
                to: context,
                title: "\(context.text("diary.title")) · \(year)",
                section: .diary,
                hasForm: true
            ) { try builder.yearPage(year, $0) }
        }
        guard let month = CalendarMonth(period), period >= "1900-01", month.first <= today else {
            throw Problem.notFound
        }
        if context.query["view"] == "list" { return try await showList(month, builder, context) }
        let chosen = context.query["day"].flatMap { SeoulDay($0) }.flatMap { day in
            month.days.contains(day) && day <= today ? day : nil
        }
        return try await app.pages.respond(
            to: context,
            title: "\(context.text("diary.title")) · \(month.label(context.language))",
            section: .diary,
            path: month.path,
            hasForm: true
        ) { try builder.month(month, chosen: chosen, $0) }
    }

    private func showList(
        _ month: CalendarMonth,
        _ builder: DiaryCalendarBuilder,
        _ context: AppRequestContext
    ) async throws -> Response {
        let before = context.query["after"].flatMap { SeoulTime.isDay($0) ? $0 : nil }
        let place = context.query["place"].flatMap { Place.ID($0) }
        return try await app.pages.respond(
            to: context,
            title: "\(context.text("diary.title")) · \(month.label(context.language))",
            section: .diary,
            hasForm: true
        ) { transaction in
            if let place { return try builder.list(at: place, before: before, from: month, transaction) }
            return try builder.list(month, transaction)
        }
    }

    // MARK: Preferences and memories

    @Sendable func savePreferences(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let preferences = DiaryPreferences(
            weekStart: context.form["week_start"].flatMap(WeekStart.init) ?? .sunday,
            recalls: context.form["recalls"] == "1"
        )
        try await app.database.write { try $0.saveDiaryPreferences(preferences, of: member.id) }
        return app.pages.seeOther(context, to: next(context), flash: "diary-preferences-saved")
    }

    /// - Parameter hidden: the flash that offers to take it back.
    private func recall(
        _ context: AppRequestContext,
        hidden: String,
        _ save: @escaping @Sendable (Transaction, Bool) throws -> Bool
    ) async throws -> Response {
        let isOn = context.form["on"] == "1"
        guard try await app.database.write({ try save($0, isOn) }) else { throw Problem.notFound }
        let flash = isOn ? "diary-memory-shown" : hidden
        return app.pages.seeOther(context, to: next(context), flash: flash)
    }

    private func next(_ context: AppRequestContext) -> String { LocalPath.local(context.form["next"]) ?? "/diary" }
}
