import Foundation
import HTTPTypes
import Hummingbird

/// One favourite: its heart button, tags and note.
struct FavouriteRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/favourites/{id}", for: .member, use: showForm)
        router.post("/favourites/{id}", for: .member, use: addFavourite)
        router.get("/favourites/{id}/delete", for: .member, use: confirmRemoval)
        router.post("/favourites/{id}/delete", for: .member, use: removeFavourite)
    }

    // MARK: Adding and editing

    @Sendable func showForm(_ context: AppRequestContext) async throws -> Response {
        try await show(nil, [:], context)
    }

    @Sendable func addFavourite(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Place.ID = try context.id()
        let form = FavouriteForm(context.form)
        var problems = form.problems
        if problems.isEmpty {
            do {
                let outcome = try await addFavourite(id, as: form, by: member.id)
                let added = outcome.bringsWordsBack ? "favourite-kept-again" : "favourite-added"
                return respond(outcome, form.saysMore ? "favourite-saved" : added, of: id, context)
            } catch let error as Tag.Error {
                problems["tags"] = error == .tooMany ? "full" : error.rawValue
            } catch FavouriteError.full {
                problems[FormDeclaration.wholeForm] = "favourites-full"
            } catch DatabaseError.accountFull {
                problems = Problem.accountFull.errors
            }
        }
        return try await show(context.form, problems, context)
    }

    private func addFavourite(_ id: Place.ID, as form: FavouriteForm, by account: Account.ID) async throws
        -> FavouriteOutcome
    {
        let (limit, now, districts) = (app.limits.favourites, app.clock(), app.districts)
        return try await app.database.write { transaction in
            // A favourite that stayed with a merged place is edited there.
            let isKept = try transaction.favourite(of: account, at: id) != nil
            let id = isKept ? id : try transaction.canonicalPlaceID(for: id)
            guard let place = try transaction.place(id) else { throw Problem.notFound }
            try transaction.enforce(limit, for: account, at: now)
            let usual = UsualTags.of(place, districts)
            var draft = form.draft
            draft.tags = try draft.tags.map { try transaction.guessedTags($0, usual, districts, of: account) }
            return try transaction.insertFavourite(id, draft, usual: usual, by: account, at: now)
        }
    }

    /// - Parameter typed: the refused form; nil at first.
    private func show(
        _ typed: Form?,
        _ problems: [String: String],
        _ context: AppRequestContext
    ) async throws -> Response {
        let status = try Problem.formStatus(problems, context.request)
        let member = try context.requireMember()
        let id: Place.ID = try context.id()
        let (views, language, districts) = (app.views, context.language, app.districts)
        let now = app.clock()
        let presenter = PlacePresenter(app, language, now: SeoulTime(now))
        let next = next(context.request, typed)
        return try await app.pages.respond(to: context, section: .favourites, hasForm: true, status: status) {
            transaction,
            layout in
            guard var place = try transaction.place(id) else { throw Problem.notFound }
            let favourite = try transaction.favourite(of: member.id, at: id)
            if favourite == nil { place = try transaction.placeOrRedirection(id, for: context.request) }
            let before =
                try favourite
                ?? transaction.removedFavourite(of: member.id, at: id, since: now - Favourite.undoPeriod)
            let tags = before?.tags ?? UsualTags.of(place, districts)
            let note = before?.note ?? ""
            let key = favourite == nil ? "favourites.add-title" : "favourites.edit-title"
            layout.title = context.text(key, ["name": .text(place.name)])
            let formView = FavouriteForm.declaration(of: id, isKept: favourite != nil).formView(
                typed: typed.map { Self.filled($0, tags, note) },
                values: ["tags": Self.line(tags), "note": note, "next": next],
                problems: problems,
                arguments: FavouriteForm.bounds.merging(app.storageArguments(language)) { $1 },
                token: layout.formToken,
                views: views,
                language
            )
            return FavouriteEditPage(
                place: presenter.card(place, isFavourite: favourite != nil),
                isKept: favourite != nil,
                tags: tags,
                note: note,
                formView: formView,
                ownTags: TagGroup.all(try transaction.usedTags(of: member.id).map(\.tag)),
                next: next
            )
        }
    }

    /// Fills in the current tags and note where the form did not send them, as with a heart button.
    private static func filled(_ typed: Form, _ tags: [Tag], _ note: String) -> Form {
        var items = typed.items.filter { $0.name != "tags" }
        items.append(("tags", FavouriteForm.tags(typed) ?? line(tags)))
        if typed["note"] == nil { items.append(("note", note)) }
        return Form(items: items)
    }

    private static func line(_ tags: [Tag]) -> String { tags.map(\.text).joined(separator: ", ") }

    // MARK: Removing

    @Sendable func confirmRemoval(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        let presenter = PlacePresenter(app, context.language, now: SeoulTime(app.clock()))
        let next = next(context.request, nil)
        return try await app.pages.respond(
            to: context,
            title: presenter.text("favourites.delete-title"),
            section: .favourites,
            hasForm: true
        ) { transaction in
            guard let favourite = try transaction.favourite(of: member.id, at: id),
                let place = try transaction.place(id)
            else { throw Problem.notFound }
            return FavouriteDeletePage(
                place: presenter.card(place, isFavourite: true),
                tags: favourite.tags,
                note: favourite.note,
                next: next
            )
        }
    }

    /// Removing a favourite that is gone already succeeds.
    @Sendable func removeFavourite(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Place.ID = try context.id()
        let (limit, now) = (app.limits.favourites, app.clock())
        let outcome = try await app.database.write { transaction in
            guard try transaction.placeFavouriteCount(of: id) != nil else { throw Problem.notFound }
            try transaction.enforce(limit, for: member.id, at: now)
            return try transaction.removeFavourite(id, by: member.id, at: now)
        }
        return respond(outcome, "favourite-removed", of: id, context)
    }

    // MARK: Both

    /// - Parameter message: the key under `flash.` in the texts.
    private func respond(
        _ outcome: FavouriteOutcome,
        _ message: String,
        of id: Place.ID,
        _ context: AppRequestContext
    ) -> Response {
        let next = next(context.request, context.form)
        guard context.prefersJSON else {
            // With the place's id, so that the notice can offer to undo it and to add words.
            return app.pages.seeOther(context, to: next, flash: Flash.text(message, of: id))
        }
        let words = context.text("flash.\(message)")
        return .personalJSON(FavouriteResponse(outcome: outcome, next: next, message: words))
    }

    /// The page to go on to, within the site: from the form, or from the page's address.
    private func next(_ request: Request, _ form: Form?) -> String {
        LocalPath.local(form?["next"] ?? request.query["next"]) ?? "/favourites"
    }
}
