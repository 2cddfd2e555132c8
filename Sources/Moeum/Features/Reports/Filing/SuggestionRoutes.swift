import Hummingbird

/// Suggestions: corrections to a place, and bookshops that the site lacks.
struct SuggestionRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/suggestions/new", for: .member, use: showForm)
        router.post("/suggestions", for: .member, again: showForm, use: suggest)
    }

    static let ofPlace = FormDeclaration(
        action: "/suggestions",
        submit: "suggestion.submit",
        [
            .hidden("place_id"),
            .radios("kind", Suggestion.Kind.ofPlaces.map(\.rawValue), key: "suggestion-kind"),
            .textArea("value", key: "suggestion-value", maximum: Suggestion.maxValueLength).conditional,
            .text("source", key: "suggestion-source", maximum: Suggestion.maxSourceLength).optional,
        ]
    )

    static let ofBookshop = FormDeclaration(
        action: "/suggestions",
        submit: "suggestion.submit",
        [
            .hidden("kind"),
            .text("name", key: "suggestion-name", maximum: Suggestion.maxNameLength),
            .text("address", key: "suggestion-address", maximum: Suggestion.maxAddressLength).optional,
            .text("source", key: "suggestion-source", maximum: Suggestion.maxSourceLength).optional,
        ]
    )

    /// The place's id; nil for an empty text.
    private static func place(_ text: String?) throws -> Place.ID? {
        guard let text, !text.isEmpty else { return nil }
        guard let id = Place.ID(text) else { throw Problem.notFound }
        return id
    }

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        let place = try Self.place(context.fields["place_id"])
        if let place, context.formErrors == nil {
            let other = try await app.database.read { try $0.canonicalPlaceID(for: place) }
            if other != place { return Redirection.response(to: "/suggestions/new?place_id=\(other)") }
        }
        let subject = place == nil ? "bookshop" : "place"
        return try await app.pages.respond(to: context, section: .places, hasForm: true) { transaction, layout in
            let form = app.pages.form(
                place == nil ? Self.ofBookshop : Self.ofPlace,
                context,
                layout,
                values: ["place_id": place.map { "\($0)" } ?? "", "kind": place == nil ? "new-bookshop" : ""]
            )
            let known = try place.map { id in
                guard let place = try transaction.place(id) else { throw Problem.notFound }
                return place
            }
            layout.title = context.text("suggestion.\(subject)-title", ["name": .text(known?.name ?? "")])
            return FormPage(
                heading: layout.title,
                lead: [context.text("suggestion.\(subject)-lead")],
                form: form,
                links: [
                    FormLink(href: "/about/guidelines", label: context.text("guidelines.link"))
                ]
            )
        }
    }

    @Sendable func suggest(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        let place = try Self.place(context.form["place_id"])
        let suggestion = try Suggestion(context.form, isOfPlace: place != nil)
        let submission = ReportSubmission(app, member)
        let outcome = try await submission.write(app.database) { try submission.suggest(suggestion, at: place, $0) }
        return app.answer(outcome, flash: "suggestion", context)
    }
}
