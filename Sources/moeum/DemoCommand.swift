import ArgumentParser
import Foundation
import Moeum

/// Fills an empty database for load tests.
struct DemoCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Fills an empty database with invented places, for load tests.",
        discussion: Setting.help(settings)
    )

    @Option(help: "How many places.") var places = 100_000
    @Option(help: "The same seed gives the same places.") var seed: UInt64 = 1

    func run(_ config: Config) async throws {
        let demo = try DemoPlaces(dataDirectory: "\(config.resourceDirectory)/Data")
        let keywords = KeywordLoader(directory: "\(config.resourceDirectory)/Data")
        let (total, seed) = (places, seed)
        let isTerminal = isatty(STDERR_FILENO) == 1
        try await openDatabase(config).closing { database in
            try await Migrator().migrate(database)
            try await keywords.load(into: database)
            try await demo.fill(database, places: total, seed: seed) { count in
                if isTerminal { FileHandle.standardError.write(Data("\r\(count) of \(total)".utf8)) }
            }
        }
        print("\(total) places")
    }
}
