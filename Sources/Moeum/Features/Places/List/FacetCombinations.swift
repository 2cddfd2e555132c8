/// One status, kind, district and business type: each place has one such combination, whose number of places is
/// kept.
struct FacetCombination: Sendable, Identifiable {
    let id: Identifier<FacetCombination>
    let kind: Place.Kind
    let district: String
    let category: String
    let count: Int
    /// How many of them have opening hours that are understood.
    let knownHours: Int

    func matches(_ query: PlaceQuery) -> Bool {
        (query.kind == nil || query.kind == kind)
            && (query.districts.isEmpty || query.districts.contains(district))
            && (query.types.isEmpty || query.types.contains(category))
    }
}

/// The facet combinations of the requested statuses: facets, totals and filters are made from them.
struct FacetCombinations: Sendable {
    private let combinations: [FacetCombination.ID: FacetCombination]
    let total: Int

    init(_ combinations: [FacetCombination]) {
        self.combinations = Dictionary(combinations.map { ($0.id, $0) }) { first, _ in first }
        total = combinations.reduce(0) { $0 + $1.count }
    }

    subscript(id: FacetCombination.ID) -> FacetCombination? { combinations[id] }

    var counts: [FacetCombination.ID: Int] { combinations.mapValues(\.count) }

    /// How many places that pass the query's kind, districts and types have known opening hours, and how many have not.
    func hours(_ query: PlaceQuery) -> (known: Int, unknown: Int) {
        combinations.values.filter { $0.matches(query) }.reduce((0, 0)) { sum, combination in
            (sum.0 + combination.knownHours, sum.1 + combination.count - combination.knownHours)
        }
    }

    func ids(matching query: PlaceQuery) -> Set<FacetCombination.ID> {
        Set(combinations.values.filter { $0.matches(query) }.map(\.id))
    }
}

/// Bounds on the work for a list, so that a page costs the same among a million places as among thousands.
package struct PlaceListBounds: Sendable {
    /// Matches are counted up to this number; then the list says "at least".
    var counted: Int
    /// Up to so many matches are ranked in memory; of more, each rank is read until a page is full.
    var ranked = 500
    /// With more matches than this, they are not sorted; the list's index is scanned until a page is full.
    var sorted = 20_000
    /// The most that a map draws.
    var points = 5_000

    /// - Parameter total: number of places. All that really are in Seoul are counted exactly; among a hundred thousand, each
    ///   page would pay for a number that nobody reads.
    init(total: Int) { counted = total <= 20_000 ? 5_000 : 500 }
}

extension PlaceList {
    /// Sets how many matches each kind, type and district would have, the other facets applied.
    mutating func setFacets(
        _ counts: [FacetCombination.ID: Int],
        _ combinations: FacetCombinations,
        _ query: PlaceQuery
    ) {
        let anyKind = query.with { $0.kind = nil }
        let anyType = query.with { $0.types = [] }
        let anyDistrict = query.with { $0.districts = [] }
        var (kinds, types, districts): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])
        for (id, count) in counts {
            guard let combination = combinations[id] else { continue }
            if combination.matches(anyKind) { kinds[combination.kind.rawValue, default: 0] += count }
            if combination.matches(anyType) { types[combination.category, default: 0] += count }
            if combination.matches(anyDistrict) { districts[combination.district, default: 0] += count }
        }
        self.kinds = Self.sorted(kinds)
        self.types = Self.sorted(types)
        self.districts = Self.sorted(districts)
    }

    /// Most frequent first, then alphabetically, so that the order is stable and brackets come last.
    private static func sorted(_ counts: [String: Int]) -> [FacetCount] {
        counts.filter { $0.value > 0 }.map { (KoreanText.key($0.key), FacetCount(value: $0.key, count: $0.value)) }
            .sorted { ($1.1.count, $0.0, $0.1.value) < ($0.1.count, $1.0, $1.1.value) }.map(\.1)
    }
}

/// The grid of rows that positions are found by.
enum PlaceGrid {
    /// A row is a 400th of a degree high, about 280 m: a place's row is the whole part of 400 times its latitude.
    static func row(_ latitude: Double) -> Int64 { Int64((latitude * 400).rounded(.down)) }

    /// The row in which the nearest places are looked for: a 1,600th of a degree high, about 70 m.
    static func nearRow(_ latitude: Double) -> Int64 { Int64((latitude * 1_600).rounded(.down)) }

    /// The radius in metres that would hold so many places if all were spread evenly over half of Seoul's 605 km².
    static func reach(of wanted: Double, outOf total: Int) -> Int {
        Int((wanted / Double(max(1, total)) * 605e6 / 2 / .pi).squareRoot()) + 1
    }
}
