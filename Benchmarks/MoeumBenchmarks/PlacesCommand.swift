import ArgumentParser
import Foundation
import Logging
import Moeum

/// Search and nearby over many places, through the store alone and as whole pages.
struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Times search and nearby at 100,000 places, with --full also at 1,000,000."
    )

    @Flag(help: "Also a million places (some minutes to fill, about 2 GB of disk).") var full = false
    @Option(help: "Where filled databases are kept for the next run; a temporary folder without it.")
    var directory: String?
    @Option(help: "How often each question is asked.") var rounds = 40

    func run() async throws {
        let sizes = full ? [100_000, 1_000_000] : [100_000]
        let base = directory.map { URL(filePath: $0) }
        let folder =
            base ?? FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        defer { if base == nil { try? FileManager.default.removeItem(at: folder) } }
        var results: [PlacesResult] = []
        for size in sizes {
            let run = try await PlacesRun(folder: folder.appending(path: "\(size)"), places: size)
            results.append(try await run.measure(rounds: rounds))
            await run.close()
        }
        report(results)
    }

    private func report(_ results: [PlacesResult]) {
        guard let small = results.first else { return }
        let large = results.count > 1 ? results.last : nil
        var table = Table(
            "question",
            "100k p50 ms",
            "p99",
            "1M p50",
            "p99",
            "p50 1M/100k"
        )
        func add(_ name: String, _ first: Measurement?, _ second: Measurement?) {
            let ratio = (second?.p50 ?? 0) / (first?.p50 ?? 1)
            table.add(
                name,
                first?.p50.shown() ?? "",
                first?.p99.shown() ?? "",
                second?.p50.shown() ?? "–",
                second?.p99.shown() ?? "–",
                second == nil ? "–" : "\(ratio.shown())×"
            )
        }
        for (index, single) in small.singles.enumerated() {
            add(single.name, single.times, large?.singles[index].times)
        }
        for (index, whole) in small.wholes.enumerated() {
            add("**\(whole.name)**", whole.times, large?.wholes[index].times)
        }
        table.print()
    }
}

/// Times by question, and of all questions of one kind together.
struct PlacesResult: Sendable {
    var singles: [(name: String, times: Measurement)] = []
    var wholes: [(name: String, times: Measurement)] = []
}
