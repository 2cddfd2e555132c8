import Foundation
import Moeum

/// PostgreSQL where its address is set, else SQLite in the data directory. Only `serve` is the server: a command may run
/// beside one, and two must not checkpoint.
func openDatabase(_ config: Config, role: SQLiteDatabase.Duty = .command) throws -> any Database {
    if let url = config.databaseURL { return try DatabaseServer.open(url, requiresVerifiedTLS: config.isProduction) }
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
