import ArgumentParser
import Foundation
import Logging
import Moeum

/// Brings the database up and runs the site.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the site.",
        discussion: "Each setting is an environment variable too; the name stands in brackets, then the default."
    )

    @OptionGroup var common: CommonOptions
    @Option(help: "The address to listen on (MOEUM_HOST, 127.0.0.1).")
    var host: String?
    @Option(help: "The port; 0 picks a free one (MOEUM_PORT, 8080).")
    var port: String?
    @Option(help: "The site's own address (MOEUM_BASE_URL, http://localhost:PORT).")
    var baseUrl: String?
    @Option(help: "development or production (MOEUM_ENVIRONMENT, development).")
    var environment: String?
    @Option(help: "Addresses whose X-Forwarded-For counts, by commas (MOEUM_TRUSTED_PROXIES, none).")
    var trustedProxies: String?
    @Option(help: "Map tiles such as https://tiles.example/{z}/{x}/{y}.png (MOEUM_TILE_URL, none).")
    var tileUrl: String?
    @Option(help: "Whom to name beside the tiles (MOEUM_TILE_ATTRIBUTION, the tiles' host).")
    var tileAttribution: String?
    @Option(help: "The most connections at a time (MOEUM_MAX_CONNECTIONS, 10000).")
    var maxConnections: String?
    @Option(help: "The loopback port of /metrics (MOEUM_METRICS_PORT, off).")
    var metricsPort: String?
    @Flag(help: "Leaves an empty database empty instead of loading Data.")
    var noSample = false

    func run() async throws {
        var config = try Config.read(
            common.flags.merging([
                "MOEUM_HOST": host, "MOEUM_PORT": port, "MOEUM_BASE_URL": baseUrl, "MOEUM_ENVIRONMENT": environment,
                "MOEUM_TRUSTED_PROXIES": trustedProxies, "MOEUM_TILE_URL": tileUrl,
                "MOEUM_TILE_ATTRIBUTION": tileAttribution,
                "MOEUM_MAX_CONNECTIONS": maxConnections, "MOEUM_METRICS_PORT": metricsPort,
            ]) { flag, _ in flag }
        )
        if config.port == 0 { config.port = try FreePort.find(on: config.host) }
        if config.baseURL.isEmpty { config.baseURL = "http://localhost:\(config.port)" }
        let logger = config.logger()
        let database = try openDatabase(config)
        try await Migrator().migrate(database)
        let app = try App(config: config, database: database, logger: logger)
        if !noSample {
            let loader = SampleLoader(directory: "\(config.resourceDirectory)/Data", districts: app.districts)
            if let count = try await loader.load(into: database) {
                logger.info("loaded the sample", metadata: ["places": .stringConvertible(count)])
            }
        }
        let host = config.host
        try await Server(app: app).run { port in
            print("listening on http://\(host):\(port)")
            fflush(nil)
        }
        await database.close()
    }
}

/// Brings the schema up to date.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Brings the database's schema up to date."
    )

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let config = try Config.read(common.flags)
        let database = try openDatabase(config)
        let applied = try await Migrator().migrate(database)
        print(applied.isEmpty ? "nothing to do" : "applied \(applied.joined(separator: ", "))")
        await database.close()
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
