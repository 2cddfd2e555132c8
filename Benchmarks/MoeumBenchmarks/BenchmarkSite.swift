import Foundation
import Logging
import Moeum

/// The site as benchmarks measure it: on SQLite, without rate limits, saying nothing.
enum BenchmarkSite {
    /// - Parameters:
    ///   - folder: where its database is; used as it is when it is filled already.
    ///   - fill: makes the data of a new one.
    static func app(
        in folder: URL,
        fill: (any Database, Demo) async throws -> Void
    ) async throws -> App {
        let settings = [
            "MOEUM_DATA_DIR": folder.path(), "MOEUM_BASE_URL": "http://moeum.example", "MOEUM_LIMITS": "off",
        ]
        var logger = Logger(label: "benchmark")
        logger.logLevel = .critical
        let config = try Config { settings[$0] }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: folder.appending(path: "moeum.sqlite").path())
        try await Migrator().migrate(database)
        if try await database.read({ try $0.hasNoPlaces() }) {
            try await fill(database, Demo(dataDirectory: "\(config.resourceDirectory)/Data"))
        }
        return try App(config: config, database: database, logger: logger)
    }

    /// Says for those who wait what is being made.
    static func log(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }
}
