import ArgumentParser
import Foundation
import Logging
import Moeum

/// Migrates the database and runs the site.
struct ServeCommand: SiteCommand {
    static let configuration = configured("serve", abstract: "Runs the site.")
    static let settings = Setting.all

    @Flag(
        inversion: .prefixedNo,
        help: "Whether an empty database gets the sample in Data; otherwise it does in development."
    )
    var sample: Bool?
    @Flag(help: "Starts although rows are newer than the clock: it was wrong when they were written.")
    var trustClock = false

    func run(_ config: Config) async throws {
        Server.shareCores()
        var config = config
        if config.port == 0 { config.port = try FreePort.find(on: config.host) }
        if config.baseURL.isEmpty { config.baseURL = "http://localhost:\(config.port)" }
        let mayTrustClock = trustClock
        try await config.withDatabase(
            as: .server,
            checking: { database in
                guard !mayTrustClock else { return }
                let newest = try await database.read { try $0.newestRowTime() }
                if let error = ClockCheck.error(newest: newest, at: .now) {
                    throw Config.Error(description: error)
                }
            }
        ) { [config] database, _ in
            let logger = config.logger()
            if let warning = FileHandleLimit.raise(for: config.maximumConnections) { logger.warning("\(warning)") }
            if !config.limits { logger.warning("rate limits are off") }
            let app = try App(config: config, database: database, logger: logger)
            try await DisposableDomainLoader(directory: "\(config.resourceDirectory)/Data").load(into: database)
            try await database.write { try $0.setAccountStorageLimit(config.accountBytes) }
            try await KeywordLoader(directory: "\(config.resourceDirectory)/Data").load(into: database)
            if sample ?? !config.isProduction { try await loadSample(app) }
            let host = config.host.contains(":") ? "[\(config.host)]" : config.host
            try await Server(app: app).run { port in
                print("listening on http://\(host):\(port)")
                fflush(nil)
                SystemdNotification.ready.send()
            }
        }
    }

    private func loadSample(_ app: App) async throws {
        let loader = SampleLoader(directory: "\(app.config.resourceDirectory)/Data", districts: app.districts)
        guard let count = try await loader.load(into: app.database) else { return }
        app.logger.info("loaded the sample", metadata: ["places": .stringConvertible(count)])
    }
}

/// Finds a free port before the server starts, because the site's own base URL contains it.
private enum FreePort {
    static func find(on host: String) throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address.sin_addr) == 1 else {
            throw Config.Error(description: "--port 0 needs an IPv4 address to listen on")
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
            }
        }
        guard isBound else { throw Config.Error(description: "no free port on \(host)") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// Migrates the database.
struct MigrateCommand: SiteCommand {
    static let configuration = configured(
        "migrate",
        abstract: "Brings the database's schema up to date.",
        discussion: """
            Before an existing schema changes, a copy of the database is put into backups of the data directory; the last \
            three are kept.
            """
    )

    @Flag(name: [.customLong("status"), .customLong("dry-run")], help: "Only says what is missing.") var isDry = false

    func run(_ config: Config) async throws {
        guard !isDry else { return try await showMissing(config) }
        try await config.withDatabase(as: .maker) { _, applied in
            print(applied.isEmpty ? "nothing to do" : "applied \(applied.joined(separator: ", "))")
        }
    }

    private func showMissing(_ config: Config) async throws {
        let (missing, state) = try await config.withDatabase(migrates: false) { database, _ in
            (try await Migrator().missing(in: database), try await database.read { try $0.migrationState() })
        }
        print("\(state.applied) applied, the last \(state.last ?? "none")")
        if state.unknown > 0 { print("\(state.unknown) of them are of a newer release") }
        print(missing.isEmpty ? "nothing is missing" : "missing: \(missing.joined(separator: ", "))")
    }
}
