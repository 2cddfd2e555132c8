import Foundation
import HTTPTypes
import Hummingbird

/// Editing and deleting a list, both by its owner only.
struct NamedListEditRoutes: RouteGroup {
    let app: App

    static let form = FormDeclaration(
        action: "",
        submit: "lists.save",
        [.hidden("rev")] + NamedListRoutes.form.controls.filter { $0.name != "once" }
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/lists/{id}/edit", for: .member, use: showForm)
        router.post("/lists/{id}", for: .member, again: showForm, use: save)
        router.get("/lists/{id}/delete", for: .member, use: askToDelete)
        router.post("/lists/{id}/delete", for: .member, use: delete)
    }

    // MARK: Editing

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let presenter = ListPresenter(app, context)
        let (list, _) = try await presenter.list(context, atLeast: .own)
        let isStale = context.formErrors?.status == .conflict
        let chosen = context.form["cover"].flatMap { Place.ID($0) } ?? list.cover
        return try await app.pages.respond(
            to: context,
            title: presenter.text("lists.edit-title"),
            path: "\(list.path)/edit",
            hasForm: true
        ) { transaction, layout in
            var declaration = Self.form
            declaration.action = list.path
            let form = app.pages.form(
                declaration,
                context,
                layout,
                values: [
                    "title": list.details.title, "note": list.details.note,
                    "visibility": list.details.visibility.rawValue,
                    "rev": "\(list.rev)",
                ],
                rev: isStale ? "\(list.rev)" : nil,
                arguments: app.storageArguments(presenter.language)
            )
            let head = presenter.head(list, .own, nil, path: list.path)
            return NamedListEditPage(
                list: head,
                form: form,
                covers: try presenter.entries(list, nil, transaction).map {
                    ListChoice(label: $0.place.name, value: "\($0.place.id)", isCurrent: $0.place.id == chosen)
                },
                existing: isStale ? head : nil
            )
        }
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (list, isShared) = try await ListPresenter(app, context).list(context, atLeast: .own)
        try member.requireActive()
        let form = context.form
        let details = try NamedList.Details(form, by: member, changing: list, isShared: isShared)
        let (limit, now) = (app.limits.listEntries, app.clock())
        let rev = form["rev"].map { Int($0) ?? 0 }
        // An empty value means the first place of the list.
        let cover = form["cover"].map { Place.ID($0) ?? .absent }
        let (screening, written) = (app.screening, ListTextScreening(details))
        let reader = ListPresenter(app, context).reader
        try await app.database.write { transaction -> Result<Void, FormErrors> in
            try transaction.enforce(limit, for: member.id, at: now)
            // Read again: somebody may have been invited in the meantime.
            guard let (current, _) = try transaction.namedList(list.id, for: reader) else { throw Problem.notFound }
            let isPublished = details.visibility != .private
            let isOpening = isPublished && current.details.visibility == .private
            let opening = isOpening ? list.id : nil
            if try isPublished || transaction.isShared(current),
                let errors = try written.formErrors(screening, by: member.id, at: now, opening: opening, transaction)
            {
                return .failure(errors)
            }
            // Without a revision it overwrites any.
            if let rev, rev != current.rev { throw FormErrors.stale }
            return .success(try transaction.updateNamedList(current, to: details, cover: cover, at: now))
        }.get()
        return app.pages.seeOther(context, to: list.path, flash: "list-saved")
    }

    // MARK: Deleting

    @Sendable func askToDelete(_ context: AppRequestContext) async throws -> Response {
        let presenter = ListPresenter(app, context)
        let (list, _) = try await presenter.list(context, atLeast: .own)
        return try await app.pages.respond(
            to: context,
            title: presenter.text("lists.delete-title"),
            hasForm: true
        ) { _ in
            NamedListDeletePage(list: presenter.head(list, .own, nil, path: list.path))
        }
    }

    @Sendable func delete(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (list, _) = try await ListPresenter(app, context).list(context, atLeast: .own)
        try member.requireActive()
        let (limit, now) = (app.limits.listEntries, app.clock())
        try await app.database.write { transaction in
            try transaction.enforce(limit, for: member.id, at: now)
            try transaction.deleteNamedList(list.id)
            try transaction.deleteIdempotencyKeys(leadingTo: list.path, of: member.id)
        }
        return app.pages.seeOther(context, to: "/lists", flash: "list-deleted")
    }
}
