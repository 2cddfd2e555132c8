import Foundation
import HTTPTypes
import Hummingbird

/// A person's lists, and the pages of a list by its own and by its shared address.
struct NamedListRoutes: RouteGroup {
    let app: App

    static let form = FormDeclaration(
        action: "/lists",
        submit: "lists.create",
        [
            .hidden("once"),
            .text("title", key: "list-title", minimum: 1, maximum: NamedList.maxTitleLength),
            .textArea("note", key: "list-note", maximum: NamedList.maxNoteLength).optional,
            .radios("visibility", NamedList.Visibility.allCases.map(\.rawValue), key: "list-visibility"),
        ]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/lists", for: .member, use: showOwn)
        router.post("/lists", for: .member, again: showOwn, use: create)
        router.get("/lists/{id}", for: .anyone, use: NamedListView(app: app).show)
        router.get("/lists/{id}/export", for: .anyone, use: exportList)
        router.get("/l/{token}", for: .anyone, use: showShared)
        router.get("/l/{token}/export", for: .anyone, use: exportShared)
    }

    // MARK: The person's lists

    @Sendable func showOwn(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let presenter = ListPresenter(app, context)
        return try await app.pages.respond(
            to: context,
            title: presenter.text("lists.title"),
            hasForm: true
        ) { transaction, layout in
            let form = app.pages.form(
                Self.form,
                context,
                layout,
                values: ["visibility": NamedList.Visibility.private.rawValue, "once": SystemRandom.name()],
                arguments: app.storageArguments(presenter.language).merging(["most": .integer(NamedList.maxCount)]) {
                    $1
                }
            )
            let lists = try transaction.namedLists(of: presenter.reader)
            let covers = try transaction.listCovers(of: lists.map(\.id))
            return NamedListsPage(
                lists: presenter.cards(lists, covers: covers),
                invitations: try transaction.listInvitations(of: presenter.reader),
                form: form
            )
        }
    }

    @Sendable func create(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let details = try NamedList.Details(context.form, by: member)
        let (path, isNew) = try await insert(details, member, context)
        guard context.prefersJSON else {
            return app.pages.seeOther(context, to: path, flash: "list-made")
        }
        var response = Response.personalJSON(
            [
                "id": path.split(separator: "/").last.flatMap { Int($0) }.map(FieldValue.integer) ?? .nothing,
                "next": .text(path), "message": .text(context.text("flash.list-made")),
            ],
            status: isNew ? .created : .ok
        )
        response.headers[.location] = path
        return response
    }

    private func insert(
        _ details: NamedList.Details,
        _ member: Member,
        _ context: AppRequestContext
    ) async throws -> (path: String, isNew: Bool) {
        let (idempotencyKey, limit, now) = (IdempotencyKey.checked(context.form["once"]), app.limits.lists, app.clock())
        let (screening, written) = (app.screening, ListTextScreening(details))
        return try await app.database.write { transaction -> Result<(path: String, isNew: Bool), FormErrors> in
            if let path = try transaction.idempotentLocation(idempotencyKey, of: member.id) {
                return .success((path, false))
            }
            // Counted first, even where words are refused: otherwise any number of words could be tried.
            try transaction.enforce(limit, for: member.id, at: now)
            if details.visibility != .private,
                let errors = try written.formErrors(screening, by: member.id, at: now, transaction)
            {
                return .failure(errors)
            }
            guard let id = try transaction.insertNamedList(details, by: member.id, at: now) else {
                throw FormErrors([FormDeclaration.wholeForm: "lists-full"])
            }
            try transaction.saveIdempotencyKey(idempotencyKey, of: member.id, location: "/lists/\(id)", at: now)
            return .success(("/lists/\(id)", true))
        }.get()
    }

    // MARK: One list

    @Sendable func exportList(_ context: AppRequestContext) async throws -> Response {
        let (id, presenter) = (try context.id() as NamedList.ID, ListPresenter(app, context))
        return try await export(presenter, context) { try $0.namedList(id, for: presenter.reader)?.list }
    }

    // MARK: The shared address

    @Sendable func showShared(_ context: AppRequestContext) async throws -> Response {
        let token = try Self.token(context)
        let view = NamedListView(app: app)
        let presenter = ListPresenter(app, context)
        var response = try await app.pages.respond(to: context) { transaction, layout in
            guard let list = try transaction.namedList(token: token, at: presenter.reader.now) else {
                throw Problem.notFound
            }
            // With the shared address, the owner sees the page like everybody else.
            return try view.page(list, .read, path: "/l/\(token)", presenter, context, &layout, transaction)
        }
        response.hideSecretAddress()
        return response
    }

    @Sendable func exportShared(_ context: AppRequestContext) async throws -> Response {
        let (token, presenter) = (try Self.token(context), ListPresenter(app, context))
        var response = try await export(presenter, context) {
            try $0.namedList(token: token, at: presenter.reader.now)
        }
        response.hideSecretAddress()
        return response
    }

    private static func token(_ context: AppRequestContext) throws -> String {
        guard let token = context.parameters.get("token").flatMap({ SecretToken($0) }) else { throw Problem.notFound }
        return token.text
    }

    private func export(
        _ presenter: ListPresenter,
        _ context: AppRequestContext,
        _ find: @escaping @Sendable (Transaction) throws -> NamedList?
    ) async throws -> Response {
        let format = PlaceExport.Format(context.query["format"])
        let base = app.config.baseURL
        // No longer than a page, and made like one.
        let (export, bytes) = try await app.database.read { transaction in
            guard let list = try find(transaction) else { throw Problem.notFound }
            let items = try presenter.entries(list, nil, transaction).map { item in
                PlaceExport.Item(
                    place: item.place,
                    notes: [("position", .integer(item.entry.position)), ("note", .text(item.entry.note))]
                )
            }
            let export = PlaceExport(
                format: format,
                title: list.details.title,
                base: base,
                noteNames: ["position", "note"]
            )
            return (export, export.opening + export.bytes(of: items, isFirst: true) + export.closing)
        }
        return export.response(name: export.title, ResponseBody(bytes: bytes))
    }
}

extension Response {
    /// Keeps an answer at a shared address out of caches and search engines, because the owner may stop sharing.
    mutating func hideSecretAddress() {
        // The literal is a valid name, so that the initialiser does not return nil.
        headers[HTTPField.Name("X-Robots-Tag") ?? .server] = "noindex"
        headers[.cacheControl] = "private, no-store"
        headers[.eTag] = nil
    }
}

extension NamedList.Details {
    /// A field that was not sent stays unchanged.
    /// - Parameters:
    ///   - list: the list that is edited; nil for a new one.
    ///   - isShared: whether others read it already, whatever visibility is chosen.
    init(
        _ form: Form,
        by member: Member,
        changing list: NamedList? = nil,
        isShared: Bool = false
    ) throws(FormErrors) {
        var errors: [String: String] = [:]
        func read(_ name: String, _ shape: BoundedText.Shape, _ limit: Int, _ known: String?) -> String {
            guard let typed = form[name] ?? (known == nil ? "" : nil) else { return known ?? "" }
            do { return try BoundedText(typed, shape, upTo: limit).text } catch {
                errors[name] = error.rawValue
                return typed
            }
        }
        let title = read("title", .oneLine, NamedList.maxTitleLength, list?.details.title)
        if title.isEmpty { errors["title"] = "required" }
        let note = read("note", .lines, NamedList.maxNoteLength, list?.details.note)
        let asked = form["visibility"].map { NamedList.Visibility(rawValue: $0) }
        let visibility = asked ?? list?.details.visibility ?? .private
        if visibility == nil { errors["visibility"] = "invalid" }
        if let visibility, visibility != .private, let restriction = member.postingRestriction {
            errors["visibility"] = restriction.rawValue
        } else if isShared, let list, let restriction = member.postingRestriction {
            if title != list.details.title { errors["title"] = errors["title"] ?? restriction.rawValue }
            if note != list.details.note { errors["note"] = errors["note"] ?? restriction.rawValue }
        }
        guard errors.isEmpty, let visibility else { throw FormErrors(errors) }
        self.init(title: title, note: note, visibility: visibility)
    }
}
