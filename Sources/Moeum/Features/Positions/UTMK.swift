import Foundation

/// Korea's grid of metres (UTM-K, EPSG:5179): a transverse Mercator projection on GRS 80, which WGS 84 matches to a hair.
enum UTMK {
    // GRS 80.
    private static let radius = 6_378_137.0
    private static let flattening = 1 / 298.257222101
    private static let eccentricity = flattening * (2 - flattening)
    // The projection.
    private static let scale = 0.9996
    private static let origin = (latitude: 38.0 * .pi / 180, longitude: 127.5 * .pi / 180)
    private static let falseEasting = 1_000_000.0
    private static let falseNorthing = 2_000_000.0

    /// Latitude and longitude in degrees, by Snyder's series (Map Projections, USGS 1395, formulas 8-12 and 8-17 to 8-25):
    /// better than 1e-9 degrees in Korea.
    static func degrees(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
        let foot = footLatitude(arc(to: origin.latitude) + (northing - falseNorthing) / scale)
        let second = eccentricity / (1 - eccentricity)
        let c = second * cos(foot) * cos(foot)
        let t = tan(foot) * tan(foot)
        let across = 1 - eccentricity * sin(foot) * sin(foot)
        let n = radius / across.squareRoot()
        let r = radius * (1 - eccentricity) / (across * across.squareRoot())
        let d = (easting - falseEasting) / (n * scale)
        let (d2, d4) = (d * d, d * d * d * d)
        let fourth = (5 + 3 * t + 10 * c - 4 * c * c - 9 * second) * d2 / 24
        let sixth = (61 + 90 * t + 298 * c + 45 * t * t - 252 * second - 3 * c * c) * d4 / 720
        let latitude = foot - n * tan(foot) / r * d2 * (0.5 - fourth + sixth)
        let third = (1 + 2 * t + c) * d2 / 6
        let fifth = (5 - 2 * c + 28 * t - 3 * c * c + 8 * second + 24 * t * t) * d4 / 120
        let longitude = origin.longitude + d * (1 - third + fifth) / cos(foot)
        return (latitude * 180 / .pi, longitude * 180 / .pi)
    }

    /// Metres along the meridian from the equator (3-21).
    private static func arc(to latitude: Double) -> Double {
        let (e, e2, e3) = (eccentricity, eccentricity * eccentricity, eccentricity * eccentricity * eccentricity)
        let first = (1 - e / 4 - 3 * e2 / 64 - 5 * e3 / 256) * latitude
        let second = (3 * e / 8 + 3 * e2 / 32 + 45 * e3 / 1_024) * sin(2 * latitude)
        let third = (15 * e2 / 256 + 45 * e3 / 1_024) * sin(4 * latitude)
        return radius * (first - second + third - 35 * e3 / 3_072 * sin(6 * latitude))
    }

    /// The latitude whose arc is so long (3-26).
    private static func footLatitude(_ arc: Double) -> Double {
        let e = eccentricity
        let mu = arc / (radius * (1 - e / 4 - 3 * e * e / 64 - 5 * e * e * e / 256))
        let root = (1 - e).squareRoot()
        let f = (1 - root) / (1 + root)
        let (f2, f3, f4) = (f * f, f * f * f, f * f * f * f)
        let second = (3 * f / 2 - 27 * f3 / 32) * sin(2 * mu)
        let fourth = (21 * f2 / 16 - 55 * f4 / 32) * sin(4 * mu)
        return mu + second + fourth + 151 * f3 / 96 * sin(6 * mu) + 1_097 * f4 / 512 * sin(8 * mu)
    }
}

extension Place.Position {
    /// An exact position from Korea's grid; nil outside of Seoul and its surroundings.
    init?(easting: Double, northing: Double) {
        let point = UTMK.degrees(easting: easting, northing: northing)
        self.init(exactLatitude: point.latitude, longitude: point.longitude)
    }

    /// Nil outside of Seoul and its surroundings.
    init?(exactLatitude latitude: Double, longitude: Double) {
        guard FileImport.latitudes.contains(latitude), FileImport.longitudes.contains(longitude) else { return nil }
        self.init(latitude: latitude, longitude: longitude, precision: .exact)
    }
}
