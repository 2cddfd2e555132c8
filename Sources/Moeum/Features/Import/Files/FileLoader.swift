import Foundation

/// Imports a CSV file into the database: its places, and the sources that it names.
package struct FileLoader: Sendable {
    package let content: FileImport.Content
    /// The sources in `sources.json`.
    private let described: [Source]
    private let districts: Districts
    private let startedAt = Date.now.milliseconds
    private let today = SeoulTime(.now).isoDay

    /// Reads the file; throws where it is invalid as a whole.
    /// - Parameter dataDirectory: the folder with `sources.json` and the districts.
    package init(path: String, dataDirectory: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw FileImport.Error(description: "\(path) cannot be read")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileImport.Error(description: "\(path) is not UTF-8")
        }
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        districts = try Districts.load(from: dataDirectory)
        described = try Source.all(in: dataDirectory)
        content = try FileImport(
            districts: districts,
            source: SourceReference(source: "file:\(name)", asOf: today),
            dongs: try DongTable.load(from: dataDirectory)
        ).read(text)
    }

    /// Imports the places in one transaction.
    package func load(into database: any Database) async throws -> ImportCounts {
        let counts = try await database.write { transaction in
            let content = try transaction.identified(content)
            try transaction.saveSources(described + undescribed(content))
            return try transaction.importPlaces(content, districts, startedAt: startedAt)
        }
        try await database.mergePlaceSearchIndex()
        return counts
    }

    /// Sources that only the file names, with their ids as names.
    private func undescribed(_ content: FileImport.Content) -> [Source] {
        Set(content.records.map(\.source.source)).subtracting(described.map(\.id)).sorted().map { id in
            Source(id: id, nameKo: id, nameEn: id, url: nil, licence: nil, asOf: today)
        }
    }
}
