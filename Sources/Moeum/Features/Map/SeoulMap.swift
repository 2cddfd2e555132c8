import Foundation

/// The geometry of the drawn map: outlines of districts, the Han, and the names of dongs.
package struct SeoulMap: Sendable {
    struct Outline: Sendable, Codable {
        let district: String
        /// Latitude and longitude in degrees, at most forty.
        let points: [[Double]]
    }

    struct River: Sendable, Codable {
        let widthMetres: Double
        let points: [[Double]]
    }

    struct Label: Sendable {
        let district: String
        let text: String
        let englishText: String
        let latitude: Double
        let longitude: Double

        func name(_ language: Language) -> String { language == .english ? englishText : text }
    }

    private struct Figures: Codable {
        let outlines: [Outline]
        let river: River
    }

    let outlines: [Outline]
    let ground: MapBackground
    let dongs: [Label]
    let areas: DongAreas
    /// By district and Korean name.
    private let englishDongs: [String: [String: String]]
    let stations: MapStations
    private let seoul: PlaceQuery.Bounds
    private let districts: [String: PlaceQuery.Bounds]
    private let middles: [String: (latitude: Double, longitude: Double)]

    private init(_ figures: Figures, dongs: [Label], stations: MapStations) {
        self.stations = stations
        outlines = figures.outlines
        ground = MapBackground(outlines: figures.outlines, river: figures.river)
        self.dongs = dongs
        areas = DongAreas(dongs, figures.outlines)
        englishDongs = Dictionary(grouping: dongs, by: \.district).mapValues { dongs in
            Dictionary(dongs.map { ($0.text, $0.englishText) }) { first, _ in first }
        }
        seoul = PlaceQuery.Bounds(around: figures.outlines.flatMap(\.points))
        districts = figures.outlines.reduce(into: [:]) { $0[$1.district] = PlaceQuery.Bounds(around: $1.points) }
        middles = figures.outlines.reduce(into: [:]) { $0[$1.district] = Self.middle(of: $1.points) }
    }

    /// Reads `map.json`, `dongs.csv`, `stations.csv` and `lines.csv`.
    package static func load(from directory: String) throws -> SeoulMap {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/map.json"))
        let figures = try JSONDecoder().decode(Figures.self, from: data)
        let dongs = try CSVReader.table("\(directory)/dongs.csv").compactMap { row -> Label? in
            guard row.count == 5, let latitude = Double(row[3]), let longitude = Double(row[4]) else { return nil }
            return Label(
                district: row[0],
                text: row[1],
                englishText: row[2],
                latitude: latitude,
                longitude: longitude
            )
        }
        return SeoulMap(figures, dongs: dongs, stations: try MapStations(from: directory))
    }

    /// A dong as a place's record names it, in the reader's language.
    func dongName(_ name: String, in district: String, _ language: Language) -> String {
        guard language == .english else { return name }
        return englishDongs[district]?[name] ?? Romanization.dong(name)
    }

    /// The box around a district's outline, or around all of Seoul.
    func bounds(of district: String?) -> PlaceQuery.Bounds { district.flatMap { districts[$0] } ?? seoul }

    /// The centre of a district's area, in degrees.
    func middle(of district: String) -> (latitude: Double, longitude: Double) {
        middles[district] ?? (37.55, 126.99)
    }

    /// The centroid of an outline as a polygon.
    private static func middle(of points: [[Double]]) -> (latitude: Double, longitude: Double)? {
        guard let start = points.first else { return nil }
        var (area, latitude, longitude) = (0.0, 0.0, 0.0)
        for (one, next) in zip(points, points.dropFirst() + [start]) {
            // Relative to the first point, because the numbers are large beside their differences.
            let (y, x, nextY, nextX) = (one[0] - start[0], one[1] - start[1], next[0] - start[0], next[1] - start[1])
            let cross = x * nextY - nextX * y
            area += cross
            latitude += (y + nextY) * cross
            longitude += (x + nextX) * cross
        }
        guard area != 0 else { return (start[0], start[1]) }
        return (start[0] + latitude / (3 * area), start[1] + longitude / (3 * area))
    }
}
