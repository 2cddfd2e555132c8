import Foundation
import HTTPTypes
import Hummingbird

/// Adding a place that no source has, such as a bookshop that somebody suggested.
extension CorrectionRoutes {
    @Sendable func showNew(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let caseID = (context.form["case"] ?? context.query["case"]).flatMap { ReportCase.ID($0) }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.places.new-title"),
            frame: AdministrationFrame(.places, isBelow: true),
            path: caseID.map { "\(Self.path)/new?case=\($0)" } ?? "\(Self.path)/new"
        ) { transaction, layout in
            let found = try caseID.map { try transaction.suggestionCase($0) }
            let suggestion = try found.flatMap { try transaction.filedSuggestions(in: $0.id).first }
            return NewPlacePage(
                form: app.pages.form(
                    .newPlace,
                    context,
                    layout,
                    values: values(of: suggestion, in: found?.id, context.language)
                ),
                suggested: suggestion?.value,
                caseID: found?.id
            )
        }
    }

    private func values(
        of suggestion: FiledSuggestion?,
        in caseID: ReportCase.ID?,
        _ language: Language
    ) -> [String: String] {
        guard let suggestion, let caseID else { return [:] }
        var values = suggestion.beginnings
        values["case"] = String(caseID)
        values["kind"] = Place.Kind.bookshop.rawValue
        values["category"] = app.businessTypes.all.first { $0.kind == .bookshop }?.name
        values["district"] = values["road_address"].flatMap { Address.district($0) }
        values["source"] =
            app.views.text(
                "admin.places.suggested",
                ["name": .text(QueueQuery.name(of: caseID)), "source": .text(suggestion.source)],
                language
            ).trimmed
        return values
    }

    @Sendable func add(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let audit = audit(by: member)
        let place = try NewPlace(context.form, app.districts, DongTable(app.map, asOf: ""), at: audit.at)
        let id = Place.ID.next()
        try await app.database.write { transaction in
            var audit = audit
            audit.note = place.source
            if let found = try place.caseID.map({ try transaction.suggestionCase($0) }) {
                if found.state == .closed || found.place != nil { throw FormErrors.stale }
                audit.caseID = found.id
            }
            if try transaction.duplicatePlace(of: place.record) != nil { throw FormErrors(["name": "exists"]) }
            try transaction.recordChange(.addPlace, on: AuditEntry.Target.place(id), .placeAddition, audit) { _ in
                PlaceAdditionState(of: place.record)
            }
            if let caseID = place.caseID { try transaction.closeSuggestion(caseID, by: member.id, audit) }
        }
        app.logger.notice("place added", metadata: ["place": "\(id)", "account": "\(member.id)"])
        let path = place.caseID.map(ModerationPath.report) ?? "\(Self.path)/\(id)"
        let flash = place.caseID == nil ? "place-added" : "place-added-case"
        return app.pages.seeOther(context, to: path, flash: flash)
    }
}
