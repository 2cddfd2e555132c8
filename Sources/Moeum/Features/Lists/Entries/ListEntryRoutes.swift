import Foundation
import HTTPTypes
import Hummingbird

/// Adding entries to a list, moving and removing them.
struct ListEntryRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/lists/{id}/entries", for: .member, again: NamedListView(app: app).show) { context, member in
            do { return try await save(context, member) } catch DatabaseError.accountFull {
                // The list's page has no field for what was written.
                throw FormToSendAgain(context.form, .accountFull)
            }
        }
        router.post("/lists/{id}/entries/{placeID}/delete", for: .member, use: remove)
    }

    // MARK: Entries

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, form) = (try context.id() as NamedList.ID, context.form)
        let (list, isShared) = try await ListPresenter(app, context).list(context, atLeast: .edit)
        try member.requireActive()
        guard let place = form["place_id"].flatMap({ Place.ID($0) }) else { throw Self.formErrors(.unknown) }
        var change = EntryChange(place: place, isOfOneThere: form["change"] != nil, isUndo: form["undo"] != nil)
        if let typed = change.isUndo ? nil : form["note"] {
            do { change.note = try BoundedText(typed, .lines, upTo: NamedList.maxEntryNoteLength).text } catch {
                throw FormErrors(["note": error.rawValue])
            }
            // Other people read the note.
            if isShared, let restriction = member.postingRestriction {
                throw FormErrors(["note": restriction.rawValue])
            }
        }
        let position = change.isUndo ? nil : form["position"]
        change.position = position.flatMap { Int($0) }
        if position?.isEmpty == false, change.position == nil { throw FormErrors(["position": "position"]) }
        let outcome = try await save(change, id, context, member)
        let entry = "\(list.path)#p\(place)"
        // The page with the form, or with the notice that offered to restore the entry.
        let next = LocalPath.local(form["next"]).flatMap { change.isUndo && $0 == list.path ? nil : $0 } ?? entry
        switch outcome {
        case .back: return app.pages.seeOther(context, to: next, flash: "list-entry-back")
        // Or it can no longer be restored, and was added without its note.
        case .added: return app.pages.seeOther(context, to: next, flash: "list-entry-added")
        case .unchanged where change.isUndo:
            return app.pages.seeOther(context, to: next, flash: "list-entry-known")
        default:
            if form["order"] != nil, context.prefersJSON {
                // Somebody else may have moved other entries in the meantime.
                let order = try await app.database.read { try $0.listEntries(of: id).map(\.place) }
                return .personalJSON(["order": .texts(order.map(String.init))])
            }
            let isKnown = outcome == .unchanged && change.isEmpty
            let flash = isKnown ? "list-entry-known" : form["note"] == nil ? "list-entry-moved" : "list-entry-saved"
            return app.pages.seeOther(context, to: entry, flash: flash)
        }
    }

    private static func formErrors(_ outcome: ListEntryOutcome) -> FormErrors {
        let codes = [ListEntryError.Field.place.rawValue: outcome.rawValue]
        guard outcome == .gone else { return FormErrors(codes) }
        let problem = Problem(status: .conflict, key: "stale", errors: codes)
        return FormErrors(codes, status: .conflict, answer: problem)
    }

    private func save(
        _ change: EntryChange,
        _ id: NamedList.ID,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> ListEntryOutcome {
        let (limit, reader) = (app.limits.listEntries, ListPresenter(app, context).reader)
        let (screening, written) = (app.screening, change.note.map(PreparedText.init))
        return try await app.database.write { transaction -> Result<ListEntryOutcome, FormErrors> in
            // Checked again in the write: the right may be gone by now.
            let (list, _) = try transaction.namedList(id, for: reader, atLeast: .edit)
            try transaction.enforce(limit, for: member.id, at: reader.now)
            let isRead = try transaction.isShared(list)
            if isRead, let written,
                let error = try screening.rejection(inPublicText: written, by: member.id, at: reader.now, transaction)
            {
                return .failure(FormErrors(["note": error]))
            }
            // An entry that stayed with a merged place is changed there.
            let isThere = try !transaction.namedListIDs(holding: change.place, among: [id]).isEmpty
            if change.isOfOneThere, !isThere { throw Self.formErrors(.gone) }
            let place = isThere ? change.place : try transaction.canonicalPlaceID(for: change.place)
            // On a list that others read, a note is restored only for somebody who asks for that and may publish it.
            let mayShowNote =
                try !isRead
                || change.isUndo && member.mayPublish && mayReturn(place, to: id, reader, screening, transaction)
            let outcome = try transaction.saveListEntry(
                place,
                on: id,
                note: change.note,
                position: change.position,
                restoresNote: mayShowNote,
                by: member.id,
                at: reader.now
            )
            if outcome == .full || outcome == .unknown { throw Self.formErrors(outcome) }
            return .success(outcome)
        }.get()
    }

    /// Whether others may read the note of a removed entry: it may be from a time when nobody else read the list.
    private func mayReturn(
        _ place: Place.ID,
        to list: NamedList.ID,
        _ reader: ListReader,
        _ screening: Screening,
        _ transaction: Transaction
    ) throws -> Bool {
        guard let account = reader.account,
            let former = try transaction.removedListEntry(place, of: list, for: account, at: reader.now)
        else { return true }
        let written = PreparedText(former.entry.note)
        return try screening.rejection(inPublicText: written, by: account, at: reader.now, transaction) == nil
    }

    @Sendable func remove(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let presenter = ListPresenter(app, context)
        let (list, _) = try await presenter.list(context, atLeast: .edit)
        try member.requireActive()
        guard let place = context.parameters.get("placeID").flatMap({ Place.ID($0) }) else { throw Problem.notFound }
        let (limit, reader) = (app.limits.listEntries, presenter.reader)
        let isUndoable = try await app.database.write { transaction in
            _ = try transaction.namedList(list.id, for: reader, atLeast: .edit)
            try transaction.enforce(limit, for: member.id, at: reader.now)
            // Removing an entry twice has the same result.
            _ = try transaction.removeListEntry(place, from: list.id, by: member.id, at: reader.now)
            return try transaction.removedListEntry(place, of: list.id, for: member.id, at: reader.now) != nil
        }
        let flash = isUndoable ? "list-entry-removed.\(list.id).\(place)" : "list-entry-gone"
        return app.pages.seeOther(context, to: list.path, flash: flash)
    }
}

/// A change of a list's entry, from a form.
private struct EntryChange: Sendable {
    let place: Place.ID
    /// Whether the change is for an existing entry: a removed one is not added again.
    let isOfOneThere: Bool
    /// Whether a removed entry is to be restored.
    let isUndo: Bool
    var note: String?
    var position: Int?

    /// Whether an existing entry stays unchanged.
    var isEmpty: Bool { !isOfOneThere && note == nil && position == nil }
}
