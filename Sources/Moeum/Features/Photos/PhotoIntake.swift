import Foundation
import Logging

/// Takes photos in: looks at the first bytes, has a worker decode and clean the picture, keeps the files, then the rows.
/// Equal photos share their files.
struct PhotoIntake: Sendable {
    let database: any Database
    let storage: any PhotoStorage
    let workers: PhotoWorkers
    /// Where files come in and workers write, on the disk of the storage.
    let folder: String
    /// What is done about pictures that staff removed.
    let rules: PictureRules.Source
    let clock: @Sendable () -> Date
    /// Reading and hashing what came in.
    private let threads = FileThreads()

    init(
        database: any Database,
        storage: any PhotoStorage,
        workers: PhotoWorkers,
        folder: String,
        rules: @escaping PictureRules.Source = { _ in PictureRules() },
        clock: @escaping @Sendable () -> Date
    ) {
        (self.database, self.storage, self.workers) = (database, storage, workers)
        (self.folder, self.rules, self.clock) = (folder, rules, clock)
    }

    /// Takes a file that came with a form; it belongs to no review yet, and its sender alone sees it.
    /// - Throws: a `PhotoRefusal` that concerns this file alone, besides what the disk, the database or the workers said.
    func take(_ file: IncomingFile, from account: Account.ID) async throws -> Photo {
        switch file.content {
        case .failure(.tooLarge): throw PhotoRefusal.tooLarge
        case .failure(.tooMany): throw PhotoRefusal.tooMany
        case .failure(.unwritten): throw Problem.unavailable
        case .success(let upload): return try await take(upload.path, from: account)
        }
    }

    func take(_ path: String, from account: Account.ID) async throws -> Photo {
        let (format, hash) = try await threads.run { try Self.look(at: path) }
        switch format {
        case .jpeg, .png, .webp: break
        case .heic: throw PhotoRefusal.heic
        case nil: throw PhotoRefusal.notAPhoto
        }
        let known = try await database.read { transaction in
            // Before it costs a worker anything.
            try refuse(hash, transaction)
            return try transaction.photoFile(of: hash)
        }
        guard let known, try await areThere(known) else { return try await keep(path, hash, account, replacing: known) }
        do {
            if let photo = try await database.write({ try add(hash, account, $0) }) { return photo }
        } catch let refusal as PhotoRefusal { throw refusal } catch {
            // The sweep may remove them at this very moment, with their row.
        }
        return try await keep(path, hash, account, replacing: nil)
    }

    private func refuse(_ hash: String, _ transaction: Transaction) throws {
        guard try rules(transaction).refusesRemoved, try transaction.isRemovedPicture(hash) else { return }
        throw PhotoRefusal.removed
    }

    /// Staff may have removed it since it came in.
    private func add(_ hash: String, _ account: Account.ID, _ transaction: Transaction) throws -> Photo? {
        try refuse(hash, transaction)
        return try transaction.addPhoto(of: hash, from: account, at: clock())
    }

    private func areThere(_ file: String) async throws -> Bool {
        for name in PhotoBlob.names(of: file) where try await !storage.exists(name) { return false }
        return true
    }

    /// - Parameter lost: files that the database speaks of and the storage has no more.
    private func keep(
        _ path: String,
        _ hash: String,
        _ account: Account.ID,
        replacing lost: String?
    ) async throws -> Photo {
        let file = SystemRandom.name()
        let work = "\(folder)/\(file)"
        try await threads.run { try Self.make(work) }
        defer { try? FileManager.default.removeItem(atPath: work) }
        let metadata = try await workers.run(PhotoJob(input: path, folder: work, name: file))
        let blob = PhotoBlob(hash: hash, file: file, metadata: metadata)
        do { try await storage.put(blob.names.map { "\(work)/\($0)" }) } catch is DurableFile.Error {
            throw Problem.unavailable
        }
        // Where this fails the files stay for the sweep: a write that was refused may still be there.
        let (photo, isFirst): (Photo?, Bool)
        do {
            (photo, isFirst) = try await database.write { [clock] transaction in
                let isFirst = try transaction.insertPhotoBlob(blob, replacing: lost, at: clock())
                return (try add(hash, account, transaction), isFirst)
            }
        } catch let refusal as PhotoRefusal {
            try? await storage.delete(blob.names)
            throw refusal
        }
        if !isFirst { try? await storage.delete(blob.names) }
        guard let photo else { throw Problem.unavailable }
        return photo
    }

    private static func make(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private static func look(at path: String) throws -> (PhotoFormat?, hash: String) {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        var hash = SHA256()
        var format: PhotoFormat?
        var isFirst = true
        while let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty {
            if isFirst { format = PhotoFormat(piece) }
            isFirst = false
            hash.update(piece)
        }
        return (format, Hexadecimal.text(hash.finalize()))
    }
}
