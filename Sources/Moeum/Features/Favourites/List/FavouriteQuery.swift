import Foundation

/// A query of a person's favourites, from an address. Unknown keys and invalid values are ignored, and the address that it
/// makes has one canonical order without defaults; invalid tags are kept, so that each can be removed.
struct FavouriteQuery: Sendable, Equatable {
    enum Sort: String, Sendable, CaseIterable {
        case newest, name, rating, distance
    }

    /// Places not visited for some time.
    enum UnvisitedPeriod: Sendable, Equatable {
        case lastDays(Int)
        case ever

        /// The first day of the period without visits; nil for all days.
        func since(_ now: Date) -> String? {
            guard case .lastDays(let days) = self else { return nil }
            return SeoulTime(now - Double(days) * 86_400).isoDay
        }

        var text: String { if case .lastDays(let days) = self { String(days) } else { "all" } }

        init?(_ text: String) {
            if text == "all" {
                self = .ever
            } else if let days = Int(text), (1...3_650).contains(days) {
                self = .lastDays(days)
            } else {
                return nil
            }
        }
    }

    /// A filter that can be removed by itself.
    enum Filter: Sendable, Hashable {
        case text, kind, districts, rating, visited, unvisited, near
        /// All chosen tags of one group.
        case group(String)
        /// A text in place of a tag that is no valid tag.
        case oddTag(String)
    }

    private static let maxTextLength = 100
    private static let maxValues = 60
    /// For a query without results, the most filters offered to be removed.
    static let maxAlternatives = 8

    var text: String?
    var tags: [Tag] = []
    /// Texts that are no valid tags: no favourite has them.
    var oddTags: [String] = []
    var kind: Place.Kind?
    /// Slugs of existing districts.
    var districts: [String] = []
    /// The least stars.
    var rating: Int?
    /// Only places visited ever, or only those never visited.
    var isVisited: Bool?
    var unvisited: UnvisitedPeriod?
    /// Searched around: the middle of `cell`.
    var near: PlaceQuery.Point?
    /// Where the reader is.
    var cell: PositionCell? { didSet { near = cell.map(PlaceQuery.Point.init(middleOf:)) } }
    /// In metres.
    var radius = PlaceQuery.defaultRadius
    /// The chosen order; `effectiveSort` includes the default.
    var sort: Sort?
    /// Whether the same rows stand on a map too.
    var isMapView = false
    /// The opaque key of the last entry of the page before.
    var after: String?

    init() {}

    /// - Parameter items: decoded names and values of the query, in the address's order.
    init(_ items: [(name: String, value: String)], districts known: Districts) {
        // Text, kind, districts and circle are parsed as in lists of places.
        let place = PlaceQuery(items.filter { $0.name != "sort" }, districts: known)
        func first<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
            items.filter { $0.name == name }.compactMap { read($0.value.trimmed) }.first
        }
        text = place.text
        kind = place.kind
        districts = place.districts
        (cell, near) = (place.cell, place.near)
        radius = place.radius
        after = place.after
        rating = first("rating") { Int($0).flatMap { (1...5).contains($0) ? $0 : nil } }
        isVisited = first("visited") { ["0": false, "1": true][$0] }
        unvisited = first("unvisited", UnvisitedPeriod.init)
        isMapView = place.isMapView
        sort = first("sort", Sort.init)
        for text in items.filter({ $0.name == "tag" }).map(\.value.trimmed).prefix(Self.maxValues)
        where !text.isEmpty {
            if let tag = try? Tag(text) {
                if !tags.contains(tag) { tags.append(tag) }
            } else {
                let odd = String(text.prefix(Self.maxTextLength))
                if !oddTags.contains(odd) { oddTags.append(odd) }
            }
        }
    }

    /// Nearest first around a point, else newest first; sorting by distance needs a point.
    var effectiveSort: Sort {
        let natural: Sort = near != nil ? .distance : .newest
        guard let sort, sort != .distance || near != nil else { return natural }
        return sort
    }

    /// The filters, in the order in which pages name them.
    var filters: [Filter] {
        var filters: [Filter] = []
        for tag in tags where !filters.contains(.group(tag.group)) { filters.append(.group(tag.group)) }
        filters += oddTags.map(Filter.oddTag)
        if text != nil { filters.append(.text) }
        if kind != nil { filters.append(.kind) }
        if !districts.isEmpty { filters.append(.districts) }
        if rating != nil { filters.append(.rating) }
        if isVisited != nil { filters.append(.visited) }
        if unvisited != nil { filters.append(.unvisited) }
        if near != nil { filters.append(.near) }
        return filters
    }

    /// Whether all filters are tags, so that no row needs to be read.
    var asksOnlyForTags: Bool {
        text == nil && kind == nil && districts.isEmpty && rating == nil && isVisited == nil && unvisited == nil
            && near == nil
    }

    func without(_ filter: Filter) -> FavouriteQuery {
        with { query in
            switch filter {
            case .text: query.text = nil
            case .kind: query.kind = nil
            case .districts: query.districts = []
            case .rating: query.rating = nil
            case .visited: query.isVisited = nil
            case .unvisited: query.unvisited = nil
            case .near:
                query.cell = nil
                query.radius = PlaceQuery.defaultRadius
            case .group(let name): query.tags.removeAll { $0.group == name }
            case .oddTag(let text): query.oddTags.removeAll { $0 == text }
            }
        }
    }

    /// The first page of the same query with one change.
    func with(_ change: (inout FavouriteQuery) -> Void) -> FavouriteQuery {
        var copy = self
        copy.after = nil
        change(&copy)
        return copy
    }

    /// Names and values in canonical order, defaults left out, not encoded.
    var items: [(name: String, value: String)] {
        var place = PlaceQuery()
        place.cell = cell
        if cell != nil { place.radius = radius }
        var items: [(name: String, value: String)] = []
        items.add("q", text)
        (tags.map(\.text) + oddTags).sorted().forEach { items.add("tag", $0) }
        items.add("kind", kind?.rawValue)
        districts.sorted().forEach { items.add("district", $0) }
        items.add("rating", rating.map(String.init))
        items.add("visited", isVisited.map { $0 ? "1" : "0" })
        items.add("unvisited", unvisited?.text)
        items += place.items()
        items.add("sort", sort?.rawValue)
        if isMapView { items.add("view", "map") }
        items.add("after", after)
        return items
    }

    /// Path and query, encoded.
    /// - Parameter items: placed before the query's own items.
    func address(_ path: String, after items: [(name: String, value: String)] = []) -> String {
        (items + self.items).address(path)
    }
}
