import Synchronization

/// What lists need beside the rows of a page, kept until a place comes, goes or moves: counts, facets and what their maps draw.
/// A list by facets is then a scan of one index for its page; of a search the order of its first page is kept too.
final class PlaceListCache: Sendable {
    /// What a list's facets are, whatever its words, order and page.
    struct Key: Hashable {
        let kind: Place.Kind?
        let districts: Set<String>
        let types: Set<String>
        let isEveryStatus: Bool
        /// The most that its map draws.
        let points: Int

        init(_ request: PlaceListRequest) {
            let query = request.query
            (kind, districts, types) = (query.kind, Set(query.districts), Set(query.types))
            (isEveryStatus, points) = (query.isEveryStatus, request.bounds.points)
        }
    }

    /// The first page of a search by words, sorted by how well they match.
    struct SearchKey: Hashable {
        let list: Key
        /// The full-text queries of its ranks, which say the words as they were understood.
        let ranks: [String]
        let limit: Int

        /// Nil where the list hangs on more than words and facets.
        init?(_ request: PlaceListRequest, _ dialect: Dialect) {
            let query = request.query
            guard let search = request.search, query.near == nil, query.bounds == nil, !query.hasLimitsOfPlaces,
                query.effectiveSort == .relevance, request.cursor == nil
            else { return nil }
            list = Key(request)
            ranks = search.ranks(dialect)
            limit = request.limit
        }
    }

    /// All of a list but the places of a page.
    let lists = DataCache<Key, PlaceList>(limit: 100)
    /// All of a search but its places, and the order of its first page.
    let searches = DataCache<SearchKey, (list: PlaceList, slice: PlaceSlice)>(limit: 100)
    /// The facet combinations of listed places (`false`), or of all.
    let combinations = DataCache<Bool, FacetCombinations>(limit: 2)
    /// The attributes that lists can be narrowed by.
    let attributes = DataCache<Bool, [PlaceAttribute]>(limit: 1)
    /// What lists can be narrowed by on a day.
    let registerFilters = DataCache<String, RegisterFilters>(limit: 2)
}

/// The positions that a list's map may draw, sorted by id, and the maps drawn of them.
final class MapPoints: Sendable {
    /// All that a drawing says beside the points.
    struct Drawing: Hashable {
        let pins: [MapPin]
        let query: PlaceQuery
        let district: String?
        let language: Language
    }

    /// The most drawings that are kept: the first pages of a list, in both languages.
    private static let limit = 12

    let all: [PlaceList.Point]
    /// Whether there are more results than these.
    let isCut: Bool
    private let drawings = Mutex<[Drawing: Markup]>([:])

    /// - Parameter points: in any order: which comes first decides how they are grouped, and engines return any.
    init(_ points: [PlaceList.Point], isCut: Bool) {
        all = points.sorted { $0.id < $1.id }
        self.isCut = isCut
    }

    static let none = MapPoints([], isCut: false)

    /// The map with these pins, drawn where it has not been before.
    func markup(of drawing: Drawing, _ draw: () -> Markup) -> Markup {
        if let known = drawings.withLock({ $0[drawing] }) { return known }
        let markup = draw()
        drawings.withLock { drawings in
            if drawings.count >= Self.limit { drawings = [:] }
            drawings[drawing] = markup
        }
        return markup
    }
}
