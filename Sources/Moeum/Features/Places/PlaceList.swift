import Foundation

/// One screen of a list of places, and what its filters would give.
public struct PlaceList: Sendable {
    /// A value of a facet and how many places it would leave, the other facets applied.
    public struct FacetCount: Sendable, Equatable {
        public let value: String
        public let count: Int
    }

    public struct Entry: Sendable {
        public let place: Place
        /// From the point asked about, in metres.
        public let metres: Int?
    }

    /// A place as the map needs it.
    public struct Point: Sendable, Equatable {
        public let id: Place.ID
        public let kind: Place.Kind
        public let latitude: Double
        public let longitude: Double
    }

    public var entries: [Entry] = []
    public var total = 0
    /// There are more than `total`, uncounted.
    public var isTotalAtLeast = false
    /// The key to go on with, nil at the end.
    public var next: String?
    public var kinds: [FacetCount] = []
    public var types: [FacetCount] = []
    public var districts: [FacetCount] = []
    /// All results with a position, up to a bound, for the map.
    public var points: [Point] = []
}

/// The place in a list's order after which it goes on: rows added meanwhile neither repeat nor hide others.
struct PlaceCursor: Equatable {
    let primary: Double
    let name: String
    let id: Place.ID

    init(primary: Double, name: String, id: Place.ID) {
        self.primary = primary
        self.name = name
        self.id = id
    }

    /// Nil for anything this program did not make.
    init?(_ text: String) {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: base64) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: "|",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, let primary = Double(parts[0]), primary.isFinite, let id = Int64(parts[1]) else {
            return nil
        }
        self.init(primary: primary, name: String(parts[2]), id: id)
    }

    var text: String {
        Data("\(primary)|\(id)|\(name)".utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    func precedes(_ other: PlaceCursor) -> Bool {
        if primary != other.primary { return primary < other.primary }
        if name != other.name { return name.utf8.lexicographicallyPrecedes(other.name.utf8) }
        return id < other.id
    }
}

/// What a list needs of a place before it is chosen for the screen.
struct PlaceCandidate {
    let id: Place.ID
    let kind: String
    let district: String
    let category: String
    let latitude: Double?
    let longitude: Double?
    let ratingOrder: Double
    let name: String
    /// 0 is an exact name, then names, dishes, the rest.
    var tier = 0
    var metres: Double?

    init(_ row: any Row) throws {
        id = try row.int64(0)
        kind = try row.string(1)
        district = try row.string(2)
        category = try row.string(3)
        latitude = try row.optionalDouble(4)
        longitude = try row.optionalDouble(5)
        ratingOrder = try row.double(6)
        name = try row.string(7)
    }

    func cursor(_ sort: PlaceQuery.Sort) -> PlaceCursor {
        switch sort {
        case .relevance: PlaceCursor(primary: Double(tier), name: "", id: id)
        case .distance: PlaceCursor(primary: metres ?? .greatestFiniteMagnitude, name: "", id: id)
        case .rating, .reviews: PlaceCursor(primary: ratingOrder, name: name, id: id)
        case .name: PlaceCursor(primary: 0, name: name, id: id)
        case .newest: PlaceCursor(primary: -Double(id), name: "", id: id)
        }
    }

    func passes(_ query: PlaceQuery) -> Bool {
        (query.kind == nil || query.kind?.rawValue == kind)
            && (query.districts.isEmpty || query.districts.contains(district))
            && (query.types.isEmpty || query.types.contains(category))
    }

    var point: PlaceList.Point? {
        guard let latitude, let longitude, let kind = Place.Kind(rawValue: kind) else { return nil }
        return PlaceList.Point(id: id, kind: kind, latitude: latitude, longitude: longitude)
    }
}
