import Synchronization
import Testing

@testable import Moeum

/// What an import shows while it runs, on a terminal and elsewhere.
struct ImportProgressTests {
    private final class Screen: Sendable {
        private let texts = Mutex<[String]>([])

        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    private static let clear = "\r\u{1B}[K"

    private static func bar(_ filled: Int, _ words: String) -> String {
        "\(clear)[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: 30 - filled))] \(words)"
    }

    private func report(_ district: District, _ rejections: [ImportRejection] = []) -> SeoulImport.Report {
        SeoulImport.Report(district: district, result: .success(ImportCounts()), rejections: rejections, seconds: 1)
    }

    @Test("The bar shows from the start and is redrawn in place") func progressBar() {
        let screen = Screen()
        let progress = ImportProgress(total: 2, line: { screen.add("\($0)\n") }, draw: screen.add)
        progress.start()
        #expect(screen.all == [Self.bar(0, "0/2 districts, 0 rows")])
        progress.count(rows: 1)
        #expect(screen.all.last == Self.bar(0, "0/2 districts, 1 row"))
        progress.count(rows: 1_011)
        #expect(screen.all.last == Self.bar(0, "0/2 districts, 1012 rows"))
        progress.show(report(PlacesFixture.mapo))
        #expect(
            screen.all.suffix(3) == [
                Self.clear, "mapo: 0 new, 0 changed, 0 unchanged, 0 cancelled, 0 refused, 1.0 s\n",
                Self.bar(15, "1/2 districts, 1012 rows"),
            ]
        )
        progress.show(report(PlacesFixture.jung))
        progress.end()
        #expect(screen.all.suffix(2) == [Self.bar(30, "2/2 districts, 1012 rows"), Self.clear])
    }

    @Test("Without a terminal there are only plain lines") func plainLines() {
        let screen = Screen()
        let progress = ImportProgress(total: 1, line: screen.add, draw: nil)
        progress.start()
        progress.count(rows: 1)
        progress.show(report(PlacesFixture.mapo, [ImportRejection(row: "row 1", reason: .missing, words: "no name")]))
        progress.end()
        #expect(
            screen.all == [
                "mapo: 0 new, 0 changed, 0 unchanged, 0 cancelled, 1 refused, 1.0 s", "  refused row 1: no name",
            ]
        )
    }

    @Test("An import counts each page as it comes") func countPages() async throws {
        let screen = Screen()
        let rows = (1...1_500).map { SeoulImportTests.row("\($0)", "집\($0)") }
        let pages = [
            SeoulImportTests.list("M", Array(rows[..<1_000]), total: 1_500),
            SeoulImportTests.list("M", Array(rows[1_000...]), total: 1_500),
        ]
        let progress = ImportProgress(total: 2, line: { _ in }, draw: screen.add)
        _ = try await SeoulImportTests().run([["M": pages].merging(SeoulImportTests.fine) { $1 }], progress: progress)
        let counts = screen.all.compactMap { $0.split(separator: ", ").last }.filter { $0.hasSuffix(" rows") }
        #expect(counts.contains("1000 rows"))
        #expect(counts.contains("1500 rows"))
        #expect(screen.all.last == Self.bar(30, "2/2 districts, 1500 rows"))
    }
}
