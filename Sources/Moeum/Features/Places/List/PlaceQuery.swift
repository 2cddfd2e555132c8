import Foundation

/// The query of a list, as in its address. Unknown names and bad values are ignored; `address` writes it in a fixed order
/// without defaults, so that each list has one canonical address.
package struct PlaceQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case relevance, distance, rating, reviews, name, newest
    }

    /// WGS 84, in degrees.
    package struct Point: Sendable, Hashable {
        var latitude: Double
        var longitude: Double
    }

    /// WGS 84, in degrees; groups on the map link to a list within bounds.
    package struct Bounds: Sendable, Hashable {
        var south: Double
        var west: Double
        var north: Double
        var east: Double
    }

    static let defaultRadius = 1_000
    static let radii = 100...5_000
    /// The radii that a list around a point offers.
    static let offeredRadii = [500, 1_000, 2_000, 5_000]
    private static let maxTextLength = 100
    private static let maxKeyLength = 200
    private static let maxValues = 30

    package var text: String?
    package var kind: Place.Kind?
    /// Slugs of districts that exist.
    package var districts: [String] = []
    /// Business types as in the source.
    var types: [String] = []
    /// Searched around: a station, or the middle of `cell`.
    package var near: Point?
    /// Where the reader is: all places within `radius` of any of its points are searched.
    package var cell: PositionCell? { didSet { near = cell.map(Point.init(middleOf:)) } }
    /// The name of a station, as in the table: its surroundings are searched.
    var station: String?
    /// Metres.
    package var radius = defaultRadius
    var isOpenOnly = false
    /// Of which most members who answered say yes.
    var facts: [PlaceAttribute] = []
    var designation: PlaceDesignation.Kind?
    /// Whether only places are asked for that were found open within a year.
    var isConfirmedOnly = false
    /// The requested order; `effectiveSort` applies the defaults.
    package var sort: Sort?
    var isMapView = false
    /// The opaque key of the page.
    package var after: String?
    var isEveryStatus = false
    package var bounds: Bounds?

    package init() {}

    /// - Parameter items: decoded names and values of the query, in the order of the address.
    package init(
        _ items: [(name: String, value: String)],
        districts known: Districts,
        stations: Stations = Stations([])
    ) {
        func values(_ name: String) -> [String] {
            items.filter { $0.name == name }.map { $0.value.trimmingCharacters(in: .whitespacesAndNewlines) }
                .filter { !$0.isEmpty }
        }
        func first<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
            values(name).lazy.compactMap(read).first
        }

        text = first("q") { String($0.prefix(Self.maxTextLength)) }
        kind = first("kind", Place.Kind.init)
        districts = Self.distinct(values("district").filter { known[slug: $0] != nil })
        types = Self.distinct(values("type").map { String($0.prefix(Self.maxTextLength)) })
        cell = first("near", PositionCell.init)
        near = cell.map(Point.init(middleOf:))
        station = first("station") { stations[named: String($0.prefix(Self.maxTextLength))]?.name }
        radius =
            first("radius", Int.init).flatMap { $0 < Self.radii.lowerBound ? nil : min($0, Self.radii.upperBound) }
            ?? Self.defaultRadius
        isOpenOnly = values("open").contains("1")
        let told = Set(values("fact"))
        facts = PlaceAttribute.filters.filter { told.contains($0.rawValue) }
        designation = first("designation", PlaceDesignation.Kind.init)
        isConfirmedOnly = values("confirmed").contains("1")
        sort = first("sort", Sort.init)
        isMapView = values("view").contains("map")
        after = first("after") { $0.utf8.count <= Self.maxKeyLength ? $0 : nil }
        isEveryStatus = values("status").contains("all")
        bounds = first("bounds", Self.bounds)
    }

    /// By default nearest around a station, best match with words, nearest around a point, best rated otherwise; without a
    /// point, distance is no order.
    var effectiveSort: Sort {
        let natural: Sort =
            station != nil ? .distance : text != nil ? .relevance : near != nil ? .distance : .rating
        guard let sort else { return natural }
        switch sort {
        case .distance where near == nil && station == nil: return natural
        case .relevance where text == nil: return natural
        default: return sort
        }
    }

    /// Whether it asks of each place what facet combinations do not say.
    var hasLimitsOfPlaces: Bool { isOpenOnly || !facts.isEmpty || designation != nil || isConfirmedOnly }

    var needsPosition: Bool { sort == .distance && near == nil && station == nil }

    /// Names and values in canonical order, defaults left out, not encoded. A district's own page leaves out
    /// `district`, which its path says.
    package func items(withoutDistrict: Bool = false) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        items.add("q", text)
        items.add("kind", kind?.rawValue)
        if !withoutDistrict { districts.sorted().forEach { items.add("district", $0) } }
        types.sorted().forEach { items.add("type", $0) }
        items.add("near", cell?.text)
        items.add("station", station)
        // Words may name a station.
        if near != nil || station != nil || text != nil, radius != Self.defaultRadius {
            items.add("radius", String(radius))
        }
        if isOpenOnly { items.add("open", "1") }
        facts.forEach { items.add("fact", $0.rawValue) }
        items.add("designation", designation?.rawValue)
        if isConfirmedOnly { items.add("confirmed", "1") }
        items.add("sort", sort?.rawValue)
        if isMapView { items.add("view", "map") }
        if isEveryStatus { items.add("status", "all") }
        items.add(
            "bounds",
            bounds.map { [$0.south, $0.west, $0.north, $0.east].map(Self.degrees).joined(separator: ",") }
        )
        items.add("after", after)
        return items
    }

    /// Path and query, encoded.
    package func address(_ path: String, withoutDistrict: Bool = false) -> String {
        items(withoutDistrict: withoutDistrict).address(path)
    }

    /// The first page of the same list with a change.
    package func with(_ change: (inout PlaceQuery) -> Void) -> PlaceQuery {
        var copy = self
        copy.after = nil
        change(&copy)
        return copy
    }

    /// Keeps words, point and order alone.
    mutating func clearFilters() {
        (isOpenOnly, facts, designation, isConfirmedOnly) = (false, [], nil, false)
        (types, kind, districts, bounds) = ([], nil, [], nil)
    }

    mutating func clearPoint() {
        (cell, station, radius) = (nil, nil, Self.defaultRadius)
        if sort == .distance { sort = nil }
    }

    private static func distinct(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(values.filter { seen.insert($0).inserted }.prefix(maxValues))
    }

    private static func numbers(_ text: String, _ count: Int) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init).compactMap(
            Double.init
        )
        return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    private static func bounds(_ text: String) -> Bounds? {
        guard let four = numbers(text, 4), four[0] < four[2], four[1] < four[3],
            abs(four[0]) <= 90, abs(four[2]) <= 90, abs(four[1]) <= 180, abs(four[3]) <= 180
        else { return nil }
        return Bounds(south: four[0], west: four[1], north: four[2], east: four[3])
    }

    /// Five decimals are about a metre.
    private static func degrees(_ value: Double) -> String {
        String((value * 100_000).rounded() / 100_000)
    }
}

extension PlaceQuery.Point {
    init(middleOf cell: PositionCell) { self.init(latitude: cell.middle.latitude, longitude: cell.middle.longitude) }
}
