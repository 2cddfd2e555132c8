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
        let (list, _) = try await own(context)
        let presenter = ListPresenter(app, context)
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
            let head = presenter.head(list, .own, nil)
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
        let (list, isShared) = try await own(context)
        try member.requireActive()
        let form = context.form
        let details = try NamedList.Details(form, by: member, changing: list, isShared: isShared)
        let (limit, now) = (app.limits.listEntries, app.clock())
        let rev = form["rev"].map { Int($0) ?? 0 }
        // An empty value means the first place of the list.
        let cover = form["cover"].map { Place.ID($0) ?? .absent }
        let (screening, written, reader) = (
            app.screening, ListTextScreening(details), ListPresenter(app, context).reader
        )
        let change = try await app.database.write { transaction -> Result<ListChange, FormErrors> in
            try transaction.enforce(limit, for: member.id, at: now)
            // Read again: somebody may have been invited in the meantime.
            guard let (current, _) = try transaction.namedList(list.id, for: reader) else { throw Problem.notFound }
            let isPublished = details.visibility != .private
            let errors = try written.formErrors(
                screening,
                by: member.id,
                at: now,
                isRead: isPublished || transaction.isShared(current),
                opening: isPublished && current.details.visibility == .private ? list.id : nil,
                transaction
            )
            if let errors { return .failure(errors) }
            let change = try transaction.updateNamedList(list, to: details, cover: cover, from: rev, at: now)
            if case .stale = change { try transaction.refundRateLimit(limit, for: String(member.id)) }
            return .success(change)
        }.get()
        switch change {
        case .saved: return app.pages.seeOther(context, to: list.path, flash: "list-saved")
        case .gone: throw Problem.notFound
        case .stale:
            throw FormErrors.stale
        }
    }

    // MARK: Deleting

    @Sendable func askToDelete(_ context: AppRequestContext) async throws -> Response {
        let (list, _) = try await own(context)
        let presenter = ListPresenter(app, context)
        return try await app.pages.respond(
            to: context,
            title: presenter.text("lists.delete-title"),
            hasForm: true
        ) { _ in
            NamedListDeletePage(list: presenter.head(list, .own, nil))
        }
    }

    @Sendable func delete(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (list, _) = try await own(context)
        try member.requireActive()
        let (limit, now) = (app.limits.listEntries, app.clock())
        try await app.database.write { transaction in
            try transaction.enforce(limit, for: member.id, at: now)
            try transaction.deleteNamedList(list.id)
            try transaction.deleteIdempotencyKeys(leadingTo: list.path, of: member.id)
        }
        return app.pages.seeOther(context, to: "/lists", flash: "list-deleted")
    }

    /// The list of the path, for its owner, and whether others read it.
    private func own(_ context: AppRequestContext) async throws -> (list: NamedList, isShared: Bool) {
        let (id, reader) = (try context.id() as NamedList.ID, ListPresenter(app, context).reader)
        return try await app.database.read { transaction in
            let (list, _) = try transaction.namedList(id, for: reader, atLeast: .own)
            return (list, try transaction.isShared(list))
        }
    }
}
