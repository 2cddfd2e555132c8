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
    let river: River
    let dongs: [Label]

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
        return SeoulMap(outlines: figures.outlines, river: figures.river, dongs: dongs)
    }

    /// The box around a district's outline, or around all of Seoul.
    func bounds(of district: String?) -> PlaceQuery.Bounds {
        let points = outlines.filter { district == nil || $0.district == district }.flatMap(\.points)
        let latitudes = points.map { $0[0] }
        let longitudes = points.map { $0[1] }
        return PlaceQuery.Bounds(
            south: latitudes.min() ?? 37.42,
            west: longitudes.min() ?? 126.76,
            north: latitudes.max() ?? 37.7,
            east: longitudes.max() ?? 127.19
        )
    }
}
