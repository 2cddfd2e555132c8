import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A person's list of favourites, with filters and as a file.
struct FavouriteListRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/favourites", for: .member, use: showList)
        router.get("/favourites/export", for: .member, use: export)
    }

    @Sendable func showList(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let query = FavouriteQuery(context.query.items, districts: app.districts)
        let now = app.clock()
        let writer = PlacePresenter(app, context.language, now: SeoulTime(now))
        let path = query.address(FavouritesPage.path)
        return try await app.pages.respond(
            to: context,
            title: writer.text("favourites.title"),
            section: .favourites,
            path: path
        ) { transaction, layout in
            let list = try transaction.favouriteList(
                query,
                of: member.id,
                at: now,
                app.searchVocabulary,
                limit: query.isMapView ? PlacePresenter.mostPins : 20
            )
            let alternatives = try transaction.favouriteAlternatives(of: list.narrowed, query)
            return FavouritesPageBuilder(presenter: writer, tiles: app.tiles)
                .page(list, query, alternatives: alternatives, pageNumber: layout.trail.number)
        }
    }

    /// All favourites that match, newest first. Their slots are read at once, the favourites themselves in parts and no faster
    /// than the client reads them: there may be twenty thousand.
    @Sendable func export(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let lock = try await app.acquireExportLock(of: member.id)
        let query = FavouriteQuery(context.query.items, districts: app.districts)
        let now = app.clock()
        let writer = PlacePresenter(app, context.language, now: SeoulTime(now))
        let slots = try await app.database.read { transaction in
            let narrowed = try transaction.narrowedFavourites(query, of: member.id, at: now, app.searchVocabulary)
            return narrowed.sets.slots(of: narrowed.members)
        }
        let title = writer.text("favourites.title")
        let export = PlaceExport(
            format: PlaceExport.Format(context.query["format"]),
            title: title,
            base: app.config.baseURL,
            noteNames: ["tags", "note", "keptAt"]
        )
        let body = ResponseBody { output in
            try await output.write(ByteBuffer(bytes: export.opening))
            var isFirst = true
            for start in stride(from: 0, to: slots.count, by: Self.part) {
                let part = Array(slots[start..<min(start + Self.part, slots.count)])
                let bytes = try await ReadingAccount.$current.withValue(member.id.rawValue) {
                    try await app.database.read { [isFirst] transaction in
                        let items = try transaction.favouriteEntries(part, of: member.id).map { Self.item($0, writer) }
                        return export.bytes(of: items, isFirst: isFirst)
                    }
                }
                // Favourites removed in the meantime are left out.
                if !bytes.isEmpty { isFirst = false }
                try await output.write(ByteBuffer(bytes: bytes))
            }
            try await output.write(ByteBuffer(bytes: export.closing))
            lock.release()
            try await output.finish(nil)
        }
        return export.response(name: "\(title) \(SeoulTime(now).isoDay)", body)
    }

    /// Favourites that are read and sent at once; the number of values in a statement is limited.
    private static let part = 500

    private static func item(_ entry: FavouriteList.Entry, _ writer: PlacePresenter) -> PlaceExport.Item {
        PlaceExport.Item(
            place: writer.card(entry.place),
            notes: [
                ("tags", .texts(entry.favourite.tags.map(\.text))), ("note", .text(entry.favourite.note)),
                ("keptAt", .time(entry.favourite.createdAt)),
            ]
        )
    }
}
