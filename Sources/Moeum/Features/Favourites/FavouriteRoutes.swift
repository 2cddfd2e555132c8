import Foundation
import HTTPTypes
import Hummingbird

/// One favourite: its heart button, tags and note.
struct FavouriteRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/favourites/{id}", for: .member, use: showForm)
        router.post("/favourites/{id}", for: .member, again: showForm, use: addFavourite)
        router.get("/favourites/{id}/delete", for: .member, use: confirmRemoval)
        router.post("/favourites/{id}/delete", for: .member, use: removeFavourite)
    }

    // MARK: Adding and editing

    @Sendable func addFavourite(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Place.ID = try context.id()
        let sent = try Favourite.Input(context.form)
        let (limit, now, districts) = (app.limits.favourites, app.clock(), app.districts)
        do {
            let outcome = try await app.database.write { transaction in
                // A favourite that stayed with a merged place is edited there.
                let isKept = try transaction.favourite(of: member.id, at: id) != nil
                let id = isKept ? id : try transaction.canonicalPlaceID(for: id)
                guard let place = try transaction.place(id) else { throw Problem.notFound }
                try transaction.enforce(limit, for: member.id, at: now)
                let usual = UsualTags.of(place, districts)
                var input = sent
                input.tags = try sent.tags.map { try transaction.guessedTags($0, usual, districts, of: member.id) }
                return try transaction.insertFavourite(id, input, usual: usual, by: member.id, at: now)
            }
            let added = outcome.restoresText ? "favourite-kept-again" : "favourite-added"
            return respond(outcome, sent != Favourite.Input() ? "favourite-saved" : added, of: id, context)
        } catch let error as Tag.Error {
            throw FormErrors(["tags": error == .tooMany ? "full" : error.rawValue])
        } catch FavouriteError.full {
            throw FormErrors([FormDeclaration.wholeForm: "favourites-full"])
        }
    }

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        let (districts, now) = (app.districts, app.clock())
        let presenter = PlacePresenter(app, context.language, now: SeoulTime(now))
        let next = next(context)
        return try await app.pages.respond(to: context, section: .favourites, hasForm: true) { transaction, layout in
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
            var filled = context
            filled.form = Self.filled(context.form, tags, note)
            let formView = app.pages.form(
                FavouriteForm.declaration(of: id, isKept: favourite != nil),
                filled,
                layout,
                values: ["tags": Self.line(tags), "note": note, "next": next],
                arguments: FavouriteForm.bounds.merging(app.storageArguments(context.language)) { $1 }
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
        let next = next(context)
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
                favourite: favourite,
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
        let next = next(context)
        guard context.prefersJSON else {
            // With the place's id, so that the notice can offer to undo it and to add words.
            return app.pages.seeOther(context, to: next, flash: Flash.text(message, of: id))
        }
        return .personalJSON([
            "hearts": .integer(outcome.favouriteCount), "hearted": .flag(outcome.isFavourite), "next": .text(next),
            "message": .text(context.text("flash.\(message)")),
        ])
    }

    /// The page to go on to, within the site: from the form, or from the page's address.
    private func next(_ context: AppRequestContext) -> String {
        LocalPath.local(context.form["next"] ?? context.query["next"]) ?? "/favourites"
    }
}
