/// Korea's grid of metres (UTM-K, EPSG:5179): a transverse Mercator projection on GRS 80, which WGS 84 matches to a hair.
enum UTMK {
    private static let projection = TransverseMercator(
        ellipsoid: .grs80,
        scale: 0.9996,
        origin: (latitude: 38, longitude: 127.5),
        falseEasting: 1_000_000,
        falseNorthing: 2_000_000
    )

    /// Latitude and longitude in degrees.
    static func degrees(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
        projection.degrees(easting: easting, northing: northing)
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
