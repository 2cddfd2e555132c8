import HTTPTypes
import Hummingbird

/// Recording visits and reading one's own. Nobody else sees them.
struct VisitRoutes: RouteGroup {
    let app: App
    /// Shows the place's page again where a day is refused.
    let places: PlaceRoutes

    func mount(on router: Router<AppRequestContext>) {
        router.post("/places/{id}/visits", for: .member, again: places.showPlace, use: add)
        router.post("/visits/{id}/delete", for: .member, use: remove)
        router.get("/my/visits", for: .member, use: showOwn)
    }

    @Sendable func add(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let place: Place.ID = try context.id()
        let now = app.clock()
        let day: String
        do { day = try Visit.day(context.form["on"], today: SeoulTime(now).isoDay) } catch {
            throw FormErrors(["on": error.rawValue])
        }
        let outcome = try await app.database.write { transaction in
            guard try transaction.place(place) != nil else { throw Problem.notFound }
            let place = try transaction.canonicalPlaceID(for: place)
            if let known = try transaction.visitID(of: member.id, at: place, on: day) {
                return (id: known, isNew: false)
            }
            try transaction.enforce(app.limits.visits, for: member.id, at: now)
            return (id: try transaction.insertVisit(place, on: day, by: member.id, at: now), isNew: true)
        }
        let next = next(context, place)
        // A visit recorded earlier is not offered for undoing.
        let flash = outcome.isNew ? "visit-added.\(outcome.id)" : "visit-known"
        guard context.prefersJSON else { return app.pages.seeOther(context, to: next, flash: flash) }
        let message = context.text(outcome.isNew ? "flash.visit-added" : "flash.visit-known")
        return .personalJSON(
            ["id": .integer(Int(outcome.id)), "on": .text(day), "next": .text(next), "message": .text(message)],
            status: outcome.isNew ? .created : .ok
        )
    }

    @Sendable func remove(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Visit.ID = try context.id()
        let (limit, now) = (app.limits.visitDeletions, app.clock())
        let visit = try await app.database.write { transaction in
            try transaction.enforce(limit, for: member.id, at: now)
            guard let visit = try transaction.deleteVisit(id, of: member.id, at: now) else { throw Problem.notFound }
            return visit
        }
        let flash = "visit-removed.\(visit.place).\(visit.on)"
        return app.pages.seeOther(context, to: next(context, visit.place), flash: flash)
    }

    /// The visits for programs, by months; readers get the diary's list, which has them too.
    @Sendable func showOwn(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let form = context.query
        let query = VisitQuery(
            place: form["place"].flatMap { Place.ID($0) },
            after: form["after"].flatMap(VisitCursor.init)
        )
        guard context.prefersJSON else {
            let today = SeoulDay(app.clock())
            let month = CalendarMonth(of: min(query.after.flatMap { SeoulDay($0.value) } ?? today, today))
            let place = query.place.map { "&place=\($0)" } ?? ""
            return Redirection.response(to: "\(month.path)?view=list\(place)")
        }
        let list = try await app.database.read { transaction in
            if let place = query.place, try transaction.place(place) == nil { throw Problem.notFound }
            return try transaction.visits(of: member.id, query)
        }
        return .personalJSON(OwnVisitList(list, query))
    }

    /// The page that the form was on, or the place's.
    private func next(_ context: AppRequestContext, _ place: Place.ID) -> String {
        LocalPath.local(context.form["next"]) ?? "/places/\(place)#visits"
    }
}
