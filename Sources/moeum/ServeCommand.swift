import ArgumentParser
import Foundation
import Logging
import Moeum

/// Migrates the database and runs the site.
struct ServeCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the site.",
        discussion: Setting.help(settings)
    )
    static let settings = Setting.all

    @Flag(help: "Leaves an empty database empty instead of loading Data.")
    var noSample = false

    func run(_ config: Config) async throws {
        Server.shareCores()
        var config = config
        if config.port == 0 { config.port = try FreePort.find(on: config.host) }
        if config.baseURL.isEmpty { config.baseURL = "http://localhost:\(config.port)" }
        try await config.withDatabase(as: .server) { [config] database, _ in
            let logger = config.logger()
            if !config.limits { logger.warning("rate limits are off") }
            let app = try App(config: config, database: database, logger: logger)
            try await DisposableDomainLoader(directory: "\(config.resourceDirectory)/Data").load(into: database)
            try await KeywordLoader(directory: "\(config.resourceDirectory)/Data").load(into: database)
            if !noSample { try await loadSample(app) }
            let host = config.host.contains(":") ? "[\(config.host)]" : config.host
            try await Server(app: app).run { port in
                print("listening on http://\(host):\(port)")
                fflush(nil)
            }
        }
    }

    private func loadSample(_ app: App) async throws {
        let loader = SampleLoader(directory: "\(app.config.resourceDirectory)/Data", districts: app.districts)
        guard let count = try await loader.load(into: app.database) else { return }
        app.logger.info("loaded the sample", metadata: ["places": .stringConvertible(count)])
    }
}

/// Migrates the database.
struct MigrateCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Brings the database's schema up to date.",
        discussion: Setting.help(settings)
    )

    func run(_ config: Config) async throws {
        try await config.withDatabase(as: .maker) { _, applied in
            print(applied.isEmpty ? "nothing to do" : "applied \(applied.joined(separator: ", "))")
        }
    }
}
