import HTTPTypes
import Hummingbird

/// Saying whether a place is still there, and taking it back.
struct ConfirmationRoutes: RouteGroup {
    let app: App

    private static let closed = Problem(status: .conflict, key: "place-closed")

    func mount(on router: Router<AppRequestContext>) {
        router.post("/places/{id}/confirmations", for: .member, use: add)
        router.post("/confirmations/{id}/delete", for: .member, use: remove)
    }

    @Sendable func add(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        if let restriction = member.postingRestriction { throw restriction.problem }
        let asked: Place.ID = try context.id()
        let typed = context.form["state"] ?? ""
        guard let state = Confirmation.State(rawValue: typed) else {
            throw Problem.invalidForm(["state": typed.isEmpty ? "required" : "invalid"])
        }
        let saved: (confirmation: Confirmation, isNew: Bool)
        do { saved = try await save(state, at: asked, by: member) } catch DatabaseError.uniqueViolation {
            // Somebody else opened the place's case at the same moment.
            saved = try await save(state, at: asked, by: member)
        }
        let confirmation = saved.confirmation
        let next = next(context, confirmation.place)
        guard context.prefersJSON else {
            return app.pages.seeOther(context, to: next, flash: "confirmation-added.\(confirmation.id)")
        }
        return .personalJSON(
            [
                "id": .integer(Int(confirmation.id)), "state": .text(state.rawValue), "on": .text(confirmation.on),
                "next": .text(next), "message": .text(context.text("flash.confirmation-added")),
            ],
            status: saved.isNew ? .created : .ok
        )
    }

    @Sendable func remove(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Confirmation.ID = try context.id()
        let (limit, now) = (app.limits.confirmationDeletions, app.clock())
        let confirmation = try await app.database.write { transaction in
            try transaction.enforce(limit, for: member.id, at: now)
            guard let confirmation = try transaction.deleteConfirmation(id, of: member.id) else {
                throw Problem.notFound
            }
            return confirmation
        }
        return app.pages.seeOther(context, to: next(context, confirmation.place), flash: "confirmation-removed")
    }

    private func save(_ state: Confirmation.State, at asked: Place.ID, by member: Member) async throws
        -> (confirmation: Confirmation, isNew: Bool)
    {
        let (limit, now) = (app.limits.confirmations, app.clock())
        return try await app.database.write { transaction in
            let id = try transaction.canonicalPlaceID(for: asked)
            guard let place = try transaction.place(id), let account = try transaction.account(member.id) else {
                throw Problem.notFound
            }
            guard try transaction.isAskedAbout(place) else { throw Self.closed }
            try transaction.enforce(limit, for: member.id, at: now)
            let confirmation = Confirmation(id: .next(), place: id, state: state, on: SeoulTime(now).isoDay)
            let isNew = try transaction.saveConfirmation(confirmation, of: account, at: now)
            if state == .closed { try transaction.fileContradictions(of: confirmation.place, at: now) }
            return (confirmation, isNew)
        }
    }

    /// The page that the question was on, or the place's.
    private func next(_ context: AppRequestContext, _ place: Place.ID) -> String {
        LocalPath.local(context.form["next"]) ?? "/places/\(place)#still"
    }
}
