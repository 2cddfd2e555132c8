/// Places too close together to draw one by one.
struct MapCluster: Sendable {
    var places: [PlaceList.Point]
    var centre: MapPoint

    /// Groups places whose pictures would touch: each goes to the first group near enough, in the order given.
    static func group(_ places: [PlaceList.Point], _ projection: MapProjection, within reach: Double) -> [MapCluster] {
        var clusters: [MapCluster] = []
        var cells: [Cell: [Int]] = [:]
        for place in places {
            let point = projection.point(place.latitude, place.longitude)
            guard point.isInside else { continue }
            let cell = Cell(point, reach)
            let near = cell.neighbours.lazy.flatMap { cells[$0] ?? [] }
                .first { clusters[$0].centre.distance(to: point) < reach }
            if let near {
                clusters[near].places.append(place)
            } else {
                cells[cell, default: []].append(clusters.count)
                clusters.append(MapCluster(places: [place], centre: point))
            }
        }
        return clusters
    }

    /// The smallest box with all its places, a little wider so that none lies on the edge.
    var bounds: PlaceQuery.Bounds {
        let latitudes = places.map(\.latitude)
        let longitudes = places.map(\.longitude)
        let edge = 0.0002
        return PlaceQuery.Bounds(
            south: (latitudes.min() ?? 0) - edge,
            west: (longitudes.min() ?? 0) - edge,
            north: (latitudes.max() ?? 0) + edge,
            east: (longitudes.max() ?? 0) + edge
        )
    }

    /// Where its places are on average, in degrees.
    var middle: (latitude: Double, longitude: Double) {
        let count = Double(max(places.count, 1))
        return (
            places.reduce(0) { $0 + $1.latitude } / count, places.reduce(0) { $0 + $1.longitude } / count
        )
    }

    private struct Cell: Hashable {
        let column: Int
        let row: Int

        init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }

        init(_ point: MapPoint, _ size: Double) {
            self.init(column: Int(point.x / size), row: Int(point.y / size))
        }

        var neighbours: [Cell] {
            (-1...1).flatMap { rows in (-1...1).map { Cell(column: column + $0, row: row + rows) } }
        }
    }
}
