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
        let presenter = GalleryPresenter(views: app.views, language: context.language, now: app.clock())
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
        let presenter = GalleryPresenter(views: app.views, language: context.language, now: app.clock())
        let kind = context.query["kind"].flatMap(PhotoKind.init)
        let key = context.query["after"].flatMap { GalleryKey($0) }
        let canonical = address(of: id, kind, after: key)
        let (now, reader) = (app.clock(), context.member?.id)
        return try await app.pages.respond(to: context, section: .places, path: canonical) {
            transaction,
            layout in
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let photos = try transaction.gallery(of: id, kind, after: key, limit: Self.maxShown + 1, at: now)
            let shown = Array(photos.prefix(Self.maxShown))
            let saved = try reader.map { try transaction.savedPhotos(among: shown.map(\.id), of: $0) }
            let counts = try transaction.photoCounts(of: id)
            let page = PlacePhotosPage(
                place: GalleryPhoto.Subject(id: id, name: place.name, kind: place.kind),
                cards: presenter.cards(shown, saved: saved),
                count: try kind.map { counts[$0] ?? 0 } ?? transaction.shownPhotoCount(of: id),
                filters: filters(of: id, counts, current: kind, presenter),
                isNarrowed: kind != nil,
                next: photos.count > shown.count ? shown.last.map { address(of: id, kind, after: $0.key) } : nil,
                firstHref: key == nil ? nil : address(of: id, kind),
                district: place.district
            )
            layout.title = context.text("photo.wall-title", ["place": .text(place.name)])
            return page
        }
    }

    private func address(of place: Place.ID, _ kind: PhotoKind? = nil, after key: GalleryKey? = nil) -> String {
        let items = [("kind", kind?.rawValue), ("after", key?.text)]
        return items.compactMap { name, value in value.map { (name: name, value: $0) } }
            .address("/places/\(place)/photos")
    }

    /// A choice of kinds where a place has photos of several, and a way back to all where one was asked for.
    private func filters(
        of place: Place.ID,
        _ counts: [PhotoKind: Int],
        current: PhotoKind?,
        _ presenter: GalleryPresenter
    ) -> [PlacePhotosPage.Filter] {
        guard counts.count > 1 || current != nil else { return [] }
        let all = PlacePhotosPage.Filter(
            label: presenter.text("photo.kind-all"),
            count: nil,
            href: address(of: place),
            isCurrent: current == nil
        )
        return [all]
            + PhotoKind.filters.filter { counts[$0] != nil || $0 == current }.map { kind in
                PlacePhotosPage.Filter(
                    label: presenter.text("photo.kind.\(kind.rawValue)"),
                    count: counts[kind] ?? 0,
                    href: address(of: place, kind),
                    isCurrent: kind == current
                )
            }
    }
}
