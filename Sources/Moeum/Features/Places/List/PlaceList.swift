/// One page of a list of places, with its facets.
package struct PlaceList: Sendable {
    /// A value of a facet and how many places it would leave, the other facets applied.
    package struct FacetCount: Sendable, Equatable {
        package let value: String
        package let count: Int
    }

    package struct Entry: Sendable {
        package let place: Place
        /// Distance from the point searched around.
        let metres: Int?
    }

    /// A place as the map needs it.
    package struct Point: Sendable, Equatable {
        package let id: Place.ID
        package let kind: Place.Kind
        let latitude: Double
        let longitude: Double
    }

    package static let pageSize = 20

    package var entries: [Entry] = []
    package var total = 0
    /// Whether places come before these; not so after a key that cannot be read, which begins at the first.
    var isContinued = false
    /// Whether there are more matches than `total`, not counted.
    var isTotalAtLeast = false
    /// The key of the next page; nil on the last one.
    package var next: String?
    /// Whether the counts of `kinds`, `types` and `districts` are minimums, because only some of the matches were counted.
    var areFacetsAtLeast = false
    /// Whether opening hours of any place of these facets are known.
    var hasKnownHours = false
    /// What places anywhere have, whatever the list's facets.
    var registerFilters = RegisterFilters()
    /// Of a list of places that are open: how many that match in everything else have no known hours, at least where they are
    /// more than are counted. Nil of other lists.
    var unknownHours: Int?
    var kinds: [FacetCount] = []
    var types: [FacetCount] = []
    package var districts: [FacetCount] = []
    /// The positions of all results, up to a bound, for the map.
    var points = MapPoints.none

    func count(_ kind: Place.Kind) -> Int { kinds.first { $0.value == kind.rawValue }?.count ?? 0 }
}

/// The last place of a page, after which the next page begins: places added meanwhile are neither repeated nor skipped.
struct PlaceCursor: Equatable {
    let primary: Double
    let name: String
    let id: Place.ID
}

extension PlaceCursor {
    /// The longest name in a key, in bytes: with both numbers the key stays within the limit of `PlaceQuery`.
    private static let maxNameLength = 96

    /// Nil for a text that is no key of this program.
    /// - Parameter nameOf: looks up the name of a place whose name is too long for the key.
    init?(_ text: String, nameOf: (Place.ID) throws -> String?) rethrows {
        guard let bytes = Base64URL.bytes(text) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(
            separator: "|",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count >= 2, let primary = Double(parts[0]), primary.isFinite, let id = Place.ID(parts[1]),
            let name = parts.count == 3 ? String(parts[2]) : try nameOf(id)
        else { return nil }
        self.init(primary: primary, name: name, id: id)
    }

    var text: String {
        let parts = ["\(primary)", "\(id)"] + (name.utf8.count <= Self.maxNameLength ? [name] : [])
        return Base64URL.text(Array(parts.joined(separator: "|").utf8))
    }

    func precedes(_ other: PlaceCursor) -> Bool {
        if primary != other.primary { return primary < other.primary }
        if name != other.name { return name.utf8.lexicographicallyPrecedes(other.name.utf8) }
        return id < other.id
    }
}

/// What a match needs for being sorted and filtered.
struct PlaceCandidate {
    let id: Place.ID
    let combination: FacetCombination.ID
    let latitude: Double?
    let longitude: Double?
    /// Distance from the point searched around.
    var metres: Double?

    /// Reads id, combination, latitude and longitude.
    init(_ row: any Row) throws {
        id = try row.id(0)
        combination = try row.id(1)
        latitude = try row.optionalDouble(2)
        longitude = try row.optionalDouble(3)
    }

    var cursorByDistance: PlaceCursor { PlaceCursor(primary: metres ?? .greatestFiniteMagnitude, name: "", id: id) }

    func point(_ combinations: FacetCombinations) -> PlaceList.Point? {
        guard let latitude, let longitude, let combination = combinations[combination] else { return nil }
        return PlaceList.Point(id: id, kind: combination.kind, latitude: latitude, longitude: longitude)
    }
}
