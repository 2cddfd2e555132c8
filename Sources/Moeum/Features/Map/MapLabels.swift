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
    mutating func add(_ text: String, at point: MapPoint) -> Bool {
        guard hasRoom(for: text, at: point) else { return false }
        taken.append(box(of: text, at: point))
        count += 1
        return true
    }

    func hasRoom(for text: String, at point: MapPoint) -> Bool {
        let box = box(of: text, at: point)
        return point.x > box.width && point.x < MapProjection.width - box.width
            && taken.allSatisfy { Self.areApart($0, box) }
    }

    /// Where a name can stand beside a point, the nearest first.
    static func places(of text: String, beside point: MapPoint) -> [MapPoint] {
        let side = width(of: text) / 2 + 10
        return [11.0, 26, 41, 56].flatMap { away in
            let beside = [away - 11, 11 - away].flatMap { down in
                [side, -side].map { MapPoint(x: point.x + $0, y: point.y + down) }
            }
            return [away, -away].map { MapPoint(x: point.x, y: point.y + $0) } + beside
        }
    }

    private func box(of text: String, at point: MapPoint) -> Box {
        Box(point: point, width: Self.width(of: text) / 12 * letterSize / 2 + 3)
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
