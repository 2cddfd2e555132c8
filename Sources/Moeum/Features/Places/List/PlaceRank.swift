/// The rank of a place in the order that lists begin with: by rating, then with photos, then by favourites.
struct PlaceRank: Sendable, Equatable {
    /// Ascending: the best rated first, 0 without ratings.
    let rating: Double
    /// 0 with photos, 1 without.
    let photos: Int64
    /// Ascending: the number of favourites, negated.
    let favourites: Int64

}

extension PlaceRank {
    static let columns: SQL = "p.rating_order, p.photo_order, p.favourite_order"

    init(_ row: any Row, at column: Int) throws {
        self.init(
            rating: try row.double(column),
            photos: try row.int64(column + 1),
            favourites: try row.int64(column + 2)
        )
    }

    var values: SQL { "\(rating), \(photos), \(favourites)" }
}

/// The order of places of one rank: they stand in a circle, spread by their ids, which each day begins elsewhere and favours
/// none.
struct DailyRotation: Sendable, Equatable {
    /// Such as `2026-01-01`, in Seoul.
    let day: String
    /// Where the day begins in the circle: an index leads from there to its end, and on from its start.
    let first: Int64

    /// A prime, so that each id below it has a place of its own; small enough for products that fit 64 bits.
    private static let modulus: Int64 = 2_147_483_647
    private static let factor: Int64 = 1_327_217_885

    init(day: String) {
        self.day = day
        var generator = SeededGenerator(repeating: day)
        first = Int64(generator.next() % UInt64(Self.modulus))
    }

    /// Where a place stands in the circle, as `turn_order` says it.
    static func order(of id: Place.ID) -> Int64 { id.rawValue % modulus * factor % modulus }

    /// How far a place is from the day's first.
    func value(of id: Place.ID) -> Int64 { (Self.order(of: id) + Self.modulus - first) % Self.modulus }

    /// The same of `places p`.
    var value: SQL { "(p.turn_order + \(Self.modulus - first)) % \(Self.modulus)" }
}

extension PlaceCursor {
    /// Numbers of this many digits sort as texts.
    private static let digits = 10
    private static let highest: Int64 = 9_999_999_999

    init(_ rank: PlaceRank, rotation: DailyRotation?, id: Place.ID) {
        let numbers = [rank.photos, rank.favourites + Self.highest, rotation?.value(of: id) ?? 0].map { number in
            let text = String(number)
            return String(repeating: "0", count: max(0, Self.digits - text.utf8.count)) + text
        }
        self.init(primary: rank.rating, name: (numbers + [rotation?.day ?? ""]).joined(separator: " "), id: id)
    }

    /// Nil for a key of another order.
    var rank: PlaceRank? {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, let photos = Int64(parts[0]), let favourites = Int64(parts[1]),
            (0...Self.highest).contains(favourites)
        else { return nil }
        return PlaceRank(rating: primary, photos: photos, favourites: favourites - Self.highest)
    }

    /// The day whose rotation a list began with, which it goes on with after midnight.
    var rotationDay: String? {
        guard rank != nil, let day = name.split(separator: " ").last.map(String.init), SeoulTime.isDay(day) else {
            return nil
        }
        return day
    }
}
