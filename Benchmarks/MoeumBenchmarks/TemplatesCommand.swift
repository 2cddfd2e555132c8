import ArgumentParser
import Foundation
import Moeum

/// The compiled renderer against the same bytes appended by hand.
struct TemplatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "Renders a page with 20 reviews, against the same bytes appended by hand."
    )

    @Option(help: "The folder with the page's templates.") var views = "Benchmarks/Views"
    @Option(help: "Pages in each round.") var pages = 2_000
    @Option(help: "Rounds; the fastest of each kind counts.") var rounds = 15

    func run() async throws {
        let views = try Views(
            directory: views,
            assets: [:],
            pages: [ReviewsPage.self],
            layout: PageLayout.self,
            reloads: false
        )
        let page = ReviewsPage.madeUp
        let layout = PageLayout(language: .korean, title: page.heading)
        func rendered() throws -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(16_384)
            try views.render(page, in: layout, .korean, into: &bytes)
            return bytes
        }
        func written() -> [UInt8] {
            var writer = HandwrittenPage()
            writer.write(page, layout)
            return writer.bytes
        }
        let bytes = try rendered()
        guard bytes == written() else {
            let same = zip(bytes, written()).prefix { $0 == $1 }.count
            let text = String(decoding: bytes[max(0, same - 40)..<min(bytes.count, same + 40)], as: UTF8.self)
            throw BenchmarkError(description: "the two pages differ at byte \(same): \(text)")
        }

        let clock = ContinuousClock()
        var (template, hand) = (Double.infinity, Double.infinity)
        var total = 0
        for _ in 0..<rounds {
            hand = min(hand, clock.measure { for _ in 0..<pages { total += written().count } }.milliseconds)
            template = min(
                template,
                try clock.measure { for _ in 0..<pages { total += try rendered().count } }.milliseconds
            )
        }
        guard total == bytes.count * pages * rounds * 2 else { throw BenchmarkError(description: "bytes are missing") }

        var table = Table("\(bytes.count) bytes, 20 reviews", "µs a page", "ratio")
        table.add("appended by hand", (hand * 1_000 / Double(pages)).shown(1), "1")
        table.add("compiled template", (template * 1_000 / Double(pages)).shown(1), "\((template / hand).shown(1))×")
        table.print()
    }
}
