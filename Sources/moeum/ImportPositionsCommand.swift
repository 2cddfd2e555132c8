import ArgumentParser
import Moeum

/// Puts places at the positions of the official files of address positions.
struct ImportPositionsCommand: SiteCommand {
    static let configuration = configured(
        "positions",
        abstract: "Puts places at the official positions of their addresses.",
        discussion: """
            Takes the summary of address positions that the ministry's road-name-address site offers each month \
            (business.juso.go.kr), unpacked: entrc_seoul.txt, and files of changes after it. An address is found by its \
            district, road, building number and sub-number. Staff's corrections stay. The last line counts the places.
            """
    )

    @Argument(help: "The files, oldest first.") var paths: [String]
    @Option(help: "The day, month or year of the files (2026-04); else their names say it (202604_…), or their dates.")
    var asOf: String?

    func validate() throws {
        if let asOf, !PartialDay.isValid(asOf) { throw ValidationError("--as-of takes a day, such as 2026-04") }
    }

    func run(_ config: Config) async throws {
        let progress = TerminalProgress()
        let report = try await config.withDatabase { database, _ in
            try await PositionImport(
                database: database,
                dataDirectory: "\(config.resourceDirectory)/Data",
                paths: paths,
                asOf: asOf
            ).run { name, done, size in progress.show("\(name): \(done * 100 / max(1, size)) %") }
        }
        progress.clear()
        for line in report.lines { print(line) }
    }
}
