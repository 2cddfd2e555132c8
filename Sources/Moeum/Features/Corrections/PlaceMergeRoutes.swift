import HTTPTypes
import Hummingbird

/// Merging two places into one.
extension CorrectionRoutes {
    /// Merges the place of the path into another one.
    @Sendable func merge(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, sent) = (try context.id() as Place.ID, context.form)
        let audit = audit(by: member)
        let merge = try await app.database.write { transaction in
            guard let place = try transaction.place(id) else { throw Problem.notFound }
            let target = AuditEntry.Target.place(id)
            let rev = sent["rev"].flatMap { AuditEntry.ID($0) }
            if let rev, rev != (try transaction.latestAuditEntry(on: target)) { throw FormErrors.stale }
            let order = try PlaceMerge.Order(sent, merging: place, transaction)
            var audit = audit
            audit.note = order.reason
            audit.caseID = try transaction.openCase(of: target)?.id
            try transaction.recordChange(.mergePlaces, on: target, .placeMerge, audit) { _ in
                PlaceMergeState(into: order.into)
            }
            guard let note = try transaction.mergeNote(of: id) else { throw Problem.notFound }
            return note
        }
        let flash = "places-merged.\(merge.moved.total).\(merge.stayed.total)"
        return app.pages.seeOther(context, to: "/places/\(merge.other.id)", flash: flash)
    }
}

extension Transaction {
    /// The merge of a place; nil for a place that was not merged.
    func mergeNote(of id: Place.ID) throws -> CorrectedPlacePage.Merge? {
        guard let other = try mergedInto(id).flatMap({ try place($0) }) else { return nil }
        return CorrectedPlacePage.Merge(
            other: other,
            moved: try movedPlaceItemCounts(id),
            stayed: try placeItemCounts(id)
        )
    }
}
