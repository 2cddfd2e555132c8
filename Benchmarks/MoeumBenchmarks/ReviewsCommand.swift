import ArgumentParser
import Foundation

/// A place's page beside few and beside many reviews of other places, and posts through the store.
struct ReviewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reviews",
        abstract: "A place with 300 reviews and 60 photos, among 10,000 reviews and among 100,000 (--full: 1,000,000)."
    )

    @Flag(help: "A million reviews instead (minutes to fill, about 3 GB of disk).") var full = false
    @Option(help: "Where filled databases are kept for the next run; a temporary folder without it.")
    var directory: String?
    @Option(help: "How many places there are beside each.") var places = 20_000
    @Option(help: "Rounds, in turns on both; the median counts.") var rounds = 15
    @Option(help: "Pages a round.") var pages = 80
    @Option(help: "Tasks that post at the same time.") var writers = 32
    @Option(help: "Seconds for which they post, three times.") var seconds = 3.0

    func run() async throws {
        let base = directory.map { URL(filePath: $0) }
        let folder =
            base ?? FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        defer { if base == nil { try? FileManager.default.removeItem(at: folder) } }
        var sites: [ReviewsSite] = []
        for size in [10_000, full ? 1_000_000 : 100_000] {
            sites.append(
                try await ReviewsSite(folder: folder.appending(path: "\(size)"), places: places, reviews: size)
            )
        }
        try await measurePages(sites[0], sites[1])
        print("")
        try await measurePosts(sites[0])
        for site in sites { await site.close() }
    }

    private func measurePages(_ small: ReviewsSite, _ large: ReviewsSite) async throws {
        var table = Table("page", "bytes", "\(small.reviews) reviews, CPU µs", "\(large.reviews)", "ratio")
        for page in ReviewsSite.pages {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            var bytes = 0
            for round in -1..<rounds {
                let first = try await small.cost(of: page, times: pages)
                let second = try await large.cost(of: page, times: pages)
                // Scores of the places around differ, nothing else.
                guard abs(first.bytes - second.bytes) * 50 < first.bytes else {
                    throw BenchmarkError(description: "\(page): \(first.bytes) and \(second.bytes) bytes")
                }
                bytes = first.bytes
                if round < 0 { continue }
                ours.append(first.microseconds)
                theirs.append(second.microseconds)
            }
            let (one, other) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
            let name = page.isEmpty ? "**the place**" : page
            table.add(name, "\(bytes)", one.shown(0), other.shown(0), "\((other / one).shown())×")
        }
        table.print()
    }

    private func measurePosts(_ site: ReviewsSite) async throws {
        var rates: [Double] = []
        for round in 0..<3 { rates.append(try await site.post(writers: writers, seconds: seconds, round: round)) }
        var table = Table("\(writers) writers, FULL", "reviews/s")
        table.add("through the store", rates.sorted()[1].shown(0))
        table.print()
    }
}
