import ArgumentParser
import Foundation
import Moeum

/// A turn of the wheel over few places, beside one over very many.
struct RouletteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roulette",
        abstract: "A turn of the wheel for a district and for all of Seoul: among 10,000 places and among 100,000."
    )

    @Option(help: "How many places there are on the first site.") var few = 10_000
    @Option(help: "How many places there are on the second site.") var many = 100_000
    @Option(help: "Rounds, in turns on both; the median counts.") var rounds = 9
    @Option(help: "Turns a round.") var turns = 60

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var sites: [RouletteSite] = []
        for places in [few, many] {
            sites.append(try await RouletteSite(folder: folder.appending(path: "\(places)"), places: places))
        }
        try await measure(sites[0], sites[1])
        for site in sites { await site.close() }
    }

    private func measure(_ small: RouletteSite, _ large: RouletteSite) async throws {
        var table = Table("turn", "\(few) places, CPU µs", "\(many)", "ratio")
        for pool in RouletteSite.pools {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for round in -1..<rounds {
                let first = try await small.cost(of: pool, times: turns)
                let second = try await large.cost(of: pool, times: turns)
                if round < 0 { continue }
                ours.append(first)
                theirs.append(second)
            }
            let (one, other) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
            table.add(pool.name, one.shown(0), other.shown(0), "\((other / one).shown())×")
        }
        table.print()
    }
}
