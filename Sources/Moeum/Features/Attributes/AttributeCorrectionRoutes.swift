import HTTPTypes
import Hummingbird

/// Setting or clearing by staff what members tell about a place.
struct AttributeCorrectionRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/places/{id}/facts", for: .moderator, use: showForm)
        router.post("/admin/places/{id}/facts", for: .moderator, again: showForm, use: correct)
    }

    /// The `value` that makes the answers so far count no more.
    private static let clear = "clear"

    private static func declaration(_ place: Place) -> FormDeclaration {
        let attributes = PlaceAttribute.offered(at: place.kind) + PlaceAttribute.week
        let keys =
            [FormControl.Option("", label: "admin.places.facts-choose")]
            + attributes.map { FormControl.Option($0.rawValue, label: "attribute.\($0.rawValue).question") }
        return FormDeclaration(
            action: "\(CorrectionRoutes.path)/\(place.id)/facts",
            submit: "admin.places.save",
            [
                .select("key", keys, key: "fact-key"),
                .select("value", values, key: "fact-value").conditional,
                .text("hours", key: "fact-hours", maximum: 23, autocomplete: "off").conditional,
                .text("source", key: "fact-source", maximum: CorrectionForm.maxSourceLength, autocomplete: "off"),
                .textArea("reason", key: "fact-reason", maximum: CorrectionForm.maxReasonLength),
            ]
        )
    }

    private static let values =
        [
            FormControl.Option("", label: "admin.places.facts-choose"),
            FormControl.Option("yes", label: "attribute.yes"),
            FormControl.Option("no", label: "attribute.no"),
        ]
        + PlaceAttribute.price.values.map { FormControl.Option($0, label: "attribute.price.\($0)") }
        + [
            FormControl.Option(DayHours.closed, label: "attribute.closed"),
            FormControl.Option(clear, label: "admin.places.facts-clear"),
        ]

    @Sendable func showForm(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.places.facts"),
            section: .administration
        ) { transaction, layout in
            let place = try transaction.answeredPlace(id)
            let tallies = try transaction.placeAttributes(of: place.id)
            let presenter = PlacePresenter(app, context.language, now: SeoulTime(app.clock()))
            return FormPage(
                heading: context.text("admin.places.facts"),
                lead: [place.name]
                    + tallies.map { tally in
                        let words = presenter.attributeStatement(tally.attribute, tally.value)
                        return "\(words) · \(tally.people) · \(tally.day)"
                    },
                form: app.pages.form(Self.declaration(place), context, layout),
                links: [FormLink(href: "\(CorrectionRoutes.path)/\(place.id)", label: context.text("admin.nav.places"))]
            )
        }
    }

    @Sendable func correct(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let (id, form) = (try context.id() as Place.ID, context.form)
        let hours = (form["hours"] ?? "").trimmed
        let (field, typed) = hours.isEmpty ? ("value", form["value"] ?? "") : ("hours", hours)
        let key = form["key"] ?? ""
        let attribute = PlaceAttribute(rawValue: key)
        let value = hours.isEmpty && typed == Self.clear ? "" : attribute?.value(typed)
        let (source, sourceError) = BoundedText.required(form["source"], 1...CorrectionForm.maxSourceLength)
        let (reason, reasonError) = BoundedText.required(form["reason"], 1...CorrectionForm.maxReasonLength)
        var errors = ["source": sourceError, "reason": reasonError].compactMapValues(\.self)
        if attribute == nil { errors["key"] = key.isEmpty ? "required" : "invalid" }
        if attribute != nil, value == nil { errors[field] = typed.isEmpty ? "required" : "invalid" }
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
