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
    func drawing(_ list: ListMap) -> Markup {
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
        return svg.markup
    }

    /// The small map on a place's page: one pin, with a halo where the position is approximate.
    func drawing(of pin: MapPin, label: String) -> Markup {
        let position = pin.position
        let reach = position.precision == .dong ? 0.016 : 0.011
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
        return svg.markup
    }
}

/// Parts pins that would lie on each other: each pair too close is pushed apart, again and again, by half of what lacks.
enum MapSpread {
    static func points(_ points: [MapPoint], apart: Double = 25, rounds: Int = 40) -> [MapPoint] {
        var result = points
        for _ in 0..<rounds {
            var hasMoved = false
            for first in result.indices {
                for second in result.indices where second > first {
                    let gap = result[first].distance(to: result[second])
                    guard gap < apart - 0.5 else { continue }
                    hasMoved = true
                    let direction = direction(from: result[first], to: result[second], gap, index: second)
                    let push = (apart - gap) / 2
                    result[first].x -= direction.x * push
                    result[first].y -= direction.y * push
                    result[second].x += direction.x * push
                    result[second].y += direction.y * push
                }
            }
            if !hasMoved { break }
        }
        return result
    }

    /// Pins on the very same spot go apart along an angle of their own, the golden one, so that a stack becomes a disc.
    private static func direction(from: MapPoint, to: MapPoint, _ gap: Double, index: Int) -> MapPoint {
        guard gap > 0.01 else {
            let angle = Double(index) * 2.399_963
            return MapPoint(x: cos(angle), y: sin(angle))
        }
        return MapPoint(x: (to.x - from.x) / gap, y: (to.y - from.y) / gap)
    }
}
