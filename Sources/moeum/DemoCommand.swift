import ArgumentParser
import Foundation
import Moeum

/// Fills an empty database for load tests.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Fills an empty database with invented places, for load tests."
    )

    @OptionGroup var common: CommonOptions
    @Option(help: "How many places.") var places = 100_000
    @Option(help: "The same seed gives the same places.") var seed: UInt64 = 1

    func run() async throws {
        let config = try Config.read(common.flags)
        let demo = try DemoPlaces(dataDirectory: "\(config.resourceDirectory)/Data")
        let database = try openDatabase(config)
        try await Migrator().migrate(database)
        let total = places
        let isTerminal = isatty(STDERR_FILENO) == 1
        try await demo.fill(database, places: total, seed: seed) { count in
            if isTerminal { FileHandle.standardError.write(Data("\r\(count) of \(total)".utf8)) }
        }
        await database.close()
        print("\(total) places")
    }
}
