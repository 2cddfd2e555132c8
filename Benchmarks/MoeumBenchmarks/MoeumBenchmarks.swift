import ArgumentParser

/// Measures parts of the site against a reference in the same process, and prints a table.
@main
struct MoeumBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moeum-benchmarks",
        abstract:
            "Measures templates, database, search, reviews, favourites, roulette, reports and diaries, each against its reference.",
        subcommands: [
            LoginsCommand.self, TemplatesCommand.self, DatabaseCommand.self, PlacesCommand.self,
            ReviewsCommand.self, FavouritesCommand.self, RouletteCommand.self, QueueCommand.self,
            DiaryCommand.self,
            WallCommand.self,
        ]
    )
}

/// A measurement that cannot be trusted, in words for the person who runs it.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
