import Foundation
import HTTPTypes
import Hummingbird

/// Putting places on a list, moving them and taking them off, and who else does that.
struct ListEntryRoutes {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/lists/{id}/entries", for: .member, use: put)
        router.post("/lists/{id}/entries/{placeID}/delete", for: .member, use: remove)
        router.post("/lists/{id}/collaborators", for: .member, use: ask)
        router.post("/lists/{id}/collaborators/{memberID}/delete", for: .member, use: dismiss)
    }

    // MARK: Entries

    @Sendable func put(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (id, member, form) = (try context.id(), try context.requireMember(), context.form)
        let list = try await list(id, context, atLeast: .edit)
        try member.requireActive()
        let place = form["place_id"].flatMap { Place.ID($0) }
        func refuse(_ code: String, note: String? = nil) async throws -> Response {
            try await NamedListView(app: app).show(
                id,
                refusal: ListRefusal(place: place, note: note, code: code),
                status: .unprocessableContent,
                request,
                context
            )
        }
        guard let place else { return try await refuse(ListEntryOutcome.unknown.rawValue) }
        var note: String?
        if let typed = form["note"] {
            do { note = try BoundedText(typed, .lines, upTo: NamedList.longestEntryNote).text } catch {
                return try await refuse(error.rawValue, note: typed)
            }
            // Others read it.
            if list.draft.visibility != .private, let bar = member.publishingBar {
                return try await refuse(bar.rawValue, note: typed)
            }
        }
        let position = form["position"].flatMap { Int($0) }
        if form["position"]?.isEmpty == false, position == nil { return try await refuse("position") }
        let outcome = try await put(place, note, position, id, context)
        switch outcome {
        case .unknown, .full: return try await refuse(outcome.rawValue)
        case .added: return app.seeOther(request, context, to: "\(list.path)#p\(place)", flash: "list-entry-added")
        case .changed, .unchanged:
            let flash = form["note"] == nil ? "list-entry-moved" : "list-entry-saved"
            return app.seeOther(request, context, to: "\(list.path)#p\(place)", flash: flash)
        }
    }

    private func put(
        _ place: Place.ID,
        _ note: String?,
        _ position: Int?,
        _ id: NamedList.ID,
        _ context: AppRequestContext
    ) async throws -> ListEntryOutcome {
        let (limit, reader) = (app.limits.listEntries, NamedListDesk(app, context).reader)
        let member = try context.requireMember()
        return try await app.database.write { transaction in
            // Whether one may is asked again where it is written: it may have been taken back meanwhile.
            guard let found = try transaction.namedList(id, for: reader) else { throw Problem.notFound }
            guard found.right >= .edit else { throw Problem.forbidden }
            if let wait = try transaction.take(limit, for: String(member.id), at: reader.now.milliseconds) {
                throw Problem.tooOften(after: wait)
            }
            return try transaction.put(
                place,
                on: id,
                note: note,
                position: position,
                by: member.id,
                at: reader.now
            )
        }
    }

    @Sendable func remove(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let list = try await list(try context.id(), context, atLeast: .edit)
        try context.requireMember().requireActive()
        guard let place = context.parameters.get("placeID").flatMap({ Place.ID($0) }) else { throw Problem.notFound }
        let now = app.clock()
        let isRemoved = try await app.database.write { try $0.remove(place, from: list.id, at: now) }
        guard isRemoved else { throw Problem.notFound }
        return app.seeOther(request, context, to: list.path, flash: "list-entry-removed")
    }

    // MARK: Collaborators

    @Sendable func ask(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let list = try await list(try context.id(), context, atLeast: .own)
        try member.requireActive()
        let nickname = context.form["nickname"] ?? ""
        let (limit, now) = (app.limits.listCollaborators, app.clock())
        let outcome: CollaboratorOutcome = try await app.database.write { transaction in
            // A name longer than any is nobody's.
            guard nickname.utf8.count <= 2_048 else { return .unknown }
            if let wait = try transaction.take(limit, for: String(member.id), at: now.milliseconds) {
                throw Problem.tooOften(after: wait)
            }
            return try transaction.addCollaborator(named: nickname, to: list, at: now)
        }
        guard outcome == .added else {
            return try await NamedListView(app: app).show(
                list.id,
                askingProblem: outcome.rawValue,
                status: .unprocessableContent,
                request,
                context
            )
        }
        return app.seeOther(request, context, to: "\(list.path)#people", flash: "list-collaborator-added")
    }

    @Sendable func dismiss(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let list = try await list(try context.id(), context, atLeast: .edit)
        guard let other = context.parameters.get("memberID").flatMap({ Account.ID($0) }) else {
            throw Problem.notFound
        }
        // Whoever works on it may stop, suspended or not.
        let isOwner = list.owner.id == member.id
        guard isOwner || other == member.id else { throw Problem.forbidden }
        let isRemoved = try await app.database.write { try $0.removeCollaborator(other, from: list.id) }
        guard isRemoved else { throw Problem.notFound }
        return app.seeOther(
            request,
            context,
            to: isOwner ? "\(list.path)#people" : "/lists",
            flash: isOwner ? "list-collaborator-removed" : "list-left"
        )
    }

    /// The list of the path, for whoever has that right; whoever may only read it is refused, and to others there is none.
    private func list(
        _ id: NamedList.ID,
        _ context: AppRequestContext,
        atLeast least: NamedList.Right
    ) async throws -> NamedList {
        let reader = NamedListDesk(app, context).reader
        return try await app.database.read { transaction in
            guard let (list, right) = try transaction.namedList(id, for: reader) else { throw Problem.notFound }
            guard right >= least else { throw Problem.forbidden }
            return list
        }
    }
}
