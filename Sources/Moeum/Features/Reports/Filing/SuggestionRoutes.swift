import Foundation
import HTTPTypes
import Hummingbird

/// Suggestions: corrections to a place, and bookshops that the site lacks.
struct SuggestionRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/suggestions/new", for: .member, use: showForm)
        router.post("/suggestions", for: .member, use: suggest)
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

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        let place = try Self.place(context.request.uri.queryParameters["place_id"].map(String.init))
        if let place {
            let other = try await app.database.read { try $0.canonicalPlaceID(for: place) }
            if other != place { return Redirection.response(to: "/suggestions/new?place_id=\(other)") }
        }
        return try await show(place, context)
    }

    /// The place's id; nil for an empty text.
    private static func place(_ text: String?) throws -> Place.ID? {
        guard let text, !text.isEmpty else { return nil }
        guard let id = Place.ID(text) else { throw Problem.notFound }
        return id
    }

    private func show(
        _ place: Place.ID?,
        refused: ReportRefusal? = nil,
        _ context: AppRequestContext
    ) async throws -> Response {
        let (views, language) = (app.views, context.language)
        let subject = place == nil ? "bookshop" : "place"
        let response = try await app.pages.respond(
            to: context,
            section: .places,
            hasForm: true,
            status: refused?.status ?? .ok
        ) { transaction, layout in
            let form = (place == nil ? Self.ofBookshop : Self.ofPlace).formView(
                typed: refused == nil ? nil : context.form,
                values: ["place_id": place.map { "\($0)" } ?? "", "kind": place == nil ? "new-bookshop" : ""],
                problems: refused?.problems ?? [:],
                arguments: refused?.arguments ?? [:],
                token: layout.formToken,
                views: views,
                language
            )
            let known = try place.map { id in
                guard let place = try transaction.place(id) else { throw Problem.notFound }
                return place
            }
            let heading = context.text("suggestion.\(subject)-title", ["name": .text(known?.name ?? "")])
            let page = FormPage(
                heading: heading,
                lead: [context.text("suggestion.\(subject)-lead")],
                form: form,
                links: [
                    FormLink(href: "/about/guidelines", label: context.text("guidelines.link"))
                ]
            )
            layout.title = heading
            return page
        }
        return refused?.answer(response) ?? response
    }

    @Sendable func suggest(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        let place = try Self.place(context.form["place_id"])
        let submission = try ReportSubmission(app, context)
        do {
            let suggestion: Suggestion
            do { suggestion = try Suggestion(context.form, isOfPlace: place != nil) } catch {
                throw ReportRefusal(problems: error.codes)
            }
            let outcome = try await submission.write(app.database) { try submission.suggest(suggestion, at: place, $0) }
            return try app.answer(outcome, flash: "suggestion", context)
        } catch let refused as ReportRefusal {
            if context.prefersJSON { throw refused.problem }
            return try await show(place, refused: refused, context)
        }
    }
}
