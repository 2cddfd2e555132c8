import Foundation

/// What the roulette picks from, and how it is narrowed. Unknown keys and bad values are ignored, and the address it gives
/// back is always in one order, without what its source does not know.
struct RouletteQuery: Sendable, Equatable {
    /// Where the places come from.
    enum Source: String, Sendable, CaseIterable {
        case favourites, nearby, district, list
    }

    /// As asked for; without, it hangs on who asks.
    var source: Source?
    /// What the favourites' own pages and lists are narrowed by, or a circle, districts and types.
    var place = PlaceQuery()
    /// Of favourites: pairs as their addresses have them.
    var tags: [String] = []
    /// Of favourites: the least mean of stars.
    var rating: Int?
    /// The id of a list or the token of its link.
    var list: String?
    /// Places that one was at are left out.
    var unvisited: FavouriteQuery.Unvisited?
    /// "Not this one."
    var leftOut: [Place.ID] = []
    /// What came up.
    var pick: Place.ID?

    private static let maxLeftOut = 100

    init() {}

    /// - Parameters:
    ///   - items: decoded names and values, in the address's order.
    ///   - hasAccount: whether visits of whoever asks are known.
    init(_ items: [(name: String, value: String)], districts: Districts, hasAccount: Bool) {
        func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value.trimmed) }
        source = values("from").lazy.compactMap(Source.init).first
        place = PlaceQuery(items, districts: districts)
        // Read as the favourites' own page reads it, so that both are narrowed alike.
        let kept = FavouriteQuery(items, districts: districts)
        tags = (kept.tags.map(\.text) + kept.oddTags).sorted()
        rating = kept.rating
        list = values("list").first { !$0.isEmpty && $0.utf8.count <= 64 && $0.utf8.allSatisfy(Self.isTokenByte) }
        if hasAccount {
            let asked = values("unvisited").compactMap(FavouriteQuery.Unvisited.init)
            unvisited = asked.contains(.ever) ? .ever : asked.first
        }
        var seen: Set<Place.ID> = []
        leftOut = Array(
            values("not").compactMap(Int64.init).filter { $0 > 0 && seen.insert($0).inserted }.suffix(Self.maxLeftOut)
        ).sorted()
        pick = values("pick").compactMap(Int64.init).first { $0 > 0 }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The same with what its source knows alone.
    var narrowed: RouletteQuery {
        guard let source else { return self }
        var copy = RouletteQuery()
        (copy.source, copy.unvisited, copy.leftOut, copy.pick) = (source, unvisited, leftOut, pick)
        copy.place.kind = place.kind
        switch source {
        case .favourites:
            (copy.tags, copy.rating) = (tags, rating)
            (copy.place.text, copy.place.districts) = (place.text, place.districts)
            (copy.place.near, copy.place.radius) = (place.near, place.radius)
        case .nearby:
            (copy.place.near, copy.place.radius, copy.place.types) = (place.near, place.radius, place.types)
        case .district: (copy.place.districts, copy.place.types) = (place.districts, place.types)
        case .list: copy.list = list
        }
        return copy
    }

    /// Somebody asked for what is near without saying where.
    var needsPosition: Bool { source == .nearby && place.near == nil }

    /// Whether it has the token of a list's link, which opens the list to whoever knows it.
    var hasSecret: Bool { list.map { NamedList.ID($0) == nil } ?? false }

    /// What narrows favourites, as their own pages have it. Where one was is left out apart from that.
    var favourites: FavouriteQuery {
        var query = FavouriteQuery()
        (query.text, query.kind, query.districts) = (place.text, place.kind, place.districts)
        (query.near, query.radius, query.rating) = (place.near, place.radius, rating)
        query.tags = tags.compactMap { try? Tag($0) }
        query.oddTags = tags.filter { (try? Tag($0)) == nil }
        return query
    }

    /// Names and values in canonical order, not encoded.
    var items: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) {
            if let value { items.append((name, value)) }
        }
        add("from", source?.rawValue)
        tags.forEach { add("tag", $0) }
        items += place.items().filter { ["q", "kind", "district", "type"].contains($0.name) }
        add("rating", rating.map { "\($0)" })
        add("list", list)
        items += place.items().filter { ["near", "radius"].contains($0.name) }
        add("unvisited", unvisited?.text)
        leftOut.forEach { add("not", "\($0)") }
        add("pick", pick.map { "\($0)" })
        return items
    }

    /// Path and query, encoded.
    var address: String {
        let query = items.map { "\($0.name)=\(PlaceQuery.encoded($0.value))" }.joined(separator: "&")
        return query.isEmpty ? "/roulette" : "/roulette?\(query)"
    }

    /// The same without a result, with one thing changed.
    func with(_ change: (inout RouletteQuery) -> Void) -> RouletteQuery {
        var copy = self
        copy.pick = nil
        change(&copy)
        return copy
    }

    /// What its rounds are kept under: the same for whoever filters in the same way, wherever within about 100 m.
    var poolKey: String {
        let pool = with {
            $0.leftOut = []
            $0.place.near = $0.place.near.map {
                PlaceQuery.Point(
                    latitude: ($0.latitude * 1_000).rounded() / 1_000,
                    longitude: ($0.longitude * 1_000).rounded() / 1_000
                )
            }
        }
        return Hexadecimal.text(SHA256.digest(of: pool.address).prefix(16))
    }
}

extension RateLimits {
    /// Turns of the roulette by one account, or from one network address; each is remembered for a while.
    var spins: RateLimit? { limit("spin", atOnce: 200, thenOneEach: .seconds(3)) }
}
