import HTTPTypes
import Hummingbird

/// Making one place of two.
extension CorrectionRoutes {
    /// The place of the path goes into another one.
    @Sendable func merge(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (member, id, sent) = (try context.requireMember(), try context.id(), context.form)
        let (press, districts, now) = (app.press, app.districts, app.clock())
        do {
            let merge = try await app.database.write { transaction in
                guard let place = try transaction.place(id) else { throw Problem.notFound }
                let target = Deed.Target(.place, id)
                let rev = sent["rev"].flatMap { Deed.ID($0) }
                if let rev, rev != (try transaction.latestDeed(on: target)) { throw Problem.stale }
                let order = try PlaceMerge.Order(sent, merging: place, transaction)
                var act = Act(actor: .staff(member.id), note: order.reason, at: now, press: press)
                act.districts = districts
                act.caseID = try transaction.livingCase(of: target)?.id
                try transaction.perform(.mergePlaces, on: target, .placeMerge, act) { _ in
                    ["into": String(order.into)]
                }
                guard let note = try transaction.mergeNote(of: id) else { throw Problem.notFound }
                return note
            }
            let flash = "places-merged.\(merge.moved.total).\(merge.stayed.total)"
            return app.seeOther(request, context, to: "/places/\(merge.other.id)", flash: flash)
        } catch let refusal as CorrectionForm.Refusal {
            return try await showPlace(request, context, .merge, refusal.problems, status: .unprocessableContent)
        } catch let problem as Problem where problem == .stale {
            return try await showPlace(request, context, .merge, Self.stale, status: .conflict)
        }
    }
}

extension Transaction {
    /// What became of a place that was merged into another one; nil for any other.
    func mergeNote(of id: Place.ID) throws -> CorrectedPlacePage.Merge? {
        guard let other = try mergedInto(id).flatMap({ try place($0) }) else { return nil }
        return CorrectedPlacePage.Merge(other: other, moved: try movedWith(id), stayed: try keptAt(id))
    }
}
