import ArgumentParser
import Foundation
import Moeum

/// Imports the model restaurants of Seoul's districts from their open APIs.
struct ImportSeoulCommand: SiteCommand {
    static let configuration = configured(
        "seoul",
        abstract: "Imports the districts' model restaurants.",
        discussion: """
            Ends with 0 when all went well, 3 when some districts failed, 1 when none worked.

            The districts offer their lists by plain HTTP alone, on port 8088, with the key in the address: whoever carries \
            the request can read the key, and could change the answer. Use a key made for nothing else. No redirect is \
            followed, and of one district no more than \(SeoulImport.maxRows) rows and \(SeoulImport.maxMegabytes) MB \
            are taken.
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
            throw Config.Error(
                description: "a key is needed: --key or MOEUM_SEOUL_API_KEY; ask for one at data.seoul.go.kr"
            )
        }
        let data = "\(config.resourceDirectory)/Data"
        let known = try Districts.load(from: data)
        for slug in district where known[slug: slug] == nil {
            throw Config.Error(description: "no district is called \(slug)")
        }
        let reports = try await config.withDatabase { database, _ in
            let sources = try Source.all(in: data)
            try await database.write { try $0.saveSources(sources) }
            let run = try SeoulImport(
                database: database,
                dataDirectory: data,
                key: key,
                baseURL: baseUrl.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 },
                allowsMassCancel: allowMassCancel
            )
            let progress = ImportProgress(districts: district.isEmpty ? known.all.count : Set(district).count)
            progress.start()
            defer { progress.end() }
            return try await run.run(only: district, onRows: progress.count, onReport: progress.show)
        }
        let failed = reports.count { if case .failure = $0.result { true } else { false } }
        if failed > 0 { throw ExitCode(failed == reports.count ? 1 : 3) }
    }
}

extension ImportProgress {
    /// Lines go to standard output, the progress bar to standard error, where that is a terminal.
    fileprivate convenience init(districts: Int) {
        let draw: @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
        self.init(
            total: districts,
            line: { text in
                print(text)
                fflush(nil)
            },
            draw: isatty(STDERR_FILENO) == 1 ? draw : nil
        )
    }
}
