import ArgumentParser
import Moeum

/// Imports a list of bookshops.
struct ImportBookshopsCommand: SiteCommand {
    static let configuration = configured(
        "bookshops",
        abstract: "Imports bookshops from a public list.",
        discussion: """
            Takes the culture register's independent bookshops as the file of culture.go.kr (ESNTL_ID, FCLTY_NM, …) or its \
            API's answers as JSON or CSV (TITLE, ADDRESS, …), and Seoul's list TbSlibBookstoreInfo; UTF-8 or CP949. Only shops \
            of Seoul are taken. A known shop is brought up to date; one that another list has at the same address by the same \
            name is left out. Rows that cannot be taken are named with their line. Ends with 0 when all went well, 3 when rows \
            were refused, 1 when nothing was taken.
            """
    )

    @Argument(help: "The file.") var path: String
    @Option(help: "The list's day (2026-05-30); else the one in the file's name, else today.") var asOf: String?

    func validate() throws {
        if let asOf, !RegisterOptions.isDay(asOf) {
            throw ValidationError("--as-of takes a day from 1950-01-01 to today in Seoul, such as 2026-05-30")
        }
    }

    func run(_ config: Config) async throws {
        let list = try BookshopImport(path: path, asOf: asOf, dataDirectory: "\(config.resourceDirectory)/Data")
        let report = try await config.withDatabase { database, _ in try await list.load(into: database) }
        for line in report.lines { print(line) }
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }
}
