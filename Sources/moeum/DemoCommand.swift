import ArgumentParser
import Foundation
import Moeum

/// Fills an empty database for load tests.
struct DemoCommand: SiteCommand {
    static let configuration = configured(
        "demo",
        abstract: "Fills an empty database with invented places, people and what they say and keep.",
        discussion: """
            Any other database is refused. A million reviews take a minute or a few. The people are verified and have no \
            password. Where it is broken off, what was made stays: begin again with another data directory.
            """
    )

    @Option(help: "How many places.") var places = 100_000
    @Option(help: "How many people.") var accounts = 10_000
    @Option(help: "How many reviews, at most one a person and place.") var reviews = 100_000
    @Option(help: "How many favourites, with tags and notes; lists and visits come with them.") var favourites = 0
    @Option(help: "The same seed gives the same rows on the same day.") var seed: UInt64 = 1

    func run(_ config: Config) async throws {
        let demo = try Demo(dataDirectory: "\(config.resourceDirectory)/Data")
        let amounts = Demo.Amounts(places: places, accounts: accounts, reviews: reviews, favourites: favourites)
        let progress = TerminalProgress()
        // Alone, so that the log is written back on the way: it would grow to many times the database.
        try await config.withDatabase(as: .server) { database, _ in
            try await demo.fill(database, amounts, seed: seed) { stage, count in
                progress.show("\(stage.rawValue): \(count)")
            }
        }
        progress.clear()
        let made = [(places, "place"), (accounts, "account"), (reviews, "review"), (favourites, "favourite")]
        print(made.map { counted($0, $1) }.joined(separator: ", "))
    }
}
