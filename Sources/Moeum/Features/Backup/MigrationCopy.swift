import Foundation

/// A copy of the database from before its schema changed, for anyone who has to go back.
package enum MigrationCopy {
    private static let kept = 3
    private static let beginning = "before-"

    /// Copies the database into `backups` of the data directory, durably.
    /// - Parameter migration: the first that is missing.
    /// - Returns: where the copy is.
    package static func make(
        of database: any Database,
        before migration: String,
        in dataDirectory: String
    ) async throws -> String {
        let folder = "\(dataDirectory)/backups"
        try DurableFile.makeFolder(folder)
        let part = "\(folder)/\(SystemRandom.name())\(BackupFile.unfinished)"
        do {
            let ending = try await database.read { transaction in
                // PostgreSQL may run this more than once.
                unlink(part)
                try transaction.copyDatabase(to: part) { _ in }
                return URL(filePath: transaction.copyName).pathExtension
            }
            let path = "\(folder)/\(beginning)\(migration).\(ending)"
            try DurableFile.sync(part)
            try DurableFile.move(part, to: path)
            removeOld(folder)
            return path
        } catch {
            unlink(part)
            throw error
        }
    }

    /// By the names of the migrations, which are in order.
    private static func removeOld(_ folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.filter({ $0.hasPrefix(beginning) }).sorted().dropLast(kept) { unlink("\(folder)/\(name)") }
    }
}
