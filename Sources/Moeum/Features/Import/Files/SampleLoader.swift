import Foundation

/// Fills an empty database with the open data of `Data/`, for a new site.
package struct SampleLoader: Sendable {
    let directory: String
    let districts: Districts

    /// - Parameter directory: the folder with `sources.json` and the CSV files.
    package init(directory: String, districts: Districts) {
        self.directory = directory
        self.districts = districts
    }

    /// Loads the files in one transaction and returns the number of places; nil where there were places before.
    package func load(into database: any Database) async throws -> Int? {
        guard try await database.read({ try $0.hasNoPlaces() }) else { return nil }
        let sources = try Source.all(in: directory)
        let dongs = try DongTable.load(from: directory)
        let startedAt = Date.now.milliseconds
        var content = FileImport.Content()
        for name in ["restaurants", "bookshops"] {
            let text = try String(contentsOfFile: "\(directory)/\(name).csv", encoding: .utf8)
            let reference = SourceReference(source: "sample", asOf: SeoulTime(.now).isoDay)
            let part = try FileImport(districts: districts, source: reference, dongs: dongs).read(text)
            content.records += part.records
            content.rejections += part.rejections
        }
        let loaded = content
        try await database.write { transaction in
            try transaction.saveSources(sources)
            _ = try transaction.importPlaces(loaded, districts, startedAt: startedAt)
        }
        return loaded.records.count
    }
}

extension Source {
    package static func all(in directory: String) throws -> [Source] {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/sources.json"))
        return try JSONDecoder().decode([Source].self, from: data)
    }
}
