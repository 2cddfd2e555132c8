/// Writes the map as SVG; every text is escaped, every number short.
struct MapMarkup {
    private let projection: MapProjection
    private var bytes: [UInt8] = []

    init(projection: MapProjection) { self.projection = projection }

    var markup: Markup { Markup(bytes) }

    mutating func open(label: String) {
        write(
            "<svg class=\"geo\" viewBox=\"0 0 400 340\" preserveAspectRatio=\"xMidYMid slice\" role=\"group\" aria-label=\""
        )
        ValueText.appendEscaped(label, to: &bytes)
        write("\">")
    }

    mutating func close() { write("</svg>") }

    mutating func ground(_ map: SeoulMap, highlighted: String?) {
        map.ground.append(in: projection, highlighted: highlighted, to: &bytes)
    }

    /// Names of districts over all of Seoul, of quarters within one.
    mutating func names(_ map: SeoulMap, _ list: ListMap, avoiding taken: [MapPoint]) {
        if projection.scale > 2_500 {
            dongNames(map, of: list.district, avoiding: taken)
            return
        }
        var labels = MapLabels(taken: taken)
        for district in list.districtNames {
            let box = map.bounds(of: district.slug)
            let centre = projection.point((box.south + box.north) / 2, (box.west + box.east) / 2)
            name(district.name, at: centre, &labels)
        }
    }

    /// - Parameter district: names of this district alone, or of every one in view.
    mutating func dongNames(_ map: SeoulMap, of district: String? = nil, avoiding taken: [MapPoint]) {
        var labels = MapLabels(taken: taken)
        let view = projection.bounds
        for index in map.dongs.indices where labels.count < 16 {
            // Four hundred are looked at for each map: no copy of those out of view.
            guard view.contains(map.dongs[index].latitude, map.dongs[index].longitude) else { continue }
            let dong = map.dongs[index]
            guard district == nil || dong.district == district else { continue }
            name(dong.text, at: projection.point(dong.latitude, dong.longitude), &labels)
        }
    }

    mutating func cluster(_ cluster: MapCluster, _ list: ListMap) {
        let count = cluster.places.count
        let radius = min(26, 12 + Double(count).squareRoot() * 1.6)
        link("cl", href: list.clusterHref(cluster.bounds), label: list.clusterLabel(count), at: cluster.middle)
        write(circle(cluster.centre, max(25, radius), "hit") + circle(cluster.centre, radius, nil))
        write("<text \(place(cluster.centre, down: 5))>\(count)</text></a>")
    }

    mutating func pin(_ pin: MapPin, at point: MapPoint, isSelected: Bool) {
        if pin.position.precision != .exact {
            write(circle(point, isSelected ? 44 : 19, isSelected ? "halo" : "approx"))
        }
        let isBook = pin.kind == .bookshop
        let isNear = pin.position.precision != .exact
        let classes = "pin\(isSelected ? " pin--on" : "")\(isBook ? " pin--book" : "")\(isNear ? " pin--near" : "")"
        link(classes, href: pin.href, label: pin.label, at: (pin.position.latitude, pin.position.longitude))
        write(circle(point, isSelected ? 28 : 25, "hit"))
        if isBook {
            write(
                "<rect x=\"\(MapPoint.text(point.x - 12))\" y=\"\(MapPoint.text(point.y - 12))\" width=\"24\" height=\"24\" rx=\"5\"/>"
            )
        } else {
            write(circle(point, isSelected ? 16 : 13, nil))
        }
        if let number = pin.number { write("<text \(place(point, down: 4.5))>\(number)</text>") }
        write("</a>")
    }

    private mutating func name(_ text: String, at point: MapPoint, _ labels: inout MapLabels) {
        guard point.isInside, labels.take(text, at: point) else { return }
        write("<text lang=\"ko\" text-anchor=\"middle\" \(place(point, down: 4))>")
        ValueText.appendEscaped(text, to: &bytes)
        write("</text>")
    }

    private mutating func link(
        _ classes: String,
        href: String,
        label: String,
        at position: (latitude: Double, longitude: Double)
    ) {
        write("<a class=\"\(classes)\" href=\"")
        ValueText.appendEscaped(href, to: &bytes)
        write("\" aria-label=\"")
        ValueText.appendEscaped(label, to: &bytes)
        write("\" data-lat=\"\(position.latitude)\" data-lon=\"\(position.longitude)\">")
    }

    private func circle(_ point: MapPoint, _ radius: Double, _ name: String?) -> String {
        let classes = name.map { " class=\"\($0)\"" } ?? ""
        let centre = "cx=\"\(MapPoint.text(point.x))\" cy=\"\(MapPoint.text(point.y))\""
        return "<circle\(classes) \(centre) r=\"\(MapPoint.text(radius))\"/>"
    }

    private func place(_ point: MapPoint, down: Double) -> String {
        "x=\"\(MapPoint.text(point.x))\" y=\"\(MapPoint.text(point.y + down))\""
    }

    private mutating func write(_ markup: String) { bytes.append(contentsOf: markup.utf8) }
}

/// Keeps names off each other and off the pins.
struct MapLabels {
    private var taken: [(point: MapPoint, reach: Double)]
    private(set) var count = 0

    init(taken points: [MapPoint]) { taken = points.map { ($0, 14) } }

    /// Whether the name fits there; if so the room is gone for others.
    mutating func take(_ text: String, at point: MapPoint) -> Bool {
        let reach = Double(text.count) * 6.5
        guard point.x > reach, point.x < MapProjection.width - reach else { return false }
        let isFree = taken.allSatisfy { other in
            abs(other.point.x - point.x) > other.reach + reach || abs(other.point.y - point.y) > 18
        }
        guard isFree else { return false }
        taken.append((point, reach))
        count += 1
        return true
    }
}
