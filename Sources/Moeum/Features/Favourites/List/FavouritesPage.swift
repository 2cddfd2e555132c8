/// The page of a person's favourites, with filters.
struct FavouritesPage: Page {
    static let template = "favourites/list"
    static let fragments = ["list": "favourites/list-part"]

    let query: FavouriteQuery
    let list: FavouriteList
    var favourites: [FavouriteCard] = []
    var facets: [FavouriteFacetGroup] = []
    var next: String?
    var countText = ""
    var statusText = ""
    /// The link from the filters to the list, on a phone.
    var showText = ""
    var chips: [ListChoice] = []
    var sorts: [ListChoice] = []
    var kinds: [ListChoice] = []
    var districts: [ListChoice] = []
    /// Hidden fields for filters that the form has no control for: several districts, and invalid tags.
    var keptDistricts: [ListChoice] = []
    var keptTags: [ListChoice] = []
    var ratings: [ListChoice] = []
    /// All, those to visit, and those visited.
    var visits: [ListChoice] = []
    /// Nil in the list alone.
    var mapDrawing: Markup?
    var tiles: MapTiles?
    var unvisited: [ListChoice] = []
    var radii: [ListChoice] = []
    /// Filters that may be removed where nothing matches, with the number of results.
    var alternatives: [ListChoice] = []
    var exports: [ListChoice] = []

    /// The page to which the forms of cards return.
    private var here: String { query.address(Self.path) }
    static let path = "/favourites"

    /// The roulette picks from the favourites that match.
    private var rouletteHref: String {
        query.with {
            ($0.sort, $0.isMapView) = (nil, false)
            if $0.isVisited == false { $0.unvisited = .ever }
            $0.isVisited = nil
        }.address("/roulette", after: [("from", "favourites")])
    }
    private var clearHref: String {
        var cleared = FavouriteQuery()
        (cleared.sort, cleared.isMapView) = (query.sort, query.isMapView)
        return cleared.address(Self.path)
    }
    private var hasMore: Bool {
        query.kind != nil || !query.districts.isEmpty || query.rating != nil || query.unvisited != nil
            || query.near != nil
    }

    static let fields: [Field<FavouritesPage>] = [
        .list("favourites") { $0.favourites },
        .list("facets") { $0.facets },
        .integer("total") { $0.list.narrowed.total },
        .integer("kept") { $0.list.narrowed.kept },
        .text("next") { $0.next },
        .list("visited") { page in
            [
                PlaceList.FacetCount(value: "0", count: page.list.visitCounts.wanted),
                PlaceList.FacetCount(value: "1", count: page.list.visitCounts.visited),
            ]
        },
        .list("visits") { $0.visits }.viewOnly,
        .text("visitedValue") { page in page.query.isVisited.map { $0 ? "1" : "0" } }.viewOnly,
        .flag("isMapView") { $0.query.isMapView }.viewOnly,
        .text("listHref") { $0.query.with { $0.isMapView = false }.address(path) }.viewOnly,
        .text("mapHref") { $0.query.with { $0.isMapView = true }.address(path) }.viewOnly,
        .markup("mapDrawing") { $0.mapDrawing },
        .object("tiles") { $0.tiles }.viewOnly,
        .text("countText") { $0.countText }.viewOnly,
        .text("statusText") { $0.statusText }.viewOnly,
        .text("showText") { $0.showText }.viewOnly,
        .text("query") { $0.query.text }.viewOnly,
        .text("near") { page in page.query.items.first { $0.name == "near" }?.value }.viewOnly,
        .flag("isEmpty") { $0.favourites.isEmpty && $0.list.narrowed.kept > 0 }.viewOnly,
        .flag("isLeftNone") { $0.list.narrowed.total == 0 && $0.list.narrowed.kept > 0 }.viewOnly,
        .flag("isNarrowed") { !$0.query.filters.isEmpty }.viewOnly,
        .flag("hasMore") { $0.hasMore }.viewOnly,
        .integer("chosen") { $0.chips.count }.viewOnly,
        .list("chips") { $0.chips }.viewOnly,
        .list("sorts") { $0.sorts }.viewOnly,
        .list("kinds") { $0.kinds }.viewOnly,
        .list("districts") { $0.districts }.viewOnly,
        .list("keptDistricts") { $0.keptDistricts }.viewOnly,
        .list("keptTags") { $0.keptTags }.viewOnly,
        .list("ratings") { $0.ratings }.viewOnly,
        .list("unvisited") { $0.unvisited }.viewOnly,
        .list("radii") { $0.radii }.viewOnly,
        .list("waysOut") { $0.alternatives }.viewOnly,
        .list("exports") { $0.exports }.viewOnly,
        .text("here") { $0.here }.viewOnly,
        .text("clearHref") { $0.clearHref }.viewOnly,
        .text("rouletteHref") { $0.rouletteHref }.viewOnly,
        .text("nearHref") { page in page.query.without(.near).address(Self.path) }.viewOnly,
    ]
}

/// A favourite's card in the list.
struct FavouriteCard: ViewModel {
    let place: PlaceCard
    let favourite: Favourite
    /// The address of the list.
    let here: String
    /// The number of its pin.
    let number: Int?

    static let fields: [Field<FavouriteCard>] = [
        .object("place") { $0.place },
        .list("tags") { $0.favourite.tags },
        .text("note") { $0.favourite.note },
        .text("pinNumber") { $0.number.map(String.init) }.viewOnly,
        .text("editHref") { "/favourites/\($0.place.id)?next=\($0.here.queryEncoded)" }.viewOnly,
    ]
}

/// The tags of one group with their counts.
struct FavouriteFacetGroup: ViewModel {
    let group: FavouriteFacets.Group
    let isOpen: Bool

    static let fields: [Field<FavouriteFacetGroup>] = [
        .text("group") { $0.group.name },
        .list("values") { $0.group.values },
        .flag("isOpen") { $0.isOpen }.viewOnly,
    ]
}

extension FavouriteFacets.Value: ViewModel {
    static let fields: [Field<FavouriteFacets.Value>] = [
        .text("value") { $0.tag.value },
        .integer("count") { $0.count },
        .text("tag") { $0.tag.text }.viewOnly,
        .flag("isChosen") { $0.isChosen }.viewOnly,
    ]
}
