/// A list of places with its filters: of a district, of all places, or around a point.
struct PlaceListPage: Page {
    static let template = "places/list"
    static let fragments = ["list": "places/list-part"]

    struct Facets: ViewModel {
        let list: PlaceList

        static let fields: [Field<Facets>] = [
            .list("kind") { $0.list.kinds }, .list("type") { $0.list.types }, .list("district") { $0.list.districts },
        ]
    }

    /// A hidden input of the search form.
    struct Hidden: ViewModel {
        let name: String
        let value: String

        static let fields: [Field<Hidden>] = [.text("name") { $0.name }, .text("value") { $0.value }]
    }

    let query: PlaceQuery
    /// What was found: the counts, and the places of `places`.
    var list = PlaceList()
    var understood: UnderstoodQuery?
    /// Whose surroundings the list shows.
    var station: UnderstoodStation?
    /// The query with the point of a station, without the words that say it, and of one kind.
    var effectiveQuery: PlaceQuery
    /// The district whose own page this is.
    let district: District?
    var heading = ""
    var countsText = ""
    var searchLabel = ""
    var statusText = ""
    var emptyTitle = ""
    var emptyHint: String?
    var places: [PlaceCard] = []
    /// The number of the first row, from 1 on.
    var from = 1
    var previous: String?
    var next: String?
    /// How many places are left out because their hours are not known, in words.
    var unknownHoursText: String?
    var types: [ListChoice] = []
    var districts: [ListChoice] = []
    /// Those that some place has.
    var designations: [ListChoice] = []
    var sorts: [ListChoice] = []
    var suggestions: [ListChoice] = []
    /// The filters that are on, each with the address without it.
    var filters: [ListChoice] = []
    /// What members tell about places, to narrow the list by.
    var facts: [ListChoice] = []
    /// Other lists than an empty one, with what they hold.
    var alternatives: [ListAlternative] = []
    /// The kinds that a list of one kind can be switched to; empty where it holds both.
    var kinds: [ListChoice] = []
    /// The name of the area around the point or within the bounds of the query.
    var area: String?
    var mapMoves: [MapMoveLink] = []
    var againHref = ""
    var radii: [ListChoice] = []
    /// What a browser needs to sort the list by its own position.
    var neighbourhood: NeighbourhoodView?
    /// The next wider radius where the list around a point ends.
    var wider: ListChoice?
    var mapDrawing: Markup?
    var tiles: MapTiles?

    var path: String { district.map { "/districts/\($0.slug)" } ?? "/places" }

    func href(_ query: PlaceQuery) -> String { query.address(path, withoutDistrict: district != nil) }

    /// The parts of the query that the form has no control for.
    var hidden: [Hidden] {
        var kept = PlaceQuery()
        kept.types = query.types
        kept.cell = query.cell
        kept.station = query.station
        kept.radius = query.radius
        kept.isMapView = query.isMapView
        if !kinds.isEmpty { kept.kind = query.kind }
        kept.bounds = query.bounds
        return kept.items().map { Hidden(name: $0.name, value: $0.value) }
    }

    static let fields: [Field<PlaceListPage>] = [
        .list("places") { $0.places },
        .integer("total") { $0.list.total },
        .flag("totalIsAtLeast") { $0.list.isTotalAtLeast },
        .integer("from") { $0.from },
        .text("previous") { $0.previous },
        .text("next") { $0.next },
        .object("understood") { $0.understood },
        .list("alternatives") { $0.alternatives },
        .object("facets") { Facets(list: $0.list) },
        .flag("facetsAreAtLeast") { $0.list.areFacetsAtLeast },
        .integer("unknownHours") { $0.list.unknownHours },
        .text("unknownHoursText") { $0.unknownHoursText }.viewOnly,
        .text("anyHoursHref") { page in
            page.places.isEmpty ? nil : page.href(page.query.with { $0.isOpenOnly = false })
        }.viewOnly,
        .flag("offersOpen") { $0.list.hasKnownHours || $0.query.isOpenOnly }.viewOnly,
        .list("designations") { $0.designations }.viewOnly,
        .flag("offersConfirmed") { $0.list.registerFilters.hasConfirmed || $0.query.isConfirmedOnly }.viewOnly,
        .flag("isConfirmedOnly") { $0.query.isConfirmedOnly }.viewOnly,
        .text("heading") { $0.heading }.viewOnly,
        .text("countsText") { $0.countsText }.viewOnly,
        .text("searchLabel") { $0.searchLabel }.viewOnly,
        .text("statusText") { $0.statusText }.viewOnly,
        .text("emptyTitle") { $0.emptyTitle }.viewOnly,
        .text("emptyHint") { $0.emptyHint }.viewOnly,
        .text("query") { $0.query.text }.viewOnly,
        .text("action") { $0.path }.viewOnly,
        .text("listHref") { page in page.href(page.query.with { $0.isMapView = false }) }.viewOnly,
        .text("mapHref") { page in page.href(page.query.with { $0.isMapView = true }) }.viewOnly,
        .list("hidden") { $0.hidden }.viewOnly,
        .list("types") { $0.types }.viewOnly,
        .list("districts") { $0.districts }.viewOnly,
        .list("sorts") { $0.sorts }.viewOnly,
        .list("suggestions") { $0.suggestions }.viewOnly,
        .object("station") { $0.station }.viewOnly,
        .list("kindChoices") { $0.kinds }.viewOnly,
        .flag("isByRating") { $0.effectiveQuery.effectiveSort == .rating }.viewOnly,
        .flag("isMapView") { $0.query.isMapView && !$0.places.isEmpty }.viewOnly,
        .list("filters") { $0.filters }.viewOnly,
        .text("filterCount") { $0.filters.isEmpty ? nil : String($0.filters.count) }.viewOnly,
        .flag("isOpenOnly") { $0.query.isOpenOnly }.viewOnly,
        .list("facts") { $0.facts }.viewOnly,
        .flag("isEveryStatus") { $0.query.isEveryStatus }.viewOnly,
        .flag("isOfBookshops") { $0.effectiveQuery.kind == .bookshop }.viewOnly,
        .choice("kind") { $0.query.kind }.viewOnly,
        .flag("needsPosition") { $0.query.needsPosition }.viewOnly,
        .markup("mapDrawing") { $0.mapDrawing },
        .list("mapMoves") { $0.mapMoves }.viewOnly,
        .text("againHref") { $0.againHref }.viewOnly,
        .list("radii") { $0.radii }.viewOnly,
        .object("neighbourhood") { $0.neighbourhood }.viewOnly,
        .object("wider") { $0.wider }.viewOnly,
        .object("tiles") { $0.tiles }.viewOnly,
    ]
}

extension PlaceList.FacetCount: ViewModel {
    package static let fields: [Field<Self>] = [.text("value") { $0.value }, .integer("count") { $0.count }]
}
