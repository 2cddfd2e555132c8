import Foundation

/// Fits a part of the Earth's surface into a picture: equirectangular, true at Seoul's latitude.
struct MapProjection: Sendable {
    static let width = 400.0
    static let height = 340.0
    /// How far the ground is drawn beyond a list's picture, whose frame may have another shape; in picture units.
    static let surroundings = 200.0

    /// The least degrees of latitude that a picture is high: nothing closer can be distinguished.
    static let leastSpan = 0.004

    /// Degrees at the picture's left and upper edge.
    let west: Double
    let north: Double
    /// Picture units for a degree of latitude.
    let scale: Double
    static let shrink = cos(37.55 * .pi / 180)
}

extension MapProjection {
    /// - Parameter margin: picture units kept free at each side.
    init(fitting bounds: PlaceQuery.Bounds, margin: Double = 26) {
        let spanLatitude = max(bounds.north - bounds.south, Self.leastSpan)
        let spanLongitude = max((bounds.east - bounds.west) * Self.shrink, Self.leastSpan)
        let scale = min((Self.width - 2 * margin) / spanLongitude, (Self.height - 2 * margin) / spanLatitude)
        self.init(
            west: bounds.middle.longitude - Self.width / 2 / scale / Self.shrink,
            north: bounds.middle.latitude + Self.height / 2 / scale,
            scale: scale
        )
    }

    /// The picture of a view. Bounds of the picture's own shape are those of another picture and fill this one, so that a map
    /// which is moved neither grows nor shrinks.
    init(showing view: PlaceQuery.Bounds) {
        let shape = (view.east - view.west) * Self.shrink / (view.north - view.south)
        let isPicture = abs(shape / (Self.width / Self.height) - 1) < 0.01
        self.init(fitting: view, margin: isPicture ? 0 : 26)
    }

    func point(_ latitude: Double, _ longitude: Double) -> MapPoint {
        MapPoint(x: (longitude - west) * Self.shrink * scale, y: (north - latitude) * scale)
    }

    /// The position of a point of the picture, in degrees.
    func position(_ point: MapPoint) -> (latitude: Double, longitude: Double) {
        (north - point.y / scale, west + point.x / scale / Self.shrink)
    }

    /// The part of the Earth's surface that the picture shows.
    /// - Parameter around: picture units beyond each side.
    func bounds(around: Double = 0) -> PlaceQuery.Bounds {
        let upperLeft = position(MapPoint(x: -around, y: -around))
        let lowerRight = position(MapPoint(x: Self.width + around, y: Self.height + around))
        return PlaceQuery.Bounds(
            south: lowerRight.latitude,
            west: upperLeft.longitude,
            north: upperLeft.latitude,
            east: lowerRight.longitude
        )
    }

    /// Picture units for a length on the ground.
    func length(metres: Double) -> Double { metres / 111_195 * scale }
}

/// A point in the picture.
struct MapPoint: Sendable, Equatable {
    var x: Double
    var y: Double

    var isInside: Bool { (0...MapProjection.width).contains(x) && (0...MapProjection.height).contains(y) }

    func distance(to other: MapPoint) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    /// A number with one decimal, which is finer than any screen.
    static func text(_ number: Double) -> String {
        var bytes: [UInt8] = []
        append(number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ number: Double, to bytes: inout [UInt8]) {
        let tenths = Int((number * 10).rounded())
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        var power = 1
        while power * 10 <= whole { power *= 10 }
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(whole / power % 10))
            power /= 10
        }
        if rest > 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(ascii: "0") + UInt8(rest))
        }
    }
}
