/// Writes the map as SVG; every text is escaped, every number short.
struct MapMarkup {
    let projection: MapProjection
    private var bytes: [UInt8] = []

    init(projection: MapProjection) { self.projection = projection }

    var markup: Markup { Markup(bytes) }

    /// - Parameter isFilled: whether the picture fills a frame of any shape and is cut off at its edges; otherwise the whole
    ///   picture shows, and the ground goes on beyond it.
    mutating func open(label: String, isFilled: Bool = false) {
        write("<svg class=\"geo\" viewBox=\"0 0 400 340\"\(isFilled ? " preserveAspectRatio=\"xMidYMid slice\"" : "")")
        write(" data-west=\"\(projection.west)\" data-north=\"\(projection.north)\" data-scale=\"\(projection.scale)\"")
        write(" role=\"group\" aria-label=\"")
        ValueText.appendEscaped(label, to: &bytes)
        write("\"><g class=\"world\">")
    }

    mutating func close() { write("</g></svg>") }

    mutating func ground(
        _ map: SeoulMap,
        around: Double,
        highlighted: String?,
        tinted: [DongAreas.Area] = []
    ) {
        map.ground.append(in: projection, around: around, highlighted: highlighted, tinted: tinted, to: &bytes)
    }

    /// Names of districts on a map of all of Seoul; closer, stations, then names of dongs.
    mutating func names(_ map: SeoulMap, _ list: ListMap, avoiding taken: [MapLabels.Box]) {
        if projection.scale > MapProjection.districtScale {
            dongNames(map, of: list.district, list.language, avoiding: taken, around: list.station)
            return
        }
        var labels = MapLabels(taken: taken)
        map.stations.append(to: &self, list.language, &labels, around: list.station)
        for district in list.districtNames {
            let middle = map.middle(of: district.slug)
            name(district.name, at: projection.point(middle.latitude, middle.longitude), &labels)
        }
    }

    /// - Parameter district: only dongs of this district are named; nil names all in view.
    mutating func dongNames(
        _ map: SeoulMap,
        of district: String? = nil,
        _ language: Language,
        avoiding taken: [MapLabels.Box],
        letterSize: Double = 12,
        around station: String? = nil
    ) {
        var labels = MapLabels(taken: taken, letterSize: letterSize)
        map.stations.append(to: &self, language, &labels, around: station)
        let view = projection.bounds()
        let most = labels.count + 16
        for index in map.dongs.indices where labels.count < most {
            // There are over four hundred dongs: those out of view are not copied.
            guard view.contains(map.dongs[index].latitude, map.dongs[index].longitude) else { continue }
            let dong = map.dongs[index]
            guard district == nil || dong.district == district else { continue }
            name(dong.name(language), at: projection.point(dong.latitude, dong.longitude), &labels)
        }
    }

    /// A dot for each line side by side, and the name below where there is room.
    /// - Parameter isNamed: whether the name stands beside or above the dots where there is none below, and anyhow.
    mutating func station(
        _ text: String,
        _ colours: [String],
        at point: MapPoint,
        _ labels: inout MapLabels,
        isNamed: Bool
    ) {
        guard point.isInside else { return }
        let left = point.x - Double(colours.count - 1) * 3
        write("<g class=\"station\">")
        for (index, colour) in colours.enumerated() {
            let x = MapPoint.text(left + Double(index) * 6)
            write("<circle cx=\"\(x)\" cy=\"\(MapPoint.text(point.y))\" r=\"3.5\" fill=\"\(colour)\"/>")
        }
        let places = isNamed ? MapLabels.places(of: text, beside: point) : []
        let free = places.first { $0.isInside && labels.hasRoom(for: text, at: $0) }
        let place = free ?? MapPoint(x: point.x, y: point.y + 11)
        if isNamed, free == nil { write(text, at: place) } else { name(text, at: place, &labels) }
        write("</g>")
    }

    /// Halos around places with an approximate position; one shape, so that overlapping halos do not add up to a dark one.
    mutating func halos(_ homes: [MapPoint]) {
        guard !homes.isEmpty else { return }
        write("<g class=\"approx\">")
        for home in homes { circle(home, 17, nil) }
        write("</g>")
    }

    /// Lines from a place's position to a pin that was moved aside.
    mutating func leaderLines(_ ways: [(home: MapPoint, pin: MapPoint)]) {
        let moved = ways.filter { $0.home.distance(to: $0.pin) > 13 }
        guard !moved.isEmpty else { return }
        write("<path class=\"lead\" d=\"")
        for way in moved {
            write("M \(MapPoint.text(way.home.x)) \(MapPoint.text(way.home.y))")
            write(" \(MapPoint.text(way.pin.x)) \(MapPoint.text(way.pin.y))")
        }
        write("\"/>")
        for way in moved { circle(way.home, 2, "home") }
    }

    mutating func cluster(_ cluster: MapCluster, at point: MapPoint, target: Double, _ list: ListMap) {
        let middle = projection.position(cluster.centre)
        link("cl", href: list.href(of: cluster), label: list.label(of: cluster), at: middle)
        count(of: cluster, at: point, target: target, list)
    }

    /// The places of a dong that have no position of their own.
    mutating func places(
        in area: DongAreas.Area,
        _ cluster: MapCluster,
        at point: MapPoint,
        target: Double,
        _ list: ListMap
    ) {
        let name = area.label.name(list.language)
        link(
            "cl cl--dong",
            href: list.href(of: cluster),
            label: list.dongLabel(name, cluster.count),
            at: (area.label.latitude, area.label.longitude),
            reach: area.reach
        )
        count(of: cluster, at: point, target: target, list)
    }

    /// The dong of the page's place, named where no pin may stand.
    mutating func chosen(_ area: DongAreas.Area, label: String) {
        link("area", href: nil, label: label, at: (area.label.latitude, area.label.longitude), reach: area.reach)
        write("</g>")
    }

    /// A pin of the list; a place that the list does not number is drawn smaller.
    mutating func pin(_ pin: MapPin, at point: MapPoint, target: Double) {
        open(pin, isChosen: false)
        circle(point, target, "hit")
        shape(pin.kind, at: point, radius: pin.number == nil ? 7 : 12)
        if let number = pin.number {
            openText(at: point, down: 4.5)
            write("\(number)</text>")
        }
        write(pin.href == nil ? "</g>" : "</a>")
    }

    /// The pin of the place that the page is about.
    mutating func chosen(_ pin: MapPin, at point: MapPoint) {
        if pin.position.precision != .exact { circle(point, 44, "halo") }
        open(pin, isChosen: true)
        shape(pin.kind, at: point, radius: 15)
        write(pin.href == nil ? "</g>" : "</a>")
    }

    private mutating func open(_ pin: MapPin, isChosen: Bool) {
        var classes = "pin"
        if isChosen { classes += " pin--on" }
        if pin.kind == .bookshop { classes += " pin--book" }
        if pin.position.precision != .exact { classes += " pin--near" }
        link(classes, href: pin.href, label: pin.label, at: (pin.position.latitude, pin.position.longitude))
    }

    /// A circle (a plate) for restaurants, a square (a book) for bookshops.
    private mutating func shape(_ kind: Place.Kind, at point: MapPoint, radius: Double) {
        guard kind == .bookshop else {
            circle(point, radius, nil)
            return
        }
        let (left, top, side) = (MapPoint.text(point.x - radius), MapPoint.text(point.y - radius), Int(radius * 2))
        write("<rect x=\"\(left)\" y=\"\(top)\" width=\"\(side)\" height=\"\(side)\" rx=\"\(side / 5)\"/>")
    }

    private mutating func name(_ text: String, at point: MapPoint, _ labels: inout MapLabels) {
        guard point.isInside, labels.add(text, at: point) else { return }
        write(text, at: point)
    }

    private mutating func write(_ text: String, at point: MapPoint) {
        openText(at: point, down: 4, " text-anchor=\"middle\"")
        ValueText.appendEscaped(text, to: &bytes)
        write("</text>")
    }

    private mutating func link(
        _ classes: String,
        href: String?,
        label: String,
        at position: (latitude: Double, longitude: Double),
        reach: Double? = nil
    ) {
        if let href {
            write("<a class=\"\(classes)\" href=\"")
            ValueText.appendEscaped(href, to: &bytes)
        } else {
            write("<g class=\"\(classes)\" role=\"img")
        }
        write("\" aria-label=\"")
        ValueText.appendEscaped(label, to: &bytes)
        write("\" data-lat=\"\(position.latitude)\" data-lon=\"\(position.longitude)\"")
        if classes.hasPrefix("cl"), href?.begins(with: "#") == false { write(" data-in-place data-focus=\"map\"") }
        if let reach { write(" data-reach=\"\(Int(reach.rounded()))\"") }
        write(">")
    }

    private mutating func count(of cluster: MapCluster, at point: MapPoint, target: Double, _ list: ListMap) {
        circle(point, target, "hit")
        circle(point, cluster.radius - 1, nil)
        openText(at: point, down: 4.5)
        write("\(cluster.count)\(list.isPartial ? "+" : "")</text></a>")
    }

    private mutating func circle(_ point: MapPoint, _ radius: Double, _ name: StaticString?) {
        write("<circle")
        if let name {
            write(" class=\"")
            write(name)
            write("\"")
        }
        write(" cx=\"", point.x)
        write("\" cy=\"", point.y)
        write("\" r=\"", radius)
        write("\"/>")
    }

    private mutating func openText(at point: MapPoint, down: Double, _ attributes: StaticString = "") {
        write("<text")
        write(attributes)
        write(" x=\"", point.x)
        write("\" y=\"", point.y + down)
        write("\">")
    }

    private mutating func write(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Most of a map: texts known beforehand and numbers, for which no strings are made.
    private mutating func write(_ markup: StaticString, _ number: Double? = nil) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
        if let number { MapPoint.append(number, to: &bytes) }
    }
}
