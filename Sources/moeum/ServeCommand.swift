import ArgumentParser
import Foundation
import Logging
import Moeum

/// Brings the database up and runs the site.
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
        var config = config
        if config.port == 0 { config.port = try FreePort.find(on: config.host) }
        if config.baseURL.isEmpty { config.baseURL = "http://localhost:\(config.port)" }
        try await openDatabase(config).closing { [config] database in
            try await Migrator().migrate(database)
            let app = try App(config: config, database: database, logger: config.logger())
            if !noSample { try await loadSample(app) }
            let host = config.host
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

/// Brings the schema up to date.
struct MigrateCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Brings the database's schema up to date.",
        discussion: Setting.help(settings)
    )

    func run(_ config: Config) async throws {
        try await openDatabase(config).closing { database in
            let applied = try await Migrator().migrate(database)
            print(applied.isEmpty ? "nothing to do" : "applied \(applied.joined(separator: ", "))")
        }
    }
}

/// PostgreSQL where its address is set, else SQLite in the data directory.
func openDatabase(_ config: Config, role: SQLiteDatabase.Role = .server) throws -> any Database {
    if let url = config.databaseURL { return try openPostgres(url, config) }
    try FileManager.default.createDirectory(
        atPath: config.dataDirectory,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
    )
    return try SQLiteDatabase(path: "\(config.dataDirectory)/moeum.sqlite", role: role)
}

private func openPostgres(_ url: String, _ config: Config) throws -> any Database {
    #if Postgres
        if config.isProduction, try PostgresAddress(url).leavesTLSOpen {
            throw Config.Fault(
                description:
                    "production needs a word on TLS in MOEUM_DATABASE_URL: ?sslmode=verify-full&sslrootcert=PATH"
            )
        }
        do { return try PostgresDatabase(url: url) } catch DatabaseError.unavailable(let reason) {
            throw Config.Fault(description: "PostgreSQL cannot be reached: \(reason)")
        }
    #else
        throw Config.Fault(
            description: """
                MOEUM_DATABASE_URL is set, but this build has SQLite alone; with libpq-dev installed, \
                swift build -c release --product moeum --traits Postgres builds both
                """
        )
    #endif
}
