import Foundation

/// Brings a site back from a backup, into a data directory of its own.
package struct Restore: Sendable {
    /// What came back.
    package struct Result: Sendable {
        /// Rows by table, as the backup had them.
        package let rows: [String: Int]
        package let photos: Int
        /// Mails that are held.
        package let heldMails: Int
        /// The migrations that the backup lacked.
        package let applied: [String]
    }

    /// What is unpacked and not checked yet.
    package static let unfinished = "restore.part"

    private let dataDirectory: String
    private let databaseURL: String?
    private let isProduction: Bool
    /// Where photos go instead of the data directory.
    private let storage: StorageLocation?
    private let threads = BlockingThreadPool(threads: 1)

    /// - Throws: where the data directory has anything in it.
    package init(config: Config) throws {
        (dataDirectory, databaseURL, isProduction) = (config.dataDirectory, config.databaseURL, config.isProduction)
        storage = config.storage
        let found = (try? FileManager.default.contentsOfDirectory(atPath: dataDirectory)) ?? []
        // What every new file system of the ext family has, and what a restore that failed leaves.
        if let name = found.filter({ !["lost+found", "serve.lock"].contains($0) }).min() {
            let what = name == Self.unfinished ? "a restore that was broken off (\(name))" : name
            throw Config.Error(
                description: "\(dataDirectory) is not empty, it has \(what): restore into a new --data-dir"
            )
        }
    }

    /// - Parameters:
    ///   - location: of the backup.
    ///   - onFile: gets the number of unpacked files.
    package func run(_ location: BackupLocation, onFile: @escaping @Sendable (Int) -> Void) async throws -> Result {
        let part = "\(dataDirectory)/\(Self.unfinished)"
        do {
            try DurableFile.makeFolder(part)
            let manifest = try await location.read { [threads] descriptor in
                try await threads.run { try BackupReader(folder: part, onFile: onFile).unpack(descriptor) }
            }
            let result = try await puttingPhotos(part) {
                try await openedDatabase(in: part).closing { database in try await settle(database, manifest) }
            }
            try await threads.run { try moveUp(part) }
            return result
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw error
        }
    }

    /// Moves the unpacked photos into a storage elsewhere before the rows that name them are anywhere; where that fails, they
    /// are taken back.
    private func puttingPhotos<Value>(_ part: String, _ body: () async throws -> Value) async throws -> Value {
        guard let storage = storage?.photoStorage() else { return try await body() }
        guard try await storage.owner() == nil else {
            throw Config.Error(
                description: "the photos' storage is a site's already: restore into another prefix of it, or without "
                    + "\(Setting.storageURL.name) and let `moeum photos migrate` copy what is missing there"
            )
        }
        let folder = "\(part)/photos"
        let paths = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { $0.contains("/") }
        do {
            for start in stride(from: 0, to: paths.count, by: 100) {
                try await storage.put(paths[start...].prefix(100).map { "\(folder)/\($0)" })
            }
            let value = try await body()
            // Empty folders, or none.
            try? FileManager.default.removeItem(atPath: folder)
            return value
        } catch {
            try? await storage.delete(paths.map { URL(filePath: $0).lastPathComponent })
            throw error
        }
    }

    private func openedDatabase(in part: String) async throws -> any Database {
        let (file, dump) = ("\(part)/moeum.sqlite", "\(part)/moeum.pgdump")
        switch (databaseURL, FileManager.default.fileExists(atPath: file)) {
        case (nil, true): return try SQLiteDatabase(path: file, role: .command)
        case (let url?, false):
            return try await DatabaseServer.restore(dump, into: url, requiresVerifiedTLS: isProduction)
        case (nil, false):
            throw Config.Error(
                description: "this is a backup of PostgreSQL: name an empty database with --database-url"
            )
        case (_?, true):
            throw Config.Error(
                description:
                    "this is a backup of SQLite: restore it without --database-url, then move it with `moeum copy`"
            )
        }
    }

    /// Checks the database against the manifest, brings its schema up, and ends what must not go on.
    private func settle(_ database: any Database, _ manifest: BackupManifest) async throws -> Result {
        let (rows, problems) = try await database.read { transaction in
            (try transaction.rowCounts(), try transaction.integrityProblems())
        }
        if let problem = problems?.first {
            throw BackupReader.Error(description: "the database is damaged: \(problem)")
        }
        guard rows == manifest.rows else {
            let table = Set(rows.keys).union(manifest.rows.keys).filter { rows[$0] != manifest.rows[$0] }.min() ?? ""
            throw BackupReader.Error(description: "the rows of \(table) are not as many as the manifest says")
        }
        let applied = try await Migrator().migrate(database, mayCreate: false)
        let held = try await database.write { try $0.settleRestored(at: .now) }
        return Result(rows: rows, photos: manifest.photoFiles, heldMails: held, applied: applied)
    }

    /// The database last: a directory without it is no site yet.
    private func moveUp(_ part: String) throws {
        guard !FileManager.default.fileExists(atPath: "\(part)/moeum.sqlite-wal") else {
            throw BackupReader.Error(description: "the database's log could not be written back")
        }
        try? FileManager.default.removeItem(atPath: "\(part)/moeum.pgdump")
        for name in ["photos", "moeum.sqlite"] where FileManager.default.fileExists(atPath: "\(part)/\(name)") {
            try DurableFile.sync("\(part)/\(name)")
            try DurableFile.move("\(part)/\(name)", to: "\(dataDirectory)/\(name)")
        }
        try FileManager.default.removeItem(atPath: part)
        try DurableFile.sync(dataDirectory)
    }
}
