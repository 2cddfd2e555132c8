import ArgumentParser
import AsyncHTTPClient
import Foundation
import Moeum

/// Imports the model restaurants of Seoul's districts from their open APIs.
struct ImportSeoulCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "seoul",
        abstract: "Imports the districts' model restaurants.",
        discussion: """
            Ends with 0 when all went well, 3 when some districts failed, 1 when none worked.

            \(Setting.help(settings))
            """
    )
    static let settings = Setting.importing

    @Option(help: "One address for all districts instead of their own.")
    var baseUrl: String?
    @Option(help: "Only this district, such as mapo; may be given several times.")
    var district: [String] = []
    @Flag(help: "Lets a district cancel more than half of its shops.")
    var allowMassCancel = false

    func run(_ config: Config) async throws {
        guard let key = config.seoulAPIKey else {
            throw Config.Fault(
                description: "a key is needed: --key or MOEUM_SEOUL_API_KEY; ask for one at data.seoul.go.kr"
            )
        }
        let data = "\(config.resourceDirectory)/Data"
        let known = try Districts.load(from: data)
        for slug in district where known[slug: slug] == nil {
            throw Config.Fault(description: "no district is called \(slug)")
        }
        let reports = try await openDatabase(config, role: .command).closing { database in
            try await Migrator().migrate(database)
            let sources = try Source.all(in: data)
            try await database.write { transaction in
                for source in sources { try transaction.save(source) }
            }
            let run = try SeoulImport(
                database: database,
                dataDirectory: data,
                http: .shared,
                key: key,
                baseURL: baseUrl.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 },
                allowsMassCancel: allowMassCancel
            )
            let progress = ImportProgress(total: district.isEmpty ? known.all.count : Set(district).count)
            return try await run.run(only: district) { progress.show($0) }
        }
        let failed = reports.count { if case .failure = $0.result { true } else { false } }
        if failed > 0 { throw ExitCode(failed == reports.count ? 1 : 3) }
    }
}

/// A bar on a terminal, and one line for each district everywhere.
final class ImportProgress: Sendable {
    private let total: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let done = Counter()

    init(total: Int) { self.total = total }

    func show(_ report: SeoulImport.Report) {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        print(line(report))
        for refusal in report.refusals { print("  refused \(refusal)") }
        fflush(nil)
        let count = done.next()
        if isTerminal, count < total {
            let filled = count * 30 / total
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
            FileHandle.standardError.write(Data("[\(bar)] \(count)/\(total)".utf8))
        }
    }

    private func line(_ report: SeoulImport.Report) -> String {
        let seconds = String(format: "%.1f s", report.seconds)
        switch report.result {
        case .success(let counts):
            return "\(report.district.slug): \(counts.inserted) new, \(counts.changed) changed, "
                + "\(counts.unchanged) unchanged, \(counts.cancelled) cancelled, "
                + "\(report.refusals.count) refused, \(seconds)"
                + (counts.stillClosed > 0 ? "; \(counts.stillClosed) closed shops are still on the list" : "")
                + (counts.spared > 0 ? "; \(counts.spared) left the list or stand in it without a key: kept" : "")
        case .failure(let failure): return "\(report.district.slug): failed, nothing changed: \(failure), \(seconds)"
        }
    }
}
