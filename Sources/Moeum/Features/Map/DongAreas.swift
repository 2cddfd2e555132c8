import Foundation

/// The areas of dongs, worked out once at start: of a district's outline, what lies nearer to a dong's centre than to any
/// other centre of the district. Outlines of dongs are no part of our data.
struct DongAreas: Sendable {
    struct Area: Sendable {
        let label: SeoulMap.Label
        /// Corners in degrees of latitude and longitude.
        let corners: [[Double]]
        /// The same as a path in the units of `MapBackground`, quoted.
        let path: [UInt8]
        let bounds: PlaceQuery.Bounds

        /// The radius in metres of a circle as large as the area.
        let reach: Double
    }

    /// A position to about a metre, as dongs' centres are written.
    private struct Spot: Hashable {
        let latitude: Int
        let longitude: Int

        init(_ latitude: Double, _ longitude: Double) {
            self.latitude = Int((latitude * 100_000).rounded())
            self.longitude = Int((longitude * 100_000).rounded())
        }

        var remainder: Int { (latitude &* 31 &+ longitude) & 0xFFFF }
    }

    let all: [Area]
    private let byCentre: [Spot: Int]
    /// Which remainders centres have: most places are distinguished from them without a look into the dictionary.
    private let remainders: [Bool]

    init(_ labels: [SeoulMap.Label], _ outlines: [SeoulMap.Outline]) {
        let byDistrict = Dictionary(grouping: labels, by: \.district)
        let outline = Dictionary(outlines.map { ($0.district, $0.points) }) { first, _ in first }
        all = labels.map { label in
            let corners = Self.corners(
                of: label,
                beside: byDistrict[label.district] ?? [],
                in: outline[label.district] ?? []
            )
            return Area(
                label: label,
                corners: corners,
                path: MapBackground.path(corners, isClosed: true),
                bounds: PlaceQuery.Bounds(around: corners),
                reach: Self.reach(of: corners, around: label)
            )
        }
        let spots = labels.map { Spot($0.latitude, $0.longitude) }
        byCentre = Dictionary(zip(spots, spots.indices)) { first, _ in first }
        remainders = spots.reduce(into: [Bool](repeating: false, count: 0x10000)) { $0[$1.remainder] = true }
    }

    subscript(at latitude: Double, _ longitude: Double) -> Area? {
        byCentre[Spot(latitude, longitude)].map { all[$0] }
    }

    func isCentre(_ point: PlaceList.Point) -> Bool {
        let spot = Spot(point.latitude, point.longitude)
        return remainders[spot.remainder] && byCentre[spot] != nil
    }

    /// The dong whose centre is nearest to a position, in the named district alone where one is named.
    func nearest(to latitude: Double, _ longitude: Double, in district: String? = nil) -> Area? {
        let shrink = cos(latitude * .pi / 180)
        func square(_ label: SeoulMap.Label) -> Double {
            let (y, x) = (label.latitude - latitude, (label.longitude - longitude) * shrink)
            return y * y + x * x
        }
        return all.lazy.filter { district == nil || $0.label.district == district }
            .min { square($0.label) < square($1.label) }
    }

    private static func reach(of corners: [[Double]], around label: SeoulMap.Label) -> Double {
        let metres = 111_195.0
        let shrink = cos(label.latitude * .pi / 180)
        let square = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0.0) { sum, side in
            let (one, next) = (side.0, side.1)
            return sum + (one[1] - label.longitude) * (next[0] - label.latitude)
                - (next[1] - label.longitude) * (one[0] - label.latitude)
        }
        return (abs(square) / 2 * shrink * metres * metres / .pi).squareRoot()
    }

    /// Cuts from the outline whatever is nearer to another centre.
    private static func corners(
        of label: SeoulMap.Label,
        beside others: [SeoulMap.Label],
        in outline: [[Double]]
    ) -> [[Double]] {
        let shrink = cos(label.latitude * .pi / 180)
        return others.reduce(outline) { corners, other in
            let (y, x) = (other.latitude - label.latitude, (other.longitude - label.longitude) * shrink)
            guard y != 0 || x != 0, !corners.isEmpty else { return corners }
            // How far beyond the middle between both centres a point lies, on the way to the other.
            func beyond(_ point: [Double]) -> Double {
                (point[0] - label.latitude) * y + (point[1] - label.longitude) * shrink * x - (y * y + x * x) / 2
            }
            return cut(corners, beyond)
        }
    }

    /// The part of a polygon where a linear function is not positive (Sutherland and Hodgman, 1974).
    private static func cut(_ corners: [[Double]], _ beyond: ([Double]) -> Double) -> [[Double]] {
        var kept: [[Double]] = []
        guard var last = corners.last else { return kept }
        var lastBeyond = beyond(last)
        for corner in corners {
            let cornerBeyond = beyond(corner)
            if (cornerBeyond > 0) != (lastBeyond > 0) {
                let part = lastBeyond / (lastBeyond - cornerBeyond)
                kept.append([last[0] + (corner[0] - last[0]) * part, last[1] + (corner[1] - last[1]) * part])
            }
            if cornerBeyond <= 0 { kept.append(corner) }
            (last, lastBeyond) = (corner, cornerBeyond)
        }
        return kept
    }
}
