import Foundation
import Moeum

/// How a command uses the database.
enum DatabaseUse {
    /// Creates a missing database and locks the data directory: two servers would write the same files, and two connections
    /// that checkpoint SQLite's log can lose pages.
    case server
    /// Creates a missing database.
    case maker
    /// Needs an existing database, beside a running server or without one. In the wrong folder it creates nothing.
    case guest
}

extension Config {
    /// Opens the database, migrates it, runs the body and closes it.
    /// - Parameters:
    ///   - migrates: whether missing migrations are applied; a copy of the database is made before. One that cannot be migrated
    ///     is refused in either case.
    ///   - check: looks at the database before anything in it changes.
    ///   - body: also gets the names of the applied migrations.
    func withDatabase<Value>(
        as use: DatabaseUse = .guest,
        migrates: Bool = true,
        checking check: (any Database) async throws -> Void = { _ in },
        _ body: (_ database: any Database, _ applied: [String]) async throws -> Value
    ) async throws -> Value {
        if use == .server || (use == .maker && databaseURL == nil) { try makeDataDirectory() }
        let lock = use == .server ? try lockDataDirectory() : nil
        let broken = "\(dataFolder)/\(Restore.unfinished)"
        guard use == .guest || !FileManager.default.fileExists(atPath: broken) else {
            throw Error(
                description: "\(dataFolder) has a restore that was broken off: remove it, and restore once more"
            )
        }
        defer { withExtendedLifetime(lock) {} }
        let file = SQLiteFile(path: "\(dataFolder)/moeum.sqlite")
        do {
            return try await opened(file, use).closing { database in
                try await check(database)
                let migrator = Migrator()
                guard migrates else {
                    try await migrator.applied(in: database)
                    return try await body(database, [])
                }
                let applied = try await migrator.migrate(database, mayCreate: use != .guest) { first in
                    try await saveCopy(of: database, before: first)
                }
                return try await body(database, applied)
            }
        } catch let error as DatabaseError {
            guard databaseURL == nil, let error = file.error(error) else { throw error }
            throw error
        } catch let error as Migrator.Error where databaseURL == nil {
            throw Error(description: "\(file.path): \(error)")
        }
    }

    private func saveCopy(of database: any Database, before migration: String) async throws {
        do {
            let path = try await MigrationCopy.make(of: database, before: migration, in: dataFolder)
            logger().notice("the database was copied before its schema changes", metadata: ["copy": .string(path)])
        } catch  where databaseURL != nil {
            // Its server may be another machine, whose programs are not here.
            logger().warning("the database was not copied before its schema changes", metadata: ["why": "\(error)"])
        }
    }

    /// The absolute path, as error messages need it.
    private var dataFolder: String { URL(filePath: dataDirectory).resolvingSymlinksInPath().path }

    /// PostgreSQL where its URL is set, else SQLite in the data directory.
    private func opened(_ file: SQLiteFile, _ use: DatabaseUse) throws -> any Database {
        if let databaseURL { return try DatabaseServer.open(databaseURL, requiresVerifiedTLS: isProduction) }
        if use == .guest, file.isMissing {
            throw Error(
                description: "there is no database \(file.path): name its folder with --data-dir; `moeum serve` or "
                    + "`moeum migrate` makes a new one"
            )
        }
        if !file.isMissing, let accessError = file.accessError { throw Error(description: accessError) }
        return try SQLiteDatabase(path: file.path, role: use == .server ? .server : .command)
    }

    func makeDataDirectory() throws {
        let isNew = !FileManager.default.fileExists(atPath: dataDirectory)
        do {
            try DurableFile.makeFolder(dataDirectory)
        } catch {
            let path = dataFolder
            let parents = sequence(first: URL(filePath: path)) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
            let nearest = parents.first { FileManager.default.fileExists(atPath: $0.path) }
            let accessError = nearest.flatMap { FileOwner.accessError([$0.path]) }.map { ": \($0)" } ?? ""
            throw Error(description: "the data directory \(path) is not there and cannot be made\(accessError)")
        }
        // So that its name outlives a power loss too. A system that cannot sync that folder has lost nothing yet.
        if isNew { try? DurableFile.sync(URL(filePath: dataFolder).deletingLastPathComponent().path) }
    }

    func lockDataDirectory() throws -> FileLock {
        let (path, file) = (dataFolder, "\(dataFolder)/serve.lock")
        do { return try FileLock(file) } catch let held as FileLock.LockHolder {
            let holder = held.process.map { "process \($0)" } ?? "another process"
            throw Error(
                description: "\(holder) serves \(path) already: end it, or give this one a --data-dir of its own"
            )
        } catch {
            throw Error(description: FileOwner.accessError([path, file]) ?? "\(file) cannot be locked: \(error)")
        }
    }
}
