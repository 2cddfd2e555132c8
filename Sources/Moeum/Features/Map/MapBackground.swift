import Foundation

/// The land and the Han as SVG paths in units of their own, written once at start: a map shows them through a transform, so
/// that no map has to format a thousand numbers again.
struct MapBackground: Sendable {
    private struct Shape: Sendable {
        let district: String
        let bounds: PlaceQuery.Bounds
        /// The path's `d`, quoted.
        let outline: [UInt8]
    }

    /// 10,000 units per degree of latitude: one decimal is about a metre.
    private static let unitsPerDegree = 10_000.0
    private static let projection = MapProjection(west: 126.7, north: 37.75, scale: unitsPerDegree)

    private let shapes: [Shape]
    private let river: [UInt8]
    private let riverWidthMetres: Double

    init(outlines: [SeoulMap.Outline], river: SeoulMap.River) {
        shapes = outlines.map { outline in
            Shape(
                district: outline.district,
                bounds: PlaceQuery.Bounds(around: outline.points),
                outline: Self.path(outline.points, isClosed: true)
            )
        }
        self.river = Self.path(river.points, isClosed: false)
        riverWidthMetres = river.widthMetres
    }

    /// Appends the part of the ground that `view` shows.
    /// - Parameters:
    ///   - around: picture units beyond each side, for frames of another shape.
    ///   - highlighted: the only district to draw as land; nil draws all of them.
    ///   - tinted: the dongs in which places are that have no position of their own.
    func append(
        in view: MapProjection,
        around: Double,
        highlighted: String?,
        tinted: [DongAreas.Area],
        to bytes: inout [UInt8]
    ) {
        let origin = view.point(Self.projection.north, Self.projection.west)
        let factor = view.scale / Self.unitsPerDegree
        let bounds = view.bounds(around: around)
        bytes.append(contentsOf: "<g transform=\"matrix(\(factor) 0 0 \(factor) \(origin.x) \(origin.y))\">".utf8)
        for shape in shapes where shape.bounds.overlaps(bounds) {
            let isHighlighted = highlighted == nil || shape.district == highlighted
            bytes.append(contentsOf: isHighlighted ? "<path class=\"land\" d=".utf8 : "<path class=\"land2\" d=".utf8)
            bytes.append(contentsOf: shape.outline)
            bytes.append(contentsOf: "/>".utf8)
        }
        for area in tinted where !area.corners.isEmpty {
            bytes.append(contentsOf: "<path class=\"dong\" d=".utf8)
            bytes.append(contentsOf: area.path)
            bytes.append(contentsOf: "/>".utf8)
        }
        // On small scales the Han is drawn wider than it is, so that it stays visible.
        let width = max(4 / factor, Self.projection.length(metres: riverWidthMetres))
        bytes.append(contentsOf: "<path class=\"water\" stroke-width=\"\(MapPoint.text(width))\" d=".utf8)
        bytes.append(contentsOf: river)
        bytes.append(contentsOf: "/></g>".utf8)
    }

    /// A path's `d`, quoted, through points of latitude and longitude.
    static func path(_ points: [[Double]], isClosed: Bool) -> [UInt8] {
        var bytes = Array("\"M".utf8)
        for point in points {
            let projected = projection.point(point[0], point[1])
            bytes.append(UInt8(ascii: " "))
            MapPoint.append(projected.x, to: &bytes)
            bytes.append(UInt8(ascii: " "))
            MapPoint.append(projected.y, to: &bytes)
        }
        bytes.append(contentsOf: isClosed ? "Z\"".utf8 : "\"".utf8)
        return bytes
    }
}

extension PlaceQuery.Bounds {
    /// The smallest box around points of latitude and longitude; all of Seoul without any.
    init(around points: [[Double]]) {
        let latitudes = points.map { $0[0] }
        let longitudes = points.map { $0[1] }
        self.init(
            south: latitudes.min() ?? 37.42,
            west: longitudes.min() ?? 126.76,
            north: latitudes.max() ?? 37.7,
            east: longitudes.max() ?? 127.19
        )
    }

    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        south <= latitude && latitude <= north && west <= longitude && longitude <= east
    }

    func overlaps(_ other: PlaceQuery.Bounds) -> Bool {
        south < other.north && north > other.south && west < other.east && east > other.west
    }
}
