import Foundation

/// Distances on the ground, exact enough for a city.
enum Geodesy {
    private static let earthRadius = 6_371_008.8

    /// The haversine formula on a sphere of the Earth's mean radius (IUGG), in metres.
    static func metres(_ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double) -> Double {
        let degree = Double.pi / 180
        let latitudeSine = sin((latitude2 - latitude1) * degree / 2)
        let longitudeSine = sin((longitude2 - longitude1) * degree / 2)
        let chord =
            latitudeSine * latitudeSine
            + cos(latitude1 * degree) * cos(latitude2 * degree) * longitudeSine * longitudeSine
        return 2 * earthRadius * asin(min(1, chord.squareRoot()))
    }

    /// The smallest box of latitudes and longitudes around a circle.
    static func box(around latitude: Double, _ longitude: Double, metres: Double) -> PlaceQuery.Bounds {
        let degrees = metres / earthRadius * 180 / .pi
        let across = degrees / max(0.01, cos(latitude * .pi / 180))
        return PlaceQuery.Bounds(
            south: latitude - degrees,
            west: longitude - across,
            north: latitude + degrees,
            east: longitude + across
        )
    }
}
