import Foundation

/// The stations as maps draw them: a dot in the colour of each line, and the name.
struct MapStations: Sendable {
    private struct Stop: Sendable {
        let station: Station
        let colours: [String]
    }

    /// From this scale on stations lie far enough apart.
    private static let scale = 5_000.0
    private static let most = 24

    private let stops: [Stop]

    /// Reads `stations.csv` and the colours of their lines in `lines.csv`.
    init(from directory: String) throws {
        let rows = try CSVReader.table("\(directory)/lines.csv")
        let colours = Dictionary(rows.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
        stops = try Stations.load(from: directory).all.map { station in
            Stop(station: station, colours: station.lines.compactMap { colours[$0] })
        }
    }

    /// Draws those in view; `labels` keeps their names apart from each other and from what is named after them.
    /// - Parameter own: the name of the station that the map is about: it comes first, on maps of any scale.
    func append(
        to svg: inout MapMarkup,
        _ language: Language,
        _ labels: inout MapLabels,
        around own: String? = nil
    ) {
        func draw(_ stop: Stop, isNamed: Bool) {
            let point = svg.projection.point(stop.station.latitude, stop.station.longitude)
            svg.station(stop.station.fullName(language), stop.colours, at: point, &labels, isNamed: isNamed)
        }
        for stop in stops where stop.station.name == own { draw(stop, isNamed: true) }
        guard svg.projection.scale > Self.scale else { return }
        let view = svg.projection.bounds()
        let inView = stops.indices.lazy.filter { index in
            view.contains(stops[index].station.latitude, stops[index].station.longitude)
                && stops[index].station.name != own
        }
        for index in inView.prefix(Self.most) { draw(stops[index], isNamed: false) }
    }
}
