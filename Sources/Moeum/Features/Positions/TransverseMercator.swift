import Foundation

/// An ellipsoid, by its radius at the equator in metres and its flattening.
struct Ellipsoid: Sendable {
    let radius: Double
    let flattening: Double

    /// The square of the first eccentricity.
    var eccentricity: Double { flattening * (2 - flattening) }

    static let grs80 = Ellipsoid(radius: 6_378_137, flattening: 1 / 298.257222101)
    static let wgs84 = Ellipsoid(radius: 6_378_137, flattening: 1 / 298.257223563)
    static let bessel = Ellipsoid(radius: 6_377_397.155, flattening: 1 / 299.1528128)
}

/// A transverse Mercator projection, from its metres to degrees on its own ellipsoid.
struct TransverseMercator: Sendable {
    let ellipsoid: Ellipsoid
    let scale: Double
    /// In degrees.
    let origin: (latitude: Double, longitude: Double)
    /// In metres.
    let falseEasting: Double
    let falseNorthing: Double

    /// Latitude and longitude in degrees, by Snyder's series (Map Projections, USGS 1395, formulas 8-12 and 8-17 to 8-25):
    /// better than 1e-9 degrees in Korea.
    func degrees(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
        let eccentricity = ellipsoid.eccentricity
        let foot = footLatitude(arc(to: origin.latitude * .pi / 180) + (northing - falseNorthing) / scale)
        let second = eccentricity / (1 - eccentricity)
        let c = second * cos(foot) * cos(foot)
        let t = tan(foot) * tan(foot)
        let across = 1 - eccentricity * sin(foot) * sin(foot)
        let n = ellipsoid.radius / across.squareRoot()
        let r = ellipsoid.radius * (1 - eccentricity) / (across * across.squareRoot())
        let d = (easting - falseEasting) / (n * scale)
        let (d2, d4) = (d * d, d * d * d * d)
        let fourth = (5 + 3 * t + 10 * c - 4 * c * c - 9 * second) * d2 / 24
        let sixth = (61 + 90 * t + 298 * c + 45 * t * t - 252 * second - 3 * c * c) * d4 / 720
        let latitude = foot - n * tan(foot) / r * d2 * (0.5 - fourth + sixth)
        let third = (1 + 2 * t + c) * d2 / 6
        let fifth = (5 - 2 * c + 28 * t - 3 * c * c + 8 * second + 24 * t * t) * d4 / 120
        let longitude = origin.longitude * .pi / 180 + d * (1 - third + fifth) / cos(foot)
        return (latitude * 180 / .pi, longitude * 180 / .pi)
    }

    /// Metres along the meridian from the equator (3-21).
    private func arc(to latitude: Double) -> Double {
        let e = ellipsoid.eccentricity
        let (e2, e3) = (e * e, e * e * e)
        let first = (1 - e / 4 - 3 * e2 / 64 - 5 * e3 / 256) * latitude
        let second = (3 * e / 8 + 3 * e2 / 32 + 45 * e3 / 1_024) * sin(2 * latitude)
        let third = (15 * e2 / 256 + 45 * e3 / 1_024) * sin(4 * latitude)
        return ellipsoid.radius * (first - second + third - 35 * e3 / 3_072 * sin(6 * latitude))
    }

    /// The latitude whose arc is so long (3-26).
    private func footLatitude(_ arc: Double) -> Double {
        let e = ellipsoid.eccentricity
        let mu = arc / (ellipsoid.radius * (1 - e / 4 - 3 * e * e / 64 - 5 * e * e * e / 256))
        let root = (1 - e).squareRoot()
        let f = (1 - root) / (1 + root)
        let (f2, f3, f4) = (f * f, f * f * f, f * f * f * f)
        let second = (3 * f / 2 - 27 * f3 / 32) * sin(2 * mu)
        let fourth = (21 * f2 / 16 - 55 * f4 / 32) * sin(4 * mu)
        return mu + second + fourth + 151 * f3 / 96 * sin(6 * mu) + 1_097 * f4 / 512 * sin(8 * mu)
    }
}
