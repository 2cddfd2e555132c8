import Foundation

/// A group of places too close together to draw one by one: those within one square of the picture.
struct MapCluster: Sendable {
    /// The group's places that the list does not number; numbered pins are drawn beside the group.
    let places: [PlaceList.Point]
    /// All results within the group's bounds, numbered or not: as many as the linked list shows.
    let count: Int
    let bounds: PlaceQuery.Bounds
    /// The mean position of its places, in the picture.
    let centre: MapPoint

    /// The side of a square in picture units, so that two neighbouring groups can both be touched.
    static let side = 50.0

    /// Groups the results that the list does not number. Squares do not overlap, so no place is counted twice.
    /// - Parameters:
    ///   - pins: positions of the results that are drawn otherwise, which a group counts as well.
    ///   - side: the side of a square.
    ///   - limit: the bounds of the list itself; a group's bounds do not reach beyond them.
    static func group(
        _ others: [PlaceList.Point],
        beside pins: [Place.Position],
        _ projection: MapProjection,
        within limit: PlaceQuery.Bounds? = nil,
        side: Double = Self.side
    ) -> [MapCluster] {
        var squares: [Square: [PlaceList.Point]] = [:]
        var order: [Square] = []
        for place in others {
            let point = projection.point(place.latitude, place.longitude)
            guard point.isInside else { continue }
            let square = Square(column: Int(point.x / side), row: Int(point.y / side))
            if squares[square] == nil { order.append(square) }
            squares[square, default: []].append(place)
        }
        return order.compactMap { square in
            guard let places = squares[square] else { return nil }
            let bounds = PlaceQuery.Bounds(around: places, within: limit)
            // Bounds are rounded to about a metre and may reach into neighbouring squares.
            let near = square.andNeighbours.flatMap { squares[$0] ?? [] }
            return MapCluster(
                places: places,
                count: near.count { bounds.contains($0.latitude, $0.longitude) }
                    + pins.count { bounds.contains($0.latitude, $0.longitude) },
                bounds: bounds,
                centre: projection.point(
                    places.reduce(0) { $0 + $1.latitude } / Double(places.count),
                    places.reduce(0) { $0 + $1.longitude } / Double(places.count)
                )
            )
        }
    }

    private struct Square: Hashable {
        let column: Int
        let row: Int

        var andNeighbours: [Square] {
            (-1...1).flatMap { rows in (-1...1).map { Square(column: column + $0, row: row + rows) } }
        }
    }
}

extension PlaceQuery.Bounds {
    /// The smallest bounds around all the places, rounded outwards to the five decimals of an address (about a metre).
    fileprivate init(around places: [PlaceList.Point], within limit: PlaceQuery.Bounds?) {
        func down(_ degrees: Double) -> Double { ((degrees * 100_000).rounded(.down) - 1) / 100_000 }
        func up(_ degrees: Double) -> Double { ((degrees * 100_000).rounded(.up) + 1) / 100_000 }
        let latitudes = places.map(\.latitude)
        let longitudes = places.map(\.longitude)
        self.init(
            south: max(down(latitudes.min() ?? 0), limit?.south ?? -90),
            west: max(down(longitudes.min() ?? 0), limit?.west ?? -180),
            north: min(up(latitudes.max() ?? 0), limit?.north ?? 90),
            east: min(up(longitudes.max() ?? 0), limit?.east ?? 180)
        )
    }
}
