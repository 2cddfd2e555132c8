/// Keeps names on the map from overlapping each other and the pins.
struct MapLabels {
    /// A rectangle taken around a point.
    struct Box {
        let point: MapPoint
        var width = 14.0
        var height = 9.0
    }

    /// The height of the letters in picture units, as the stylesheet sets it.
    private let letterSize: Double
    private var taken: [Box]
    private(set) var count = 0

    init(taken: [Box], letterSize: Double = 12) {
        self.taken = taken
        self.letterSize = letterSize
    }

    /// Takes room for a name; false where it does not fit.
    mutating func take(_ text: String, at point: MapPoint) -> Bool {
        let box = Box(point: point, width: Self.width(of: text) / 12 * letterSize / 2 + 3)
        guard point.x > box.width, point.x < MapProjection.width - box.width,
            taken.allSatisfy({ Self.areApart($0, box) })
        else { return false }
        taken.append(box)
        count += 1
        return true
    }

    /// The width of a text at a letter size of twelve units: a syllable block is as wide as high, a Latin letter about half.
    static func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 6.6 : 12) }
    }

    private static func areApart(_ one: Box, _ other: Box) -> Bool {
        abs(one.point.x - other.point.x) > one.width + other.width
            || abs(one.point.y - other.point.y) > one.height + other.height
    }
}
