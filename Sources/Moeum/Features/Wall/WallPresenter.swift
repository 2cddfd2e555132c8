/// Formats photos of a wall in a reader's language.
struct WallPresenter: Sendable, Localized {
    let places: PlacePresenter

    var views: Views { places.views }
    var language: Language { places.language }

    /// Photos that are surely on the first screen.
    private static let early = 4

    init(_ app: App, _ language: Language) {
        places = PlacePresenter(app, language, now: SeoulTime(app.clock()))
    }

    /// - Parameter saved: which of them the reader has saved; nil without a session.
    func cards(_ photos: some Sequence<WallPhoto>, saved: Set<Photo.ID>?) -> [WallCard] {
        photos.enumerated().map { index, photo in
            WallCard(
                photo: photo,
                alt: alt(of: photo),
                whereText: photo.place.map(whereText) ?? "",
                isSaved: saved.map { $0.contains(photo.id) },
                isEarly: index < Self.early
            )
        }
    }

    func alt(of photo: WallPhoto) -> String {
        if !photo.alt.isEmpty { return photo.alt }
        guard let place = photo.place else { return text("wall.own-photo") }
        return text("wall.photo-at", ["place": .text(places.label(place.name))])
    }

    func whereText(_ place: WallPhoto.Subject) -> String {
        place.dong.map { places.map.dongName($0, in: place.district, language) } ?? places.districtName(place.district)
    }

    // MARK: Everybody's

    func wallPage(_ query: WallQuery, for reader: Account.ID?, _ transaction: Transaction) throws -> WallPage {
        let found = try transaction.wallPhotos(query)
        let shown = found.prefix(query.limit)
        let saved = try reader.map { try transaction.savedPhotos(among: shown.map(\.id), of: $0) }
        let newer =
            query.start == .newest
            ? 0
            : try shown.first.map {
                try transaction.newerWallPhotoCount(than: $0.id, query, atMost: Self.mostCounted + 1)
            } ?? 0
        let all = ListChoice(label: text("wall.all-districts"), isCurrent: query.district == nil)
        let districts = places.districts.all.map {
            ListChoice(label: places.districtName($0.slug), value: $0.slug, isCurrent: $0.slug == query.district)
        }
        let kinds = Place.Kind.allCases.map {
            ListChoice(label: text("kind.\($0.rawValue)"), value: $0.rawValue, isCurrent: $0 == query.kind)
        }
        return WallPage(
            cards: cards(shown, saved: saved),
            next: found.count > shown.count ? shown.last.map { query.address(after: $0.id) } : nil,
            newest: newer == 0 && !(shown.isEmpty && query.start != .newest) ? nil : query.newest,
            newerText: newer == 0 || newer > Self.mostCounted
                ? text("wall.newest") : text("wall.newer", ["count": .integer(newer)]),
            isNarrowed: query.isNarrowed,
            districts: [all] + districts,
            kinds: [ListChoice(label: text("wall.all-kinds"), isCurrent: query.kind == nil)] + kinds,
            noneText: text(query.start != .newest ? "wall.end" : query.isNarrowed ? "wall.none-here" : "wall.none")
        )
    }

    /// More new photos than these are not counted.
    private static let mostCounted = 99

    // MARK: One's own

    func savedPage(
        _ query: String,
        after cursor: SavedPhotoCursor?,
        of account: Account.ID,
        _ transaction: Transaction
    ) throws -> SavedPhotosPage {
        let problem = DiarySearchQuery.Problem(query)
        let terms = DiarySearchTerm.terms(query)
        let limit = SavedPhoto.pageSize
        let found =
            problem == nil ? try transaction.savedPhotos(of: account, terms, after: cursor, limit: limit + 1) : []
        let shown = found.prefix(limit)
        let total = problem == nil ? try transaction.savedPhotoCount(of: account, terms) : 0
        let words = query.isEmpty ? "" : "q=\(query.queryEncoded)&"
        return SavedPhotosPage(
            cards: shown.enumerated().map { index, saved in
                SavedPhotoCard(
                    saved: saved,
                    card: cards(saved.photo.map { [$0] } ?? [], saved: [saved.photo?.id ?? .absent]).first
                )
            },
            query: query,
            total: total,
            countText: text("wall.count", ["count": .integer(total)]),
            noneText: query.isEmpty ? text("wall.saved-none") : text("diary.search-none", ["q": .text(query)]),
            problem: problem.map { text($0.key) },
            next: found.count > limit ? shown.last.map { "/saved?\(words)after=\($0.cursor.text)" } : nil
        )
    }

    func ownPage(after photo: Photo.ID?, of account: Account.ID, _ transaction: Transaction) throws -> OwnPhotosPage {
        let limit = OwnPhotosPage.pageSize
        let found = try transaction.ownPhotos(of: account, after: photo, limit: limit + 1)
        let shown = found.prefix(limit)
        return OwnPhotosPage(
            cards: zip(shown, cards(shown.map(\.photo), saved: nil)).map { own, card in
                OwnPhotoCard(
                    own: own,
                    card: card,
                    dayText: own.day.flatMap { SeoulTime.fullText(forDay: $0, language) }
                )
            },
            next: found.count > limit ? shown.last.map { "/my/photos?after=\($0.photo.id)" } : nil
        )
    }
}
