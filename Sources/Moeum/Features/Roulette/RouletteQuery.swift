import Foundation

/// The query of the roulette: source and filters. Unknown names and bad values are ignored; `address` writes it in a fixed
/// order, without filters that its source does not have.
struct RouletteQuery: Sendable, Equatable {
    /// The source of the places.
    enum Source: String, Sendable, CaseIterable {
        case favourites, nearby, district, list
    }

    /// The requested source; the default depends on the reader.
    var source: Source?
    /// Filters of the favourites' pages, or a circle, districts and types.
    var place = PlaceQuery()
    /// For favourites: name and value of tags as in their addresses.
    var tags: [String] = []
    /// For favourites: the lowest mean rating.
    var rating: Int?
    /// The id of a list or the token of its link.
    var list: String?
    var unvisited: FavouriteQuery.UnvisitedPeriod?
    /// Places that the reader ruled out with "Not this one".
    var leftOut: [Place.ID] = []
    var pick: Place.ID?

    private static let maxLeftOut = 100

    init() {}

    /// - Parameters:
    ///   - items: decoded names and values, in the order of the address.
    ///   - hasAccount: whether the reader has an account, and so may have visits.
    init(_ items: [(name: String, value: String)], districts: Districts, hasAccount: Bool) {
        func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value.trimmed) }
        source = values("from").lazy.compactMap(Source.init).first
        place = PlaceQuery(items, districts: districts)
        // Read by the favourites' own query, so that both filter alike.
        let kept = FavouriteQuery(items, districts: districts)
        tags = (kept.tags.map(\.text) + kept.oddTags).sorted()
        rating = kept.rating
        list = values("list").first { !$0.isEmpty && $0.utf8.count <= 64 && $0.utf8.allSatisfy(Self.isTokenByte) }
        if hasAccount {
            let asked = values("unvisited").compactMap(FavouriteQuery.UnvisitedPeriod.init)
            unvisited = asked.contains(.ever) ? .ever : asked.first
        }
        var seen: Set<Place.ID> = []
        leftOut = Array(
            values("not").compactMap { Place.ID($0) }.filter { $0 > .absent && seen.insert($0).inserted }.suffix(
                Self.maxLeftOut
            )
        ).sorted()
        pick = values("pick").compactMap { Place.ID($0) }.first { $0 > .absent }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The query without filters that its source does not have.
    var narrowed: RouletteQuery {
        guard let source else { return self }
        var copy = RouletteQuery()
        (copy.source, copy.unvisited, copy.leftOut, copy.pick) = (source, unvisited, leftOut, pick)
        copy.place.kind = place.kind
        switch source {
        case .favourites:
            (copy.tags, copy.rating) = (tags, rating)
            (copy.place.text, copy.place.districts) = (place.text, place.districts)
            (copy.place.cell, copy.place.radius) = (place.cell, place.radius)
        case .nearby:
            (copy.place.cell, copy.place.radius, copy.place.types) = (place.cell, place.radius, place.types)
        case .district: (copy.place.districts, copy.place.types) = (place.districts, place.types)
        case .list: copy.list = list
        }
        return copy
    }

    /// Whether the source is nearby places but the point is missing.
    var needsPosition: Bool { source == .nearby && place.near == nil }

    /// Whether it has the token of a list's link, which gives access to the list.
    var hasSecret: Bool { list.map { NamedList.ID($0) == nil } ?? false }

    /// The filters as a query of favourites, without the one for visited places.
    var favourites: FavouriteQuery {
        var query = FavouriteQuery()
        (query.text, query.kind, query.districts) = (place.text, place.kind, place.districts)
        (query.cell, query.radius, query.rating) = (place.cell, place.radius, rating)
        query.tags = tags.compactMap { try? Tag($0) }
        query.oddTags = tags.filter { (try? Tag($0)) == nil }
        return query
    }

    /// Names and values in canonical order, not encoded.
    var items: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        items.add("from", source?.rawValue)
        tags.forEach { items.add("tag", $0) }
        items += place.items().filter { ["q", "kind", "district", "type"].contains($0.name) }
        items.add("rating", rating.map { "\($0)" })
        items.add("list", list)
        if place.near != nil { items += place.items().filter { ["near", "radius"].contains($0.name) } }
        items.add("unvisited", unvisited?.text)
        leftOut.forEach { items.add("not", "\($0)") }
        items.add("pick", pick.map { "\($0)" })
        return items
    }

    /// Path and query, encoded.
    var address: String { items.address("/roulette") }

    /// The query without its result and with a change.
    func with(_ change: (inout RouletteQuery) -> Void) -> RouletteQuery {
        var copy = self
        copy.pick = nil
        change(&copy)
        return copy
    }

    /// The key of its remembered picks: the same for the same filters.
    var poolKey: String {
        let pool = with { $0.leftOut = [] }
        return Hexadecimal.text(SHA256.digest(of: pool.address).prefix(16))
    }
}

extension RateLimits {
    /// Spins of one account, or of one network address; each pick is stored for a while.
    var spins: RateLimit? { limit("spin", atOnce: 200, thenOneEach: .seconds(3)) }
}
