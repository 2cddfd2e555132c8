import ArgumentParser
import Foundation
import Moeum

/// The favourites page of somebody who keeps few places, beside that of somebody who keeps very many.
struct FavouritesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites",
        abstract: "The favourites page with 50 tags: 100 favourites and 10,000."
    )

    @Option(help: "How many the second person keeps.") var favourites = 10_000
    @Option(help: "How many tags each has.") var tags = 50
    @Option(help: "Rounds, in turns on both; the median counts.") var rounds = 15
    @Option(help: "Pages a round.") var pages = 60

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let site = try await FavouritesSite(folder: folder, amounts: [100, favourites], tags: tags)
        try await measure(site)
        await site.close()
    }

    private func measure(_ site: FavouritesSite) async throws {
        var table = Table("page", "bytes", "100 favourites, CPU µs", "\(favourites)", "ratio")
        for page in FavouritesSite.pages {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            var bytes = 0
            for round in -1..<rounds {
                let first = try await site.cost(of: page, by: 0, times: pages)
                let second = try await site.cost(of: page, by: 1, times: pages)
                bytes = second.bytes
                if round < 0 { continue }
                ours.append(first.microseconds)
                theirs.append(second.microseconds)
            }
            let (one, other) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
            table.add(page.name, "\(bytes)", one.shown(0), other.shown(0), "\((other / one).shown())×")
        }
        table.print()
    }
}
