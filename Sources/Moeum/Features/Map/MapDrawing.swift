import Foundation

/// A place on a map; the number is the one in the list.
struct MapPin: Hashable, Sendable {
    let number: Int?
    let label: String
    /// Nil on the place's own page.
    let href: String?
    let kind: Place.Kind
    let position: Place.Position
}

/// What the map beside a list shows.
struct ListMap: Sendable {
    let pins: [MapPin]
    /// All results that the list does not number.
    let others: [PlaceList.Point]
    /// Whether there are more results than `others` holds, so that a group's count is a minimum.
    let isPartial: Bool
    /// The district to highlight; the map shows it whole where no other filter narrows the view.
    var district: String?
    var view: PlaceQuery.Bounds?
    /// The bounds that the list is filtered by.
    var limit: PlaceQuery.Bounds?
    /// The station whose surroundings are searched, which the map always names.
    var station: String?
    let label: String
    /// The address of the same list within a group's bounds; on small screens of the list instead of its map, where no map
    /// could part the group.
    let clusterHref: @Sendable (PlaceQuery.Bounds, _ asList: Bool) -> String
    let clusterLabel: @Sendable (Int) -> String
    /// The label of a group whose places are all on one spot.
    let spotLabel: @Sendable (Int) -> String
    /// The label of places known by their dong alone.
    let dongLabel: @Sendable (_ dong: String, _ count: Int) -> String
    /// The label of a place that the list does not number.
    let otherLabel: @Sendable (Place.Kind) -> String
    let language: Language
    /// Names of districts in the reader's language, for maps of all of Seoul.
    let districtNames: [(slug: String, name: String)]
}

extension SeoulMap {
    func drawing(_ list: ListMap) -> Markup {
        let projection = projection(of: list.view, in: list.district)
        var svg = MapMarkup(projection: projection)
        svg.open(label: list.label)
        let marks = marks(list, projection)
        svg.ground(
            self,
            around: MapProjection.surroundings,
            highlighted: list.district,
            tinted: marks.compactMap(\.area)
        )
        let homes = marks.map { $0.home(projection) }
        let points = MapSpread(
            zip(marks, homes).map { MapSpread.Shape(point: $1, radius: $0.radius) }
        ).bodies.map(\.point)
        svg.names(self, list, avoiding: points.map { MapLabels.Box(point: $0) })
        svg.halos(zip(marks, homes).compactMap { mark, home in mark.isApproximate ? home : nil })
        svg.leaderLines(zip(marks, zip(homes, points)).compactMap { mark, ends in mark.isPin ? ends : nil })
        for (index, mark) in marks.enumerated() {
            let target = MapMark.target(of: index, in: marks, at: points)
            switch mark {
            case .pin(let pin): svg.pin(pin, at: points[index], target: target)
            case .group(let cluster): svg.cluster(cluster, at: points[index], target: target, list)
            case .dong(let area, let cluster):
                svg.places(in: area, cluster, at: points[index], target: target, list)
            }
        }
        svg.close()
        return svg.markup
    }

    /// The picture of a list's map.
    func projection(of view: PlaceQuery.Bounds?, in district: String?) -> MapProjection {
        MapProjection(showing: view ?? bounds(of: district))
    }

    /// What a list's map shows: its pins, and groups of all other places. Where only the dong is known no pin stands; such
    /// places are counted in their dong, and on maps of all of Seoul with those around them.
    private func marks(_ list: ListMap, _ projection: MapProjection) -> [MapMark] {
        let pins = list.pins.filter { $0.position.pinned != nil }
        var vague = list.pins.compactMap(PlaceList.Point.init(inDong:))
        var others = list.others
        let firstVague = others.partition(by: areas.isCentre)
        vague += others[firstVague...]
        others.removeSubrange(firstVague...)
        let shown = pins.filter { projection.point($0.position).isInside }.map(MapMark.pin)
        let positions = pins.map(\.position)
        func group(_ points: [PlaceList.Point], beside: [PlaceList.Point] = [], side: Double) -> [MapMark] {
            MapCluster.group(
                points,
                beside: positions + beside.map(\.position),
                projection,
                within: list.limit,
                side: side
            ).map { mark($0, list) }
        }
        // Most lists have no such place, and nothing more to count.
        guard projection.scale > MapProjection.districtScale, !vague.isEmpty else {
            return shown + group(others + vague, side: MapCluster.side)
        }
        return shown + group(others, beside: vague, side: MapCluster.side)
            + group(vague, beside: others, side: MapCluster.dongSide)
    }

    private func mark(_ cluster: MapCluster, _ list: ListMap) -> MapMark {
        guard let place = cluster.places.first, cluster.isOnOneSpot else { return .group(cluster) }
        if let area = areas[at: place.latitude, place.longitude] { return .dong(area, cluster) }
        guard cluster.places.count == 1 else { return .group(cluster) }
        // A group with a single place becomes that place's pin.
        return .pin(
            MapPin(
                number: nil,
                label: list.otherLabel(place.kind),
                href: "/places/\(place.id)",
                kind: place.kind,
                position: place.position
            )
        )
    }

    /// The small map on a place's page: one pin, with a halo where the street alone is known, or its dong.
    func drawing(of pin: MapPin, label: String, area: String?, _ language: Language) -> Markup {
        let position = pin.position
        if let area, let dong = areas[at: position.latitude, position.longitude] {
            return drawing(of: dong, area, label: label, language)
        }
        let reach = 0.011
        let view = PlaceQuery.Bounds(
            south: position.latitude - reach,
            west: position.longitude - reach,
            north: position.latitude + reach,
            east: position.longitude + reach
        )
        let projection = MapProjection(fitting: view, margin: 0)
        var svg = MapMarkup(projection: projection)
        svg.open(label: label, isFilled: true)
        svg.ground(self, around: 0, highlighted: nil)
        let point = projection.point(position)
        // No names near the upper and lower edge, which the frame may cut off.
        let cut = [0, MapProjection.height].map {
            MapLabels.Box(point: MapPoint(x: 200, y: $0), width: 400, height: 45)
        }
        let taken = [MapLabels.Box(point: point, width: 44, height: 44)] + cut
        svg.dongNames(self, language, avoiding: taken, letterSize: 14)
        svg.chosen(pin, at: point)
        svg.close()
        return svg.markup
    }

    private func drawing(of dong: DongAreas.Area, _ name: String, label: String, _ language: Language) -> Markup {
        let projection = MapProjection(fitting: dong.bounds, margin: 60)
        var svg = MapMarkup(projection: projection)
        svg.open(label: label, isFilled: true)
        svg.ground(self, around: 0, highlighted: nil, tinted: [dong])
        svg.chosen(dong, label: name)
        svg.dongNames(self, language, avoiding: [], letterSize: 14)
        svg.close()
        return svg.markup
    }
}

/// A pin or group on a list's map: a link.
enum MapMark {
    case pin(MapPin)
    case group(MapCluster)
    /// Places known by their dong alone.
    case dong(DongAreas.Area, MapCluster)

    var isPin: Bool {
        if case .pin = self { true } else { false }
    }

    /// The dong to tint.
    var area: DongAreas.Area? {
        if case .dong(let area, _) = self { area } else { nil }
    }

    var isApproximate: Bool {
        if case .pin(let pin) = self { pin.position.precision != .exact } else { false }
    }

    /// The radius to keep free in the picture: the mark stays 24 pixels across even where the picture is drawn at nine tenths
    /// (WCAG 2.5.8).
    var radius: Double {
        switch self {
        case .pin: 13.5
        case .group(let cluster), .dong(_, let cluster): cluster.radius
        }
    }

    /// The radius that reacts to a finger: 44 pixels across, but never over the marks beside it.
    static func target(of index: Int, in marks: [MapMark], at points: [MapPoint]) -> Double {
        var free = 25.0
        for other in marks.indices where other != index {
            free = min(free, points[index].distance(to: points[other]) - marks[other].radius)
        }
        return max(free, marks[index].radius)
    }

    func home(_ projection: MapProjection) -> MapPoint {
        switch self {
        case .pin(let pin): projection.point(pin.position)
        case .group(let cluster), .dong(_, let cluster): cluster.centre
        }
    }
}

extension MapCluster {
    /// More places make a larger circle, within what a square can hold.
    var radius: Double { min(23, 13.5 + Double(count).squareRoot() * 0.8) }

    /// The same for places known by their dong alone: centres of neighbouring dongs lie closer together.
    static let dongSide = 28.0

    /// Whether all of its places are at the same point, so that no map can part them.
    var isOnOneSpot: Bool {
        places.allSatisfy { $0.latitude == places[0].latitude && $0.longitude == places[0].longitude }
    }
}

extension ListMap {
    func href(of cluster: MapCluster) -> String { clusterHref(cluster.bounds, cluster.isOnOneSpot) }

    func label(of cluster: MapCluster) -> String {
        cluster.isOnOneSpot ? spotLabel(cluster.count) : clusterLabel(cluster.count)
    }
}

extension PlaceList.Point {
    var position: Place.Position { Place.Position(latitude: latitude, longitude: longitude, precision: .exact) }

    /// A numbered place known by its dong alone; nil for others.
    fileprivate init?(inDong pin: MapPin) {
        guard pin.position.pinned == nil else { return nil }
        self.init(id: .absent, kind: pin.kind, latitude: pin.position.latitude, longitude: pin.position.longitude)
    }
}

extension MapProjection {
    /// From this scale on a map shows about a district, and its dongs one by one.
    static let districtScale = 2_500.0

    func point(_ position: Place.Position) -> MapPoint { point(position.latitude, position.longitude) }
}
