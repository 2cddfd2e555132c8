import Foundation
import HTTPTypes
import Hummingbird

/// The form that adds a place to one's lists, removes it from them, and makes a new list with it.
struct PlaceListsRoutes: RouteGroup {
    /// The change of a single list.
    private enum Change: Sendable {
        case added(NamedList.ID, title: String)
        case removed(NamedList.ID)

        /// The longest title, in bytes, that fits into the notice.
        private static let maxTitleLength = 200

        func flash(of place: Place.ID) -> String? {
            switch self {
            case .removed(let list): return "list-entry-removed.\(list).\(place)"
            case .added(let list, let title):
                guard title.utf8.count <= Self.maxTitleLength else { return nil }
                return "place-listed.\(list).\(title.queryEncoded)"
            }
        }
    }

    /// The checkboxes of the form: for each list whether it was shown, and whether the place was on it then. A list that was
    /// not shown is only added to.
    private struct ListSelections: Sendable {
        let shown: Set<NamedList.ID>
        let had: Set<NamedList.ID>
        let chosen: Set<NamedList.ID>

        init(_ form: Form) {
            func ids(_ name: String) -> Set<NamedList.ID> { Set(form.all(name).compactMap { NamedList.ID($0) }) }
            (shown, had, chosen) = (ids("shown"), ids("had"), ids("list"))
        }

        func adds(to list: NamedList.ID) -> Bool {
            chosen.contains(list) && !(shown.contains(list) && had.contains(list))
        }
        func removes(from list: NamedList.ID) -> Bool {
            shown.contains(list) && had.contains(list) && !chosen.contains(list)
        }
    }

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/places/{id}/lists", for: .member, use: show)
        router.post("/places/{id}/lists", for: .member, again: show) { context, member in
            do { return try await save(context, member) } catch DatabaseError.accountFull {
                throw FormToSendAgain(context.form, .accountFull)
            }
        }
    }

    @Sendable func show(_ context: AppRequestContext) async throws -> Response {
        let (id, presenter) = (try context.id() as Place.ID, ListPresenter(app, context))
        let (form, errors) = (context.form, context.formErrors)
        let title = form["title"] ?? ""
        let selections = ListSelections(form)
        return try await app.pages.respond(
            to: context,
            path: "/places/\(id)/lists",
            hasForm: true
        ) { transaction, layout in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let lists = try transaction.namedLists(of: presenter.reader)
            let holding = try transaction.namedListIDs(holding: id, among: lists.map(\.id))
            let isFavourite = try transaction.isFavourite(id, by: presenter.reader.account)
            layout.title = presenter.text("lists.of-place", ["name": .text(place.name)])
            return PlaceListsPage(
                place: presenter.places.card(place, isFavourite: isFavourite),
                lists: presenter.cards(lists).map { card in
                    let isKnown = selections.shown.contains(card.list.id)
                    let isHolding = holding.contains(card.list.id)
                    let isTicked = selections.chosen.contains(card.list.id)
                    return PlaceListsPage.Choice(
                        list: card,
                        isChosen: isKnown ? isTicked : isHolding || isTicked,
                        wasChosen: isKnown ? selections.had.contains(card.list.id) : isHolding
                    )
                },
                title: title,
                idempotencyKey: IdempotencyKey.checked(form["once"]) ?? SystemRandom.name(),
                titleProblem: errors?.codes["title"].map { code in
                    presenter.errorText(
                        code,
                        of: "list-title",
                        maximum: NamedList.maxTitleLength,
                        typed: title,
                        ["most": .integer(NamedList.maxCount)]
                    )
                },
                listProblem: errors.flatMap { errors in
                    errors.codes["list"].map { _ in presenter.text("lists.one-full", errors.arguments) }
                }
            )
        }
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, form) = (try context.id() as Place.ID, context.form)
        _ = try await app.database.read { try $0.placeOrRedirection(id, for: context.request).id }
        try member.requireActive()
        let title: String
        do { title = try BoundedText(form["title"] ?? "", .oneLine, upTo: NamedList.maxTitleLength).text } catch {
            throw Self.formErrors("title", error.rawValue)
        }
        let change = try await save(id, title, form, ListPresenter(app, context).reader, by: member.id)
        let flash = change?.flash(of: id) ?? "place-lists-saved"
        return app.pages.seeOther(context, to: "/places/\(id)", flash: flash)
    }

    /// - Returns: the change, where it is the only one.
    private func save(
        _ place: Place.ID,
        _ title: String,
        _ form: Form,
        _ reader: ListReader,
        by account: Account.ID
    ) async throws -> Change? {
        let (limits, selections) = (app.limits, ListSelections(form))
        let idempotencyKey = IdempotencyKey.checked(form["once"])
        return try await app.database.write { transaction in
            if try transaction.idempotentLocation(idempotencyKey, of: account) != nil { return nil }
            let lists = try transaction.namedLists(of: reader)
            let holding = try transaction.namedListIDs(holding: place, among: lists.map(\.id))
            var changes: [Change] = []
            for list in lists {
                if holding.contains(list.id), selections.removes(from: list.id) {
                    try transaction.enforce(limits.listEntries, for: account, at: reader.now)
                    _ = try transaction.removeListEntry(place, from: list.id, by: account, at: reader.now)
                    changes.append(.removed(list.id))
                } else if !holding.contains(list.id), selections.adds(to: list.id) {
                    try transaction.enforce(limits.listEntries, for: account, at: reader.now)
                    let outcome = try transaction.saveListEntry(
                        place,
                        on: list.id,
                        restoresNote: !transaction.isShared(list),
                        by: account,
                        at: reader.now
                    )
                    if outcome == .full {
                        let title = FieldValue.text(list.details.title)
                        throw Self.formErrors("list", "full", ["title": title, "most": .integer(NamedList.maxEntries)])
                    }
                    changes.append(.added(list.id, title: list.details.title))
                }
            }
            guard !title.isEmpty else { return changes.count == 1 ? changes[0] : nil }
            try transaction.enforce(limits.lists, for: account, at: reader.now)
            let details = NamedList.Details(title: title, note: "", visibility: .private)
            guard let list = try transaction.insertNamedList(details, by: account, at: reader.now) else {
                throw Self.formErrors("title", "lists-full")
            }
            _ = try transaction.saveListEntry(place, on: list, by: account, at: reader.now)
            try transaction.saveIdempotencyKey(
                idempotencyKey,
                of: account,
                location: "/lists/\(list)",
                at: reader.now
            )
            return changes.isEmpty ? .added(list, title: title) : nil
        }
    }

    /// Rolls the whole form back where a part of it fails.
    private static func formErrors(
        _ field: String,
        _ code: String,
        _ arguments: [String: FieldValue] = [:]
    ) -> FormErrors {
        FormErrors([field: code], arguments: arguments, answer: .invalidForm([field: "invalid"]))
    }
}
