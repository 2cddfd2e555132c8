import ArgumentParser
import Foundation
import Moeum

/// The pages of staff over few reports, beside the same over very many.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "The queue of reports: 1,000 reports and 100,000."
    )

    @Flag(help: "A million reports instead of 100,000.") var full = false
    @Option(help: "Rounds, in turns on both; the median counts.") var rounds = 15
    @Option(help: "Pages a round.") var pages = 60

    private static let few = 1_000

    func run() async throws {
        let many = full ? 1_000_000 : 100_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let small = try await QueueSite(folder: folder.appending(path: "few"), reports: Self.few)
        let large = try await QueueSite(folder: folder.appending(path: "many"), reports: many)
        try await measure(small, large, many)
        await small.close()
        await large.close()
    }

    private func measure(_ small: QueueSite, _ large: QueueSite, _ many: Int) async throws {
        var table = Table("page", "bytes", "\(Self.few) reports, CPU µs", "\(many)", "ratio")
        for page in QueueSite.Page.allCases {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            var bytes = 0
            for round in -1..<rounds {
                let first = try await small.cost(of: page, times: pages)
                let second = try await large.cost(of: page, times: pages)
                bytes = second.bytes
                if round < 0 { continue }
                ours.append(first.microseconds)
                theirs.append(second.microseconds)
            }
            let (one, other) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
            table.add(page.rawValue, "\(bytes)", one.shown(0), other.shown(0), "\((other / one).shown())×")
        }
        table.print()
    }
}
