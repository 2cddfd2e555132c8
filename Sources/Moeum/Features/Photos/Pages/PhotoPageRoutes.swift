import HTTPTypes
import Hummingbird

/// Pages that show one photo and all photos of a place. A hidden photo is not found.
struct PhotoPageRoutes: RouteGroup {
    /// Photos on one page.
    static let maxShown = 24

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/photos/{id}", for: .anyone, use: showPhoto)
        router.get("/places/{id}/photos", for: .anyone, use: showPlacePhotos)
    }

    @Sendable func showPhoto(_ context: AppRequestContext) async throws -> Response {
        let id: Photo.ID = try context.id()
        let presenter = GalleryPresenter(views: app.views, language: context.language)
        let (now, base, reader) = (app.clock(), app.config.baseURL, context.member?.id)
        return try await app.pages.respond(to: context, section: .places) { transaction, layout in
            guard let photo = try transaction.shownPhoto(id, at: now) else { throw Problem.notFound }
            let saved = try reader.map { try transaction.savedPhotos(among: [id], of: $0) }
            let card = presenter.card(photo, isFirst: true, saved: saved)
            layout.title = context.text("photo.title", ["place": .text(photo.place.name)])
            layout.description = card.alt
            layout.picture = photo.files.shared(from: base, alt: card.alt)
            return PhotoPage(
                card: card,
                neighbours: try transaction.photoNeighbours(of: photo),
                title: "\(layout.title) · \(context.text("site.name"))",
                isOwn: reader != nil && photo.author?.id == reader
            )
        }
    }

    @Sendable func showPlacePhotos(_ context: AppRequestContext) async throws -> Response {
        let id: Place.ID = try context.id()
        let presenter = GalleryPresenter(views: app.views, language: context.language)
        let path = "/places/\(id)/photos"
        let key = context.query["after"].flatMap { GalleryKey($0) }
        let canonical = key.map { "\(path)?after=\($0.text)" } ?? path
        let (now, reader) = (app.clock(), context.member?.id)
        return try await app.pages.respond(to: context, section: .places, path: canonical) {
            transaction,
            layout in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let photos = try transaction.gallery(of: id, after: key, limit: Self.maxShown + 1, at: now)
            let shown = Array(photos.prefix(Self.maxShown))
            let saved = try reader.map { try transaction.savedPhotos(among: shown.map(\.id), of: $0) }
            let page = PlacePhotosPage(
                place: GalleryPhoto.Subject(id: id, name: place.name, kind: place.kind),
                cards: presenter.cards(shown, saved: saved),
                count: try transaction.shownPhotoCount(of: id),
                next: photos.count > shown.count ? shown.last.map { "\(path)?after=\($0.key.text)" } : nil,
                firstHref: key == nil ? nil : path,
                district: place.district
            )
            layout.title = context.text("photo.wall-title", ["place": .text(place.name)])
            return page
        }
    }
}
