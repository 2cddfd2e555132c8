import Foundation
import Moeum

/// PostgreSQL where its address is set, else SQLite in the data directory. Only `serve` is the server: a command may run
/// beside one, and two must not checkpoint.
func openDatabase(_ config: Config, role: SQLiteDatabase.Duty = .command) throws -> any Database {
    if let url = config.databaseURL { return try openPostgres(url, config) }
    do {
        try FileManager.default.createDirectory(
            atPath: config.dataDirectory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    } catch {
        throw Config.Fault(description: "the data directory \(config.dataDirectory) is not there and cannot be made")
    }
    return try SQLiteDatabase(path: "\(config.dataDirectory)/moeum.sqlite", role: role)
}

private func openPostgres(_ url: String, _ config: Config) throws -> any Database {
    #if Postgres
        if config.isProduction, try PostgresAddress(url).lacksVerifiedTLS {
            throw Config.Fault(
                description:
                    "in production MOEUM_DATABASE_URL needs ?sslmode=verify-full&sslrootcert=PATH for another machine"
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
