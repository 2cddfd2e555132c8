import Foundation
import HTTPTypes
import Hummingbird

/// Saving photos of others, with memos, and finding them again.
struct SavedPhotoRoutes: RouteGroup {
    /// Photos whose stars are asked for at once.
    private static let maxStars = WallQuery.pageSize * WallQuery.maxPages

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/saved", for: .member, use: showSaved)
        router.get("/photos/stars", for: .member, use: showStars)
        router.get("/photos/{id}/save", for: .member, use: showForm)
        router.post("/photos/{id}/save", for: .member, again: showForm, use: save)
        router.post("/photos/{id}/unsave", for: .member, use: unsave)
        router.post("/saved/{id}/delete", for: .member) { try await setMemo($0, $1, isRemoved: true) }
        router.post("/saved/{id}/restore", for: .member) { try await setMemo($0, $1, isRemoved: false) }
    }

    // MARK: Reading

    @Sendable func showSaved(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let form = context.query
        let query = (form["q"] ?? "").trimmed
        let cursor = form["after"].flatMap { SavedPhotoCursor($0) }
        let presenter = WallPresenter(app, context.language)
        let (status, lock) = try await app.acquireSearchLock(of: member.id, query, context)
        defer { lock?.release() }
        return try await app.pages.respond(
            to: context,
            title: context.text("wall.saved"),
            section: .photos,
            status: status
        ) { try presenter.savedPage(query, after: cursor, of: member.id, $0) }
    }

    @Sendable func showStars(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let asked = context.query.all("id").prefix(Self.maxStars).compactMap { Photo.ID($0) }
        let saved = try await app.database.read { try $0.savedPhotos(among: asked, of: member.id) }
        return .personalJSON(["saved": .integers(saved.sorted().map { Int($0) })])
    }

    // MARK: Saving

    private static func form(of photo: Photo.ID, isSaved: Bool) -> FormDeclaration {
        FormDeclaration(
            action: "/photos/\(photo)/save",
            submit: isSaved ? "wall.save-memo" : "wall.save",
            [.next, FormControl.textArea("memo", key: "photo-memo", maximum: SavedPhoto.maxMemoLength).optional]
        )
    }

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Photo.ID = try context.id()
        let now = app.clock()
        let presenter = GalleryPresenter(views: app.views, language: context.language, now: app.clock())
        let next = next(context.form["next"] ?? context.query["next"], id)
        return try await app.pages.respond(to: context, section: .photos, hasForm: true) { transaction, layout in
            guard let photo = try transaction.shownPhoto(id, at: now) else { throw Problem.notFound }
            let known = try transaction.savedPhotoMemo(of: id, by: member.id)
            let isSaved = known?.isSaved ?? false
            layout.title = presenter.text(
                isSaved ? "wall.memo-title" : "wall.save-title",
                ["name": .text(photo.place.name)]
            )
            return SavePhotoPage(
                card: presenter.card(photo, isFirst: true),
                isSaved: isSaved,
                form: app.pages.form(
                    Self.form(of: id, isSaved: isSaved),
                    context,
                    layout,
                    values: ["memo": known?.memo ?? "", "next": next],
                    arguments: app.storageArguments(context.language).merging([
                        "mostPhotos": .integer(SavedPhoto.maxCount)
                    ]) { $1 }
                ),
                heading: layout.title,
                next: next
            )
        }
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Photo.ID = try context.id()
        var memo: String?
        do {
            memo = try context.form["memo"].map { typed throws(BoundedText.Error) in
                try BoundedText(typed, .lines, upTo: SavedPhoto.maxMemoLength).text
            }
        } catch {
            throw FormErrors(["memo": error.rawValue])
        }
        do {
            try await write(by: member) { [memo] transaction, now in
                guard try transaction.shownPhoto(id, at: now) != nil else { throw Problem.notFound }
                try transaction.savePhoto(id, memo: memo, by: member.id, at: now)
            }
        } catch SavedPhoto.Error.full {
            throw FormErrors([FormDeclaration.wholeForm: "saved-photos-full"], status: .conflict)
        }
        return respond(memo == nil ? "photo-saved" : "photo-memo-saved", isSaved: true, id, context)
    }

    @Sendable func unsave(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Photo.ID = try context.id()
        try await write(by: member) { try $0.unsavePhoto(id, by: member.id, at: $1) }
        return respond("photo-unsaved", isSaved: false, id, context)
    }

    private func setMemo(
        _ context: AppRequestContext,
        _ member: Member,
        isRemoved: Bool
    ) async throws -> Response {
        try member.requireActive()
        let id: SavedPhoto.ID = try context.id()
        try await write(by: member) { transaction, now in
            let isFound = try transaction.setSavedPhoto(id, of: member.id, removedAt: isRemoved ? now : nil)
            if !isFound { throw Problem.notFound }
        }
        let flash = isRemoved ? Flash.text("photo-memo-removed", of: id) : "photo-memo-restored"
        return app.pages.seeOther(context, to: "/saved", flash: flash)
    }

    private func write(
        by member: Member,
        _ body: @escaping @Sendable (Transaction, Date) throws -> Void
    ) async throws {
        let (limit, now) = (app.limits.stars, app.clock())
        try await app.database.write { transaction in
            try transaction.enforce(limit, for: member.id, at: now)
            try body(transaction, now)
        }
    }

    /// - Parameter message: the key under `flash.` in the texts.
    private func respond(_ message: String, isSaved: Bool, _ id: Photo.ID, _ context: AppRequestContext) -> Response {
        guard context.prefersJSON else {
            let next = next(context.form["next"], id)
            return app.pages.seeOther(context, to: next, flash: Flash.text(message, of: id))
        }
        return .personalJSON(["saved": .flag(isSaved), "message": .text(context.text("flash.\(message)"))])
    }

    /// The page that the star was on, or the photo's.
    private func next(_ path: String?, _ photo: Photo.ID) -> String { LocalPath.local(path) ?? "/photos/\(photo)" }
}
