import Testing

@testable import Moeum

struct EPSG5174Tests {
    /// Computed with PROJ.
    @Test(
        "Metres of the licence register become degrees within a metre",
        arguments: [
            (202_722.53183055, 444_055.07069569, 37.4987007, 127.0315768),
            (196_370.746398773, 447_841.698787531, 37.5328145, 126.9597275),
            (198_817.599794752, 452_054.207890954, 37.5707754, 126.9874036),
            (194_510.166782552, 440_843.027416983, 37.4697473, 126.9387300),
        ]
    )
    func degrees(_ easting: Double, _ northing: Double, _ latitude: Double, _ longitude: Double) {
        let point = EPSG5174.degrees(easting: easting, northing: northing)
        #expect(Geodesy.metres(point.latitude, point.longitude, latitude, longitude) < 1)
    }

    @Test("What is no number of metres is no place in Seoul", arguments: [.nan, .infinity, 0, -1e300])
    func noPoint(_ metres: Double) {
        let point = EPSG5174.degrees(easting: metres, northing: metres)
        #expect(Place.Position(exactLatitude: point.latitude, longitude: point.longitude) == nil)
    }

    @Test("The made-up register finds the metres of degrees") func metres() {
        let (easting, northing) = MadeUpRegister.metres(37.5328145, 126.9597275)
        #expect(abs(easting - 196_370.746) < 1 && abs(northing - 447_841.699) < 1)
    }
}
