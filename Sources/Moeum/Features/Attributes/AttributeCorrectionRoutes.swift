import HTTPTypes
import Hummingbird

/// Setting or clearing by staff what members tell about a place.
struct AttributeCorrectionRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/places/{id}/facts", for: .moderator, use: showForm)
        router.post("/admin/places/{id}/facts", for: .moderator, again: showForm, use: correct)
    }

    private static func declaration(_ id: Place.ID) -> FormDeclaration {
        FormDeclaration(
            action: "\(CorrectionRoutes.path)/\(id)/facts",
            submit: "admin.places.save",
            [
                .text("key", key: "fact-key", maximum: 20, autocomplete: "off"),
                .text("value", key: "fact-value", maximum: 23, autocomplete: "off").conditional,
                .text("source", key: "fact-source", maximum: CorrectionForm.maxSourceLength, autocomplete: "off"),
                .textArea("reason", key: "fact-reason", maximum: CorrectionForm.maxReasonLength),
            ]
        )
    }

    @Sendable func showForm(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.places.facts"),
            section: .administration
        ) { transaction, layout in
            let place = try transaction.answeredPlace(id)
            let tallies = try transaction.placeAttributes(of: place.id)
            return FormPage(
                heading: context.text("admin.places.facts"),
                lead: [place.name]
                    + tallies.map { "\($0.attribute.rawValue) \($0.value) · \($0.people) · \($0.day)" },
                form: app.pages.form(Self.declaration(place.id), context, layout),
                links: [FormLink(href: "\(CorrectionRoutes.path)/\(place.id)", label: context.text("admin.nav.places"))]
            )
        }
    }

    @Sendable func correct(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let (id, form) = (try context.id() as Place.ID, context.form)
        let typed = (form["value"] ?? "").trimmed
        let attribute = PlaceAttribute(rawValue: (form["key"] ?? "").trimmed)
        let value = typed.isEmpty ? "" : attribute?.value(typed)
        let (source, sourceError) = BoundedText.required(form["source"], 1...CorrectionForm.maxSourceLength)
        let (reason, reasonError) = BoundedText.required(form["reason"], 1...CorrectionForm.maxReasonLength)
        var errors = ["source": sourceError, "reason": reasonError].compactMapValues(\.self)
        if attribute == nil { errors["key"] = "invalid" }
        if attribute != nil, value == nil { errors["value"] = "invalid" }
        guard errors.isEmpty, let attribute, let value else { throw FormErrors(errors) }
        var audit = AuditContext.staff(staff, app)
        audit.note = "\(reason)\n\(source)"
        let (place, isChanged) = try await app.database.write { [audit] transaction in
            let place = try transaction.answeredPlace(id)
            guard attribute.isOffered(at: place.kind) else { throw FormErrors(["key": "invalid"]) }
            let entry = try transaction.recordChange(.correctPlace, on: .place(place.id), .placeAttributes, audit) {
                before in
                var wanted = before
                wanted.values[attribute] = AttributeCorrectionsState.Correction(value: value, source: source)
                return wanted
            }
            return (place.id, entry != nil)
        }
        let flash = isChanged ? "place-corrected" : "place-unchanged"
        return app.pages.seeOther(context, to: "\(CorrectionRoutes.path)/\(place)", flash: flash)
    }
}
