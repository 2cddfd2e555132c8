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
        router.post("/lists/{id}", for: .member, use: save)
        router.get("/lists/{id}/delete", for: .member, use: askToDelete)
        router.post("/lists/{id}/delete", for: .member, use: delete)
    }

    // MARK: Editing

    @Sendable func showForm(_ context: AppRequestContext) async throws -> Response {
        let (own, _) = try await own(context)
        return try await show(own, problems: [:], status: .ok, context)
    }

    private func show(
        _ list: NamedList,
        problems: [String: String],
        isStale: Bool = false,
        status: HTTPResponse.Status,
        _ context: AppRequestContext
    ) async throws -> Response {
        if status.kind != .successful, context.prefersJSON {
            throw isStale ? Problem.stale : Problem.invalidForm(problems, status: status)
        }
        let presenter = ListPresenter(app, context)
        let sent = problems.isEmpty ? nil : context.form
        // Sending the form again overwrites knowingly.
        let typed = isStale ? sent?.with("rev", "\(list.rev)") : sent
        let chosen = typed?["cover"].flatMap { Place.ID($0) } ?? list.cover
        return try await app.pages.respond(
            to: context,
            title: presenter.text("lists.edit-title"),
            path: "\(list.path)/edit",
            hasForm: true,
            status: status
        ) { transaction, layout in
            var declaration = Self.form
            declaration.action = list.path
            let form = declaration.formView(
                typed: typed,
                values: [
                    "title": list.draft.title, "note": list.draft.note, "visibility": list.draft.visibility.rawValue,
                    "rev": "\(list.rev)",
                ],
                problems: problems,
                arguments: app.storageArguments(presenter.language),
                token: layout.formToken,
                views: app.views,
                presenter.language
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
        let draft: NamedList.Draft
        do { draft = try NamedList.Draft(form, by: member, changing: list, isShared: isShared) } catch {
            return try await show(list, problems: error.codes, status: .unprocessableContent, context)
        }
        let (limit, now) = (app.limits.listEntries, app.clock())
        let rev = form["rev"].map { Int($0) ?? 0 }
        // An empty value means the first place of the list.
        let cover = form["cover"].map { Place.ID($0) ?? .absent }
        let (screening, written, reader) = (app.screening, ListTextScreening(draft), ListPresenter(app, context).reader)
        let change: ListChange
        do {
            change = try await app.database.write { transaction -> Result<ListChange, FormProblems> in
                try transaction.enforce(limit, for: member.id, at: now)
                // Read again: somebody may have been invited in the meantime.
                guard let (current, _) = try transaction.namedList(list.id, for: reader) else { throw Problem.notFound }
                let isPublished = draft.visibility != .private
                let refusal = try written.refusal(
                    screening,
                    by: member.id,
                    at: now,
                    isRead: isPublished || transaction.isShared(current),
                    opening: isPublished && current.draft.visibility == .private ? list.id : nil,
                    transaction
                )
                if let refusal { return .failure(refusal) }
                let change = try transaction.updateNamedList(list, to: draft, cover: cover, from: rev, at: now)
                if case .stale = change { try transaction.refundRateLimit(limit, for: String(member.id)) }
                return .success(change)
            }.get()
        } catch let refusal as FormProblems {
            return try await show(list, problems: refusal.codes, status: .unprocessableContent, context)
        } catch DatabaseError.accountFull {
            let full = Problem.accountFull
            return try await show(list, problems: full.errors, status: full.status, context)
        }
        switch change {
        case .saved: return app.pages.seeOther(context, to: list.path, flash: "list-saved")
        case .gone: throw Problem.notFound
        case .stale(let list):
            let problems = [FormDeclaration.wholeForm: "stale"]
            return try await show(list, problems: problems, isStale: true, status: .conflict, context)
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

extension Form {
    /// The form with another value of one field.
    fileprivate func with(_ name: String, _ value: String) -> Form {
        Form(items: items.filter { $0.name != name } + [(name, value)])
    }
}
