import Foundation

/// A numbered place on a map; the number is the one in the list.
struct MapPin: Sendable {
    let number: Int?
    let label: String
    let href: String
    let kind: Place.Kind
    let position: Place.Position
}

/// What a list's map shows: the same as the list.
struct ListMap: Sendable {
    let pins: [MapPin]
    /// All other results.
    let others: [PlaceList.Point]
    /// Highlighted, and what the view fits when nothing narrows it.
    let district: String?
    let view: PlaceQuery.Bounds?
    let label: String
    /// Leads to the same list within a cluster's bounds.
    let clusterHref: @Sendable (PlaceQuery.Bounds) -> String
    let clusterLabel: @Sendable (Int) -> String
    /// Names of districts in the reader's language, for views of all of Seoul.
    let districtNames: [(slug: String, name: String)]
}

extension SeoulMap {
    /// The map beside a list.
    func drawing(_ list: ListMap) -> String {
        let projection = MapProjection(fitting: list.view ?? bounds(of: list.district))
        var svg = MapMarkup(projection: projection)
        svg.open(label: list.label)
        svg.ground(self, highlighted: list.district)
        let spread = MapSpread.points(list.pins.map { projection.point($0.position.latitude, $0.position.longitude) })
        let shown = zip(list.pins, spread).filter { $0.1.isInside }
        let clusters = MapCluster.group(list.others, projection, within: 46)
        svg.names(self, list, avoiding: shown.map(\.1) + clusters.map(\.centre))
        for cluster in clusters { svg.cluster(cluster, list) }
        for (pin, point) in shown.reversed() { svg.pin(pin, at: point, isSelected: false) }
        svg.close()
        return svg.text
    }

    /// The small map on a place's page: one pin, with a halo where the position is approximate.
    func drawing(of pin: MapPin, label: String) -> String {
        let position = pin.position
        let reach = position.precision == .dong ? 0.012 : 0.007
        let view = PlaceQuery.Bounds(
            south: position.latitude - reach,
            west: position.longitude - reach,
            north: position.latitude + reach,
            east: position.longitude + reach
        )
        let projection = MapProjection(fitting: view, margin: 0)
        var svg = MapMarkup(projection: projection)
        svg.open(label: label)
        svg.ground(self, highlighted: nil)
        let point = projection.point(position.latitude, position.longitude)
        svg.dongNames(self, avoiding: [point])
        svg.pin(pin, at: point, isSelected: true)
        svg.close()
        return svg.text
    }
}

/// Parts pins that would lie on each other: they go on a ring around their common place.
enum MapSpread {
    static func points(_ points: [MapPoint], apart: Double = 24) -> [MapPoint] {
        var result = points
        var isPlaced = [Bool](repeating: false, count: points.count)
        for index in points.indices where !isPlaced[index] {
            let group = points.indices.filter { !isPlaced[$0] && points[$0].distance(to: points[index]) < apart / 2 }
            for member in group { isPlaced[member] = true }
            guard group.count > 1 else { continue }
            let radius = max(apart * 0.6, apart * Double(group.count) / (2 * .pi))
            for (step, member) in group.enumerated() {
                let angle = 2 * .pi * Double(step) / Double(group.count) - .pi / 2
                result[member] = MapPoint(
                    x: points[index].x + radius * cos(angle),
                    y: points[index].y + radius * sin(angle)
                )
            }
        }
        return result
    }
}
