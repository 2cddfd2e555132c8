import ArgumentParser
import Foundation
import Logging
import Moeum

/// Settings that every command takes, from flags or from the environment.
struct CommonOptions: ParsableArguments {
    @Option(help: "Where database, photos and mail are (MOEUM_DATA_DIR, ./var).")
    var dataDir: String?
    @Option(help: "The folder with Views, Public and Data (MOEUM_RESOURCES, found by itself).")
    var resources: String?
    @Option(help: "postgres://… in a build with that trait (MOEUM_DATABASE_URL, SQLite in the data directory).")
    var databaseUrl: String?
    @Option(help: "trace, debug, info, notice, warning, error (MOEUM_LOG_LEVEL, info).")
    var logLevel: String?
    @Option(help: "text or json (MOEUM_LOG_FORMAT, text).")
    var logFormat: String?

    var flags: [String: String?] {
        [
            "MOEUM_DATA_DIR": dataDir, "MOEUM_RESOURCES": resources, "MOEUM_DATABASE_URL": databaseUrl,
            "MOEUM_LOG_LEVEL": logLevel, "MOEUM_LOG_FORMAT": logFormat,
        ]
    }
}

extension Config {
    /// Flags first, then the environment.
    static func read(_ flags: [String: String?]) throws -> Config {
        let environment = ProcessInfo.processInfo.environment
        return try Config { name in (flags[name] ?? nil) ?? environment[name] }
    }

    func logger() -> Logger {
        let level = Logger.Level(rawValue: logLevel) ?? .info
        let isJSON = logsJSON
        return Logger(label: "moeum") { LineLogHandler(label: $0, level: level, isJSON: isJSON) }
    }
}
