import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Templates

/// The home page, lists, search suggestions and the pages of places.
struct PlaceRoutes: RouteGroup {
    let app: App
    private let lists = PlaceListCache()
    /// The home page without its reviews.
    private let homes = DataCache<Language, HomePage>(limit: Language.allCases.count)
    private let sitemap = DataCache<Int, SharedResponse>()

    func mount(on router: Router<AppRequestContext>) {
        router.get("/", for: .anyone, use: showHome)
        // The home page lists the districts.
        router.get("/districts", for: .anyone) { _ in Response(status: .permanentRedirect, headers: [.location: "/"]) }
        router.get("/districts/{slug}", for: .anyone, use: showDistrict)
        router.get("/places", for: .anyone, use: listPlaces)
        router.get("/places/suggest", for: .anyone, use: suggestPlaces)
        router.get("/places/{id}", for: .anyone, use: showPlace)
        router.get("/sitemap.xml", for: .anyone, use: showSitemap)
    }

    @Sendable func showHome(_ context: AppRequestContext) async throws -> Response {
        let presenter = presenter(context)
        // Where edited texts show at once, none of them is kept.
        let kept = app.config.isProduction ? homes : nil
        let reviewPresenter = ReviewCardPresenter(app, context, path: "/")
        let title = presenter.text("site.title")
        return try await app.pages.respond(to: context, title: title, section: .home) { transaction, layout in
            layout.description = presenter.text("list.description")
            var page = try transaction.value(of: presenter.language, from: kept) {
                let (counts, menus) = (try transaction.placeCounts(), try transaction.commonestMenus(limit: 4))
                return HomeBuilder(presenter: presenter).page(counts, menus: menus)
            }
            let latest = try transaction.latestReviews(limit: 6, for: reviewPresenter.reader)
            page.reviews = reviewPresenter.cards(latest, withPlace: true)
            return page
        }
    }

    @Sendable func showDistrict(_ context: AppRequestContext) async throws -> Response {
        let slug = try context.parameters.require("slug")
        if let district = app.districts[code: slug] {
            let query = context.request.uri.query.map { "?\($0)" } ?? ""
            return Response(status: .permanentRedirect, headers: [.location: "/districts/\(district.slug)\(query)"])
        }
        guard let district = app.districts[slug: slug] else { throw Problem.notFound }
        return try await showList(context, district)
    }

    @Sendable func listPlaces(_ context: AppRequestContext) async throws -> Response {
        try await showList(context, nil)
    }

    @Sendable func suggestPlaces(_ context: AppRequestContext) async throws -> Response {
        let presenter = presenter(context)
        let text = context.query["q"]
        let finder = SuggestionFinder(vocabulary: app.searchVocabulary, presenter: presenter)
        return try await app.pages.respondJSON(context) { transaction in
            try finder.page(text ?? "", in: transaction)
        }
    }

    @Sendable func showPlace(_ context: AppRequestContext) async throws -> Response {
        let id: Place.ID = try context.id()
        let presenter = presenter(context)
        let gallery = GalleryPresenter(views: app.views, language: context.language, now: app.clock())
        let builder = PlacePageBuilder(presenter: presenter, tiles: app.tiles)
        let path = "/places/\(id)"
        let reviewPresenter = ReviewCardPresenter(app, context, path: path)
        let member = context.member
        let (now, base) = (app.clock(), app.config.baseURL)
        let invalidVisit = InvalidVisit(context)
        return try await app.pages.respond(to: context, section: .places, path: path) { transaction, layout in
            if invalidVisit != nil { layout.next = path }
            let place = try transaction.placeOrRedirection(id, for: context.request)
            let source = try transaction.source(place.source.source)
            let other: Place.Kind = place.kind == .restaurant ? .bookshop : .restaurant
            let near = try place.position.map {
                try transaction.nearestPlaces(other, around: $0, within: 1_500, limit: 5)
            }
            var reviews = try transaction.reviewSection(of: id, reviewPresenter)
            let registered = try transaction.registeredPlace(id)
            reviews.adapt(to: place, registered)
            var page = builder.page(
                place,
                isFavourite: try transaction.isFavourite(id, by: member?.id),
                source: source,
                try transaction.otherFacts(of: id),
                registered: registered,
                near: near ?? [],
                reviews: reviews
            )
            if place.status == .closed {
                page.place.similar = try similarCards(to: place, transaction, presenter, member)
            }
            page.gallery = try transaction.frontGallery(of: id, gallery, at: now)
            try transaction.addAttributes(to: &page.place, for: member, presenter)
            page.place.visits = try transaction.visitSection(of: id, for: member, presenter, invalidVisit)
            page.place.confirmations = try transaction.confirmations(of: id, at: now)
            page.place.ask(try transaction.confirmationSection(of: place, for: member, next: "\(path)#still", at: now))
            layout.title = presenter.text(
                place.status == .closed ? "place.title-closed" : "place.title",
                [
                    "name": .text(place.name), "district": .text(page.place.card.districtName),
                    "type": .text(page.place.card.categoryName),
                ]
            )
            layout.description = [page.place.card.address, place.menu].compactMap { $0 }.joined(separator: " · ")
            layout.openGraphType = "place"
            layout.picture = page.gallery.map { $0.newest.photo.files.shared(from: base, alt: $0.newest.alt) }
            layout.structuredData = StructuredData(
                place: page.place,
                hours: place.status == .closed ? nil : presenter.openingHours(of: place),
                reviews: page.reviews,
                picture: layout.picture?.url,
                url: "\(base)/places/\(id)"
            ).markup()
            return page
        }
    }

    private func similarCards(
        to place: Place,
        _ transaction: Transaction,
        _ presenter: PlacePresenter,
        _ member: Member?
    ) throws -> [PlaceCard] {
        let entries = try transaction.similarPlaces(to: place, limit: 5, at: presenter.now)
        let favourites = try member.map { try transaction.favouritePlaceIDs(entries.map(\.place.id), by: $0.id) }
        return entries.enumerated().map { index, entry in
            presenter.card(
                entry.place,
                number: index + 1,
                metres: entry.metres,
                isFavourite: favourites?.contains(entry.place.id)
            )
        }
    }

    /// All listed places, the districts and the public lists, for search engines (sitemaps.org); at most the 50,000 addresses
    /// that a file may hold.
    @Sendable func showSitemap(_ context: AppRequestContext) async throws -> Response {
        let (base, now, kept) = (app.config.baseURL, app.clock(), sitemap)
        let fixed =
            ["/", "/places", "/about", "/about/data", "/about/ranking", TransparencyRoutes.path]
            + app.districts.all.map { "/districts/\($0.slug)" }
        let answer = try await app.database.read { transaction in
            try transaction.value(from: kept) {
                let places = try transaction.listedPlaceIDs(limit: 49_000).map { "/places/\($0)" }
                let room = 50_000 - fixed.count - places.count
                let lists = try transaction.findableLists(limit: room, at: now).map { "/lists/\($0)" }
                return SharedResponse(Self.sitemap(of: fixed + places + lists, base))
            }
        }
        return answer.response(to: context.request, type: "application/xml; charset=utf-8", seconds: 3_600)
    }

    private static func sitemap(of paths: [String], _ base: String) -> [UInt8] {
        var body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        body += "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        for path in paths { body += "<url><loc>\(base)\(path)</loc></url>\n" }
        body += "</urlset>\n"
        return Array(body.utf8)
    }

    private func showList(_ context: AppRequestContext, _ district: District?) async throws -> Response {
        let form = context.query
        var query = PlaceQuery(form.items, districts: app.districts, stations: app.stations)
        if let district { query.districts = [district.slug] }
        let presenter = presenter(context)
        let builder = PlaceListBuilder(presenter: presenter, tiles: app.tiles)
        let path = query.address(
            district.map { "/districts/\($0.slug)" } ?? "/places",
            withoutDistrict: district != nil
        )
        let finder = PlaceFinder(
            vocabulary: app.searchVocabulary,
            now: presenter.now,
            rememberedKind: context.cookies[Place.Kind.cookieName].flatMap(Place.Kind.init),
            cache: lists
        )
        let member = context.member
        let (resultCount, kept) = (ResultCount(), lists.attributes)
        let response = try await app.pages.respond(to: context, section: .places, path: path) {
            [query] transaction, layout in
            let finding = try transaction.findPlaces(query, by: finder)
            let list = finding.list
            resultCount.number.store(list.total, ordering: .relaxed)
            let favouriteIDs = try member.map {
                try transaction.favouritePlaceIDs(list.entries.map(\.place.id), by: $0.id)
            }
            var page = builder.page(finding, query, district, trail: layout.trail, favouriteIDs: favouriteIDs)
            let attributes = try transaction.value(of: true, from: kept) { try transaction.filteredAttributes() }
            page.facts = builder.factChoices(attributes, query)
            layout.title = page.heading
            layout.description = presenter.text("list.description")
            return page
        }
        if resultCount.number.load(ordering: .relaxed) == 0 {
            app.statistics.recordEmptySearch(query, context.request)
            // The next one is counted too.
            ReadRecorder.current?.preventCaching()
        }
        return response
    }

    private func presenter(_ context: AppRequestContext) -> PlacePresenter {
        PlacePresenter(app, context.language, now: SeoulTime(app.clock()))
    }
}

/// The number of places found, read after the answer for the statistics: a page may be built more than once.
private final class ResultCount: Sendable {
    let number = Atomic(0)
}

extension Transaction {
    /// The place of an address such as `/places/12/reviews`.
    /// - Throws: `Problem.notFound`; a redirection to the same page of the place that this one was merged into.
    func placeOrRedirection(_ id: Place.ID, for request: Request) throws -> Place {
        guard let place = try place(id) else { throw Problem.notFound }
        guard place.status == .closed else { return place }
        let other = try canonicalPlaceID(for: id)
        guard other != id else { return place }
        // Only the id in the path changes.
        var parts = request.uri.path.parts(at: "/").filter { !$0.isEmpty }
        if parts.count > 1 { parts[1] = "\(other)" }
        let query = request.uri.query.map { "?\($0)" } ?? ""
        throw Redirection(to: "/\(parts.joined(separator: "/"))\(query)", status: .permanentRedirect)
    }
}
