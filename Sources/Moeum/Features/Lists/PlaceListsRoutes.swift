import Foundation
import HTTPTypes
import Hummingbird

/// The form that adds a place to one's lists, removes it from them, and makes a new list with it.
struct PlaceListsRoutes: RouteGroup {
    /// The result of the form.
    private enum Outcome: Sendable {
        /// - Parameter change: the changed list, where it is the only one.
        case saved(change: Change?)
        /// The person has the greatest number of lists.
        case listsFull
        /// A list has the greatest number of entries.
        case full(title: String)
    }

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
                return "place-listed.\(list).\(PlaceQuery.encoded(title))"
            }
        }
    }

    /// Rolls the whole form back where a part of it fails.
    private struct Rollback: Error {
        let outcome: Outcome
    }

    /// The checkboxes of the form: for each list whether it was shown, and whether the place was on it then. A list that was
    /// not shown is only added to.
    private struct ListSelections: Sendable {
        var shown: Set<NamedList.ID> = []
        var had: Set<NamedList.ID> = []
        var chosen: Set<NamedList.ID> = []

        init() {}

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

    /// The refused form, shown again.
    private struct SentForm: Sendable {
        var title = ""
        var idempotencyKey = SystemRandom.name()
        var selections = ListSelections()
        var titleProblem: String?
        var listProblem: String?
    }

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/places/{id}/lists", for: .member, use: show)
        router.post("/places/{id}/lists", for: .member, use: save)
    }

    @Sendable func show(_ context: AppRequestContext) async throws -> Response {
        try await show(SentForm(), context)
    }

    private func show(_ typed: SentForm, _ context: AppRequestContext) async throws -> Response {
        let hasErrors = typed.titleProblem != nil || typed.listProblem != nil
        if hasErrors, context.prefersJSON {
            let field = typed.titleProblem == nil ? "list" : "title"
            throw Problem.invalidForm([field: "invalid"])
        }
        let (id, presenter) = (try context.id() as Place.ID, ListPresenter(app, context))
        let status: HTTPResponse.Status = hasErrors ? .unprocessableContent : .ok
        return try await app.pages.respond(
            to: context,
            path: "/places/\(id)/lists",
            hasForm: true,
            status: status
        ) { transaction, layout in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let lists = try transaction.namedLists(of: presenter.reader)
            let holding = try transaction.namedListIDs(holding: id, among: lists.map(\.id))
            let isFavourite = try presenter.reader.account.map {
                try transaction.favouritePlaceIDs([id], by: $0).contains(id)
            }
            let selections = typed.selections
            let page = PlaceListsPage(
                place: presenter.places.card(place, isFavourite: isFavourite),
                lists: presenter.cards(lists).map { card in
                    let isKnown = selections.shown.contains(card.list.id)
                    let (isHolding, isTicked) = (
                        holding.contains(card.list.id), selections.chosen.contains(card.list.id)
                    )
                    return PlaceListsPage.Choice(
                        list: card,
                        isChosen: isKnown ? isTicked : isHolding || isTicked,
                        wasChosen: isKnown ? selections.had.contains(card.list.id) : isHolding
                    )
                },
                title: typed.title,
                idempotencyKey: typed.idempotencyKey,
                titleProblem: typed.titleProblem,
                listProblem: typed.listProblem
            )
            layout.title = presenter.text("lists.of-place", ["name": .text(place.name)])
            return page
        }
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, form) = (try context.id() as Place.ID, context.form)
        _ = try await app.database.read { try $0.placeOrRedirection(id, for: context.request).id }
        try member.requireActive()
        let presenter = ListPresenter(app, context)
        var typed = SentForm(title: form["title"] ?? "", selections: ListSelections(form))
        let idempotencyKey = IdempotencyKey.checked(form["once"])
        if let idempotencyKey { typed.idempotencyKey = idempotencyKey }
        let title: String
        do { title = try BoundedText(typed.title, .oneLine, upTo: NamedList.maxTitleLength).text } catch {
            typed.titleProblem = presenter.errorText(
                error.rawValue,
                of: "list-title",
                maximum: NamedList.maxTitleLength,
                typed: typed.title
            )
            return try await show(typed, context)
        }
        switch try await save(id, typed.selections, title, idempotencyKey, presenter.reader, by: member.id) {
        case .saved(let change):
            let flash = change?.flash(of: id) ?? "place-lists-saved"
            return app.pages.seeOther(context, to: "/places/\(id)", flash: flash)
        case .listsFull:
            typed.titleProblem = presenter.text("form-error.lists-full", ["most": .integer(NamedList.maxCount)])
        case .full(let title):
            typed.listProblem = presenter.text(
                "lists.one-full",
                ["title": .text(title), "most": .integer(NamedList.maxEntries)]
            )
        }
        return try await show(typed, context)
    }

    private func save(
        _ place: Place.ID,
        _ selections: ListSelections,
        _ title: String,
        _ idempotencyKey: String?,
        _ reader: ListReader,
        by account: Account.ID
    ) async throws -> Outcome {
        let limits = app.limits
        do {
            return try await app.database.write { transaction in
                if try transaction.idempotentLocation(idempotencyKey, of: account) != nil { return .saved(change: nil) }
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
                            throw Rollback(outcome: .full(title: list.details.title))
                        }
                        changes.append(.added(list.id, title: list.details.title))
                    }
                }
                guard !title.isEmpty else { return .saved(change: changes.count == 1 ? changes[0] : nil) }
                try transaction.enforce(limits.lists, for: account, at: reader.now)
                let details = NamedList.Details(title: title, note: "", visibility: .private)
                guard let list = try transaction.insertNamedList(details, by: account, at: reader.now) else {
                    throw Rollback(outcome: .listsFull)
                }
                _ = try transaction.saveListEntry(place, on: list, by: account, at: reader.now)
                try transaction.saveIdempotencyKey(
                    idempotencyKey,
                    of: account,
                    location: "/lists/\(list)",
                    at: reader.now
                )
                return .saved(change: changes.isEmpty ? .added(list, title: title) : nil)
            }
        } catch let rollback as Rollback {
            return rollback.outcome
        }
    }
}
