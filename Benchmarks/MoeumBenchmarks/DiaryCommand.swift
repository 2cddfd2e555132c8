import ArgumentParser
import Foundation
import Moeum

/// A diary of very many entries beside one of few, many writers at once, and a search that finds nothing.
struct DiaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diary",
        abstract: "The month page with 10 and 5,000 entries, 32 writers at once, and a search without a hit."
    )

    @Option(help: "Entries of the second diary.") var entries = 5_000
    @Option(help: "Rounds, in turns on both; the median counts.") var rounds = 15
    @Option(help: "Pages a round.") var pages = 60
    @Option(help: "Who write at the same time.") var writers = 32
    @Option(help: "States that each of them saves.") var saves = 40
    @Option(help: "Searches.") var searches = 200

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let site = try await DiarySite(folder: folder, amounts: [10, entries])
        try await measureMonths(site)
        try await measureTimes(site)
        await site.close()
    }

    private func measureMonths(_ site: DiarySite) async throws {
        var (ours, theirs): ([Double], [Double]) = ([], [])
        var bytes = 0
        for round in -1..<rounds {
            let first = try await site.cost(of: DiarySite.month, by: 0, times: pages)
            let second = try await site.cost(of: DiarySite.month, by: 1, times: pages)
            bytes = second.bytes
            if round < 0 { continue }
            ours.append(first.microseconds)
            theirs.append(second.microseconds)
        }
        let (one, other) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
        var table = Table("page", "bytes", "10 entries, CPU µs", "\(entries)", "ratio")
        table.add("month", "\(bytes)", one.shown(0), other.shown(0), "\((other / one).shown())×")
        table.print()
    }

    private func measureTimes(_ site: DiarySite) async throws {
        let written = try await site.save(by: writers, times: saves)
        let found = try await site.search(times: searches)
        var table = Table("what", "p50 ms", "p99 ms")
        table.add("a save, \(writers) writers", written.p50.shown(), written.p99.shown())
        table.add("a search without a hit, \(entries) entries", found.p50.shown(), found.p99.shown())
        print()
        table.print()
    }
}
