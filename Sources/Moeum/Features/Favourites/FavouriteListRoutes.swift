import Foundation
import HTTPTypes
import Hummingbird

/// All that somebody keeps, narrowed and taken along.
struct FavouriteListRoutes {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/favourites", for: .member, use: showList)
        router.get("/favourites/export", for: .member, use: export)
    }

    @Sendable func showList(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let query = query(request)
        let now = app.clock()
        let writer = PlaceWriter(app, context.language, now: SeoulTime(now))
        let title = app.siteTitle(writer.text("favourites.title"), context.language)
        let path = query.address(FavouritesPage.path)
        let chrome = app.chrome(request, context, title: title, section: .favourites, path: path)
        return try await app.pages.respond(request, context) { transaction in
            let list = try transaction.favouriteList(query, of: member.id, at: now, app.searchVocabulary)
            let waysOut = try transaction.favouriteWaysOut(of: list.narrowed, query, at: now, app.searchVocabulary)
            return (FavouritesPageBuilder(writer: writer).page(list, query, waysOut: waysOut), chrome)
        }
    }

    /// Everything that the query leaves, the newest first.
    @Sendable func export(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let query = query(request)
        let format = PlaceExport.Format(request.query["format"])
        let now = app.clock()
        let writer = PlaceWriter(app, context.language, now: SeoulTime(now))
        let entries = try await app.database.read { transaction in
            let narrowed = try transaction.narrowedFavourites(query, of: member.id, at: now, app.searchVocabulary)
            return try transaction.everyEntry(of: narrowed, member.id)
        }
        let title = writer.text("favourites.title")
        let export = PlaceExport(
            title: title,
            items: entries.map { entry in
                PlaceExport.Item(
                    place: writer.card(entry.place),
                    notes: [
                        ("tags", .texts(entry.favourite.tags.map(\.text))), ("note", .text(entry.favourite.note)),
                        ("keptAt", .time(entry.favourite.createdAt)),
                    ]
                )
            },
            base: app.config.baseURL,
            noteNames: ["tags", "note", "keptAt"]
        )
        return export.response(format, name: "\(title) \(SeoulTime(now).isoDay)")
    }

    /// A query that cannot be read asks for nothing.
    private func query(_ request: Request) -> FavouriteQuery {
        FavouriteQuery(request.query.items, districts: app.districts)
    }
}
