import ArgumentParser
import Foundation
import Moeum

/// Moves a site between the engines.
struct CopyCommand: SiteCommand {
    static let configuration = configured(
        "copy",
        abstract: "Copies all rows of a site into another, empty database: from SQLite to PostgreSQL or back.",
        discussion: """
            Stop the site before. Both addresses are sqlite:PATH, postgres://…, or settings, which stands for the database of \
            the settings: so a password need not be on the command line. Rows are counted on both sides; photos and other \
            files of the data directory stay where they are.
            """
    )

    @Option(help: "Where the site is: sqlite:/var/lib/moeum/moeum.sqlite, postgres://user@host/name or settings.")
    var from: String
    @Option(help: "An empty database, named in the same way.") var to: String

    func run(_ config: Config) async throws {
        let (source, target) = (try config.pointed(at: from), try config.pointed(at: to))
        let progress = TerminalProgress()
        let file = "\(source.dataDirectory)/moeum.sqlite"
        guard source.databaseURL != nil || FileManager.default.fileExists(atPath: file) else {
            throw Config.Error(description: "there is no database \(file) to copy from")
        }
        // Nobody may serve either of them; one folder is locked once.
        var locks: [String: FileLock] = [:]
        try target.makeDataDirectory()
        for config in [source, target] where locks[config.dataDirectory] == nil {
            locks[config.dataDirectory] = try config.lockDataDirectory()
        }
        defer { withExtendedLifetime(locks) {} }
        let rows = try await source.withDatabase(migrates: false) { source, _ in
            try await target.withDatabase(as: .maker, migrates: false) { target, _ in
                let data = "\(config.resourceDirectory)/Data"
                return try await SiteCopy(from: source, to: target, dataDirectory: data).run { progress.show($0) }
            }
        }
        progress.clear()
        let all = counted(rows.values.reduce(0, +), "row")
        print("copied \(all) of \(counted(rows.count, "table")): \(BackupManifest.summary(rows))")
    }
}

extension Config {
    /// The same settings with another database.
    fileprivate func pointed(at address: String) throws -> Config {
        var config = self
        if address == "settings" { return config }
        if address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") {
            config.databaseURL = address
            return config
        }
        guard address.hasPrefix("sqlite:"), address.hasSuffix("/moeum.sqlite") else {
            throw Error(description: "\(address) is neither settings, nor postgres://…, nor sqlite:…/moeum.sqlite")
        }
        let path = address.dropFirst("sqlite:".count)
        let file = path.hasPrefix("//") ? path.dropFirst(2) : path
        (config.databaseURL, config.dataDirectory) = (nil, String(file.dropLast("/moeum.sqlite".count)))
        return config
    }
}
