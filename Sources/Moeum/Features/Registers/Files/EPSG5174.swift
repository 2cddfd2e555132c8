import Foundation

/// The grid of metres of Korea's old maps (EPSG:5174, the middle belt on Bessel's ellipsoid with its corrected origin), in
/// which the licence register has its points. EPSG:2097, without that correction, is 254 m off.
enum EPSG5174 {
    private static let projection = TransverseMercator(
        ellipsoid: .bessel,
        scale: 1,
        // 127°00′10.405″.
        origin: (latitude: 38, longitude: 127.0028902777778),
        falseEasting: 200_000,
        falseNorthing: 500_000
    )

    /// From Bessel's ellipsoid to WGS 84, as PROJ has it for EPSG:5174 (`+towgs84`, position vector): metres, seconds of
    /// arc, parts per million.
    private static let shift = (x: -115.80, y: 474.99, z: 674.11)
    private static let turn = (x: 1.16, y: -2.31, z: -1.63)
    private static let stretch = 6.43

    /// Latitude and longitude of WGS 84, in degrees.
    static func degrees(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
        let point = projection.degrees(easting: easting, northing: northing)
        let (x, y, z) = centred(point.latitude * .pi / 180, point.longitude * .pi / 180, .bessel)
        let second = Double.pi / 180 / 3_600
        let (turnX, turnY, turnZ) = (turn.x * second, turn.y * second, turn.z * second)
        let scale = 1 + stretch / 1_000_000
        return degrees(
            x: scale * (x - turnZ * y + turnY * z) + shift.x,
            y: scale * (turnZ * x + y - turnX * z) + shift.y,
            z: scale * (-turnY * x + turnX * y + z) + shift.z,
            .wgs84
        )
    }

    /// Metres from the middle of the Earth, of a point at the ellipsoid's height.
    private static func centred(_ latitude: Double, _ longitude: Double, _ ellipsoid: Ellipsoid) -> (
        Double, Double, Double
    ) {
        let e = ellipsoid.eccentricity
        let n = ellipsoid.radius / (1 - e * sin(latitude) * sin(latitude)).squareRoot()
        return (
            n * cos(latitude) * cos(longitude), n * cos(latitude) * sin(longitude), n * (1 - e) * sin(latitude)
        )
    }

    /// Each step makes the latitude some hundred times as exact; the third is exact to less than a millimetre.
    private static func degrees(x: Double, y: Double, z: Double, _ ellipsoid: Ellipsoid) -> (
        latitude: Double, longitude: Double
    ) {
        let (e, across) = (ellipsoid.eccentricity, (x * x + y * y).squareRoot())
        var latitude = atan2(z, across * (1 - e))
        for _ in 0..<3 {
            let n = ellipsoid.radius / (1 - e * sin(latitude) * sin(latitude)).squareRoot()
            latitude = atan2(z + e * n * sin(latitude), across)
        }
        return (latitude * 180 / .pi, atan2(y, x) * 180 / .pi)
    }
}
