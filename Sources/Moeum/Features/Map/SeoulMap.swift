import Foundation

/// The figures behind the drawn map: outlines, the Han and the names of quarters.
public struct SeoulMap: Sendable {
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
        let latitude: Double
        let longitude: Double
    }

    private struct Figures: Codable {
        let outlines: [Outline]
        let river: River
    }

    let outlines: [Outline]
    let ground: MapGround
    let dongs: [Label]
    private let seoul: PlaceQuery.Bounds
    private let districts: [String: PlaceQuery.Bounds]

    private init(_ figures: Figures, dongs: [Label]) {
        outlines = figures.outlines
        ground = MapGround(outlines: figures.outlines, river: figures.river)
        self.dongs = dongs
        seoul = PlaceQuery.Bounds(around: figures.outlines.flatMap(\.points))
        districts = Dictionary(
            figures.outlines.map { ($0.district, PlaceQuery.Bounds(around: $0.points)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Reads `map.json` and `dongs.csv`.
    public static func load(from directory: String) throws -> SeoulMap {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/map.json"))
        let figures = try JSONDecoder().decode(Figures.self, from: data)
        let text = try String(contentsOfFile: "\(directory)/dongs.csv", encoding: .utf8)
        let dongs = try CSVReader.rows(of: text).dropFirst().compactMap { row -> Label? in
            guard row.fields.count == 5, let latitude = Double(row.fields[3]), let longitude = Double(row.fields[4])
            else { return nil }
            return Label(district: row.fields[0], text: row.fields[1], latitude: latitude, longitude: longitude)
        }
        return SeoulMap(figures, dongs: dongs)
    }

    /// The box around a district's outline, or around all of Seoul.
    func bounds(of district: String?) -> PlaceQuery.Bounds { district.flatMap { districts[$0] } ?? seoul }
}
