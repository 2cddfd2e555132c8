import Foundation
import ServiceLifecycle
import Synchronization

/// Writes a backup of the site, beside the running server: one archive with the database as it is at one moment, every photo
/// that it names, and a manifest.
package struct BackupWriter: Sendable {
    /// How far a backup is.
    package enum Progress: Sendable {
        /// The share of the database that is copied, from 0 to 1.
        case database(Double)
        case photos(Int, of: Int)
    }

    /// The result of a backup.
    package struct Result: Sendable {
        let rows: [String: Int]
        package internal(set) var photoFiles = 0
        /// Files that rows name and the storage does not have, which were lost before.
        package internal(set) var lostFiles: [String] = []

        /// In words for a terminal.
        package var summary: String { BackupManifest.summary(rows, photoFiles: photoFiles) }
    }

    /// How often a running backup says that it still runs, and how long its word is good for, in seconds.
    static let (heartbeat, heartbeatTimeout) = (30.0, 300.0)
    private static let photosAtOnce = 16
    /// Of the name of a copy of the database on its way into an archive.
    static let beginning = "copy-"

    let database: any Database
    private let storage: any PhotoStorage
    /// Where the copy of the database lies meanwhile, as large as the database itself.
    private let folder: String
    private let onProgress: @Sendable (Progress) -> Void
    let threads = BlockingThreadPool(threads: 1)

    /// Of the site with these settings.
    package init(
        config: Config,
        database: any Database,
        onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        (self.database, self.onProgress) = (database, onProgress)
        storage = config.photoStorage
        folder = "\(config.dataDirectory)/backups"
    }

    /// - Parameter descriptor: of the file or pipe that the archive is written to. It is not synced.
    func write(to descriptor: Int32, isCompressed: Bool) async throws -> Result {
        let id = Identifier<BackupWriter>.next()
        try await database.write { transaction in
            try transaction.deleteRunningBackups(before: .now - Self.heartbeatTimeout)
            try transaction.recordRunningBackup(id, at: .now)
        }
        let stop = BackupStop()
        let heart = Task {
            while true {
                try await Task.sleep(for: .seconds(Self.heartbeat))
                // A failure is made up for by the next beat.
                try? await database.write { try $0.recordRunningBackup(id, at: .now) }
            }
        }
        defer { heart.cancel() }
        do {
            let result = try await stop.onShutdown { try await writeArchive(to: descriptor, isCompressed, stop) }
            try await database.write { try $0.deleteRunningBackup(id) }
            return result
        } catch {
            try? await database.write { try $0.deleteRunningBackup(id) }
            throw error
        }
    }

    private func writeArchive(
        to descriptor: Int32,
        _ isCompressed: Bool,
        _ stop: BackupStop
    ) async throws -> Result {
        let now = Date.now
        let tar = try TarWriter(descriptor: descriptor, isCompressed: isCompressed, date: now)
        let (manifest, photos, copy) = try await copyDatabase(at: now, stop)
        let draft = try await threads.run { [folder] in
            let draft = try BackupManifestDraft(manifest, in: folder)
            try draft.add([try copy.add(to: tar, stop)], isFirst: true)
            return draft
        }
        var result = Result(rows: manifest.rows)
        for start in stride(from: 0, to: photos.count, by: Self.photosAtOnce) {
            try stop.check()
            onProgress(.photos(start, of: photos.count))
            let names = photos[start..<min(start + Self.photosAtOnce, photos.count)].flatMap(PhotoBlob.names)
            let found = try await contents(of: names)
            result.photoFiles += found.count
            result.lostFiles += names.filter { found[$0] == nil }
            try await threads.run { try Self.add(names, found, to: tar, draft) }
        }
        onProgress(.photos(photos.count, of: photos.count))
        guard photos.isEmpty || result.photoFiles > 0 else {
            let all = counted(photos.count, "photo")
            throw Config.Error(
                description: "none of \(all) is where photos are kept: is \(Setting.storageURL.name) right?"
            )
        }
        try await threads.run {
            try draft.finish(in: tar)
            try tar.finish()
        }
        return result
    }

    /// Copies the database, and reads in the same snapshot what the copy holds.
    private func copyDatabase(
        at now: Date,
        _ stop: BackupStop
    ) async throws -> (BackupManifest, photos: [String], DatabaseCopy) {
        let (path, onProgress) = ("\(folder)/\(Self.beginning)\(SystemRandom.name())", onProgress)
        try await threads.run { [folder] in
            try DurableFile.makeFolder(folder)
            // Copies of programs that were killed: nobody has written to them for an hour.
            let old = FileManager.default.names(in: folder, changedBefore: .now - 3_600)
            for name in old where name.hasPrefix(Self.beginning) { unlink("\(folder)/\(name)") }
        }
        defer { unlink(path) }
        let (manifest, photos, name) = try await database.read { transaction in
            let manifest = BackupManifest(
                version: Release.current.description,
                migrations: try transaction.migrationNames(),
                createdAt: SeoulTime(now).rfc3339,
                rows: try transaction.rowCounts(),
                files: []
            )
            let photos = try transaction.photoFiles()
            // PostgreSQL may run this more than once.
            unlink(path)
            try transaction.copyDatabase(to: path) { share in
                try stop.check()
                onProgress(.database(share))
            }
            return (manifest, photos, transaction.copyName)
        }
        return (manifest, photos, try DatabaseCopy(name: name, path: path))
    }

    private static func add(
        _ names: [String],
        _ found: [String: [UInt8]],
        to tar: TarWriter,
        _ draft: BackupManifestDraft
    ) throws {
        let files = try names.compactMap { name -> BackupManifest.File? in
            guard let bytes = found[name] else { return nil }
            let path = BackupManifest.path(ofPhoto: name)
            try tar.add(path, bytes)
            return BackupManifest.File(path: path, sha256: Hexadecimal.text(SHA256.digest(of: bytes)))
        }
        try draft.add(files, isFirst: false)
    }

    private func contents(of names: [String]) async throws -> [String: [UInt8]] {
        try await withThrowingTaskGroup(of: (String, [UInt8]?).self) { group in
            for name in names { group.addTask { (name, try await storage.get(name)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}

/// The copy of the database on its way into the archive: open, and without a name any more, so that it is gone however this
/// program ends.
private struct DatabaseCopy: Sendable {
    let name: String
    let file: FileHandle
    let size: Int

    init(name: String, path: String) throws {
        self.name = name
        file = try FileHandle(forReadingFrom: URL(filePath: path))
        size = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
    }

    func add(to tar: TarWriter, _ stop: BackupStop) throws -> BackupManifest.File {
        var hash = SHA256()
        try tar.add(name, file: file, size: size) { piece in
            try stop.check()
            hash.update(piece)
        }
        return BackupManifest.File(path: name, sha256: Hexadecimal.text(hash.finalize()))
    }
}

/// Ends a backup between two of its steps, once the server that makes it is asked to end.
private final class BackupStop: Sendable {
    private let isAsked = Atomic(false)

    /// - Throws: `CancellationError`.
    func check() throws {
        if isAsked.load(ordering: .relaxed) { throw CancellationError() }
    }

    func onShutdown<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await withGracefulShutdownHandler {
            try await withTaskCancellationHandler(operation: body) { request() }
        } onGracefulShutdown: {
            self.request()
        }
    }

    private func request() { isAsked.store(true, ordering: .relaxed) }
}
