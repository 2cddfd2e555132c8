import Foundation
import Logging

/// Takes uploaded photos in: checks the first bytes, has a worker decode and clean the picture, then keeps the files and adds
/// the rows. Equal photos share their files.
struct PhotoIntake: Sendable {
    let database: any Database
    let storage: any PhotoStorage
    let workers: PhotoWorkers
    /// Where uploaded files are kept and workers write.
    let folder: String
    /// Whether an upload equal to a picture that staff removed, byte for byte, is refused.
    var rejectsRemoved: @Sendable (Transaction) throws -> Bool = { try $0.siteSettings().isOn(.rejectsRemovedPhotos) }
    let clock: @Sendable () -> Date
    /// Threads for reading and hashing uploaded files.
    private let threads = BlockingThreadPool()

    /// Takes an uploaded file; the photo belongs to no review yet, and only its sender sees it.
    /// - Throws: a `PhotoRejection` about this file, or an error of the disk, the database or the workers.
    func ingest(_ file: IncomingFile, from account: Account.ID) async throws -> Photo {
        switch file.content {
        case .failure(.tooLarge): throw PhotoRejection.tooLarge
        case .failure(.tooMany): throw PhotoRejection.tooMany
        case .failure(.unwritten): throw Problem.failing
        case .success(let upload): return try await ingest(upload.path, from: account)
        }
    }

    func ingest(_ path: String, from account: Account.ID) async throws -> Photo {
        let hash = try await threads.run { try Self.hash(of: path) }
        let known = try await database.read { transaction in
            // Refused before a worker decodes it.
            try checkNotRemoved(hash, transaction)
            return try transaction.photoFile(of: hash)
        }
        do {
            guard let known, try await areThere(known) else {
                return try await store(path, hash, account, replacing: known)
            }
            do {
                if let photo = try await database.write({ try add(hash, account, $0) }) { return photo }
            } catch DatabaseError.foreignKeyViolation {
                // The sweep has removed the shared files, with their row, at this very moment.
            }
            return try await store(path, hash, account, replacing: nil)
        } catch DatabaseError.accountFull { throw PhotoRejection.accountFull }
    }

    private func checkNotRemoved(_ hash: String, _ transaction: Transaction) throws {
        guard try rejectsRemoved(transaction), try transaction.isRemovedPicture(hash) else { return }
        throw PhotoRejection.removed
    }

    /// Staff may have removed the picture since the file was uploaded.
    private func add(_ hash: String, _ account: Account.ID, _ transaction: Transaction) throws -> Photo? {
        try checkNotRemoved(hash, transaction)
        return try transaction.addPhoto(of: hash, from: account, at: clock())
    }

    private func areThere(_ file: String) async throws -> Bool {
        for name in PhotoBlob.names(of: file) where try await !storage.exists(name) { return false }
        return try await storage.damaged(PhotoBlob.names(of: file)).isEmpty
    }

    /// - Parameter lost: files that the database names and the storage no longer has.
    private func store(
        _ path: String,
        _ hash: String,
        _ account: Account.ID,
        replacing lost: String?
    ) async throws -> Photo {
        let file = SystemRandom.name()
        let work = "\(folder)/\(file)"
        try await threads.run { try DurableFile.makeFolder(work) }
        defer { try? FileManager.default.removeItem(atPath: work) }
        let metadata = try await workers.run(PhotoJob(input: path, folder: work, name: file))
        let paths = PhotoBlob.names(of: file).map { "\(work)/\($0)" }
        let bytes = try await threads.run { try paths.reduce(0) { try $0 + Self.size(of: $1) } }
        let blob = PhotoBlob(hash: hash, file: file, bytes: bytes, metadata: metadata)
        try await storage.put(paths)
        // Where this fails the files are left to the sweep: the write may have happened all the same.
        let (photo, isFirst): (Photo?, Bool)
        do {
            (photo, isFirst) = try await database.write { [clock] transaction in
                let isFirst = try transaction.insertPhotoBlob(blob, replacing: lost, at: clock())
                return (try add(hash, account, transaction), isFirst)
            }
        } catch  where error is PhotoRejection || error as? DatabaseError == .accountFull {
            try? await storage.delete(blob.names)
            throw error
        }
        if !isFirst { try? await storage.delete(blob.names) }
        guard let photo else { throw Problem.unavailable }
        return photo
    }

    private static func size(of path: String) throws -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw DurableFile.Error(code: errno) }
        return Int(status.st_size)
    }

    /// SHA-256 of a file that begins as a photo does.
    private static func hash(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        var hash = SHA256()
        var piece = try file.read(upToCount: 1 << 18) ?? Data()
        _ = try PhotoFormat(piece)
        while !piece.isEmpty {
            hash.update(piece)
            piece = try file.read(upToCount: 1 << 18) ?? Data()
        }
        return Hexadecimal.text(hash.finalize())
    }
}

extension App {
    /// Throws where the account may not upload another photo now.
    func admitPhoto(of account: Account.ID) async throws {
        let (now, limit, newAccountLimits) = (clock(), limits.uploads, NewAccountLimits(limits: limits))
        // Before a worker decodes it.
        guard try await !database.read({ try $0.isStorageFull(of: account) }) else { throw PhotoRejection.accountFull }
        guard let limit else { return }
        try await database.write { transaction in
            guard try transaction.countUnusedPhotos(of: account, atMost: Photo.maxUnused) < Photo.maxUnused else {
                throw PhotoRejection.tooManyWaiting
            }
            try transaction.enforce(limit, for: account, at: now)
            if let retryAfter = try newAccountLimits.consume(.photo, of: account, at: now, transaction) {
                try transaction.refundRateLimit(limit, for: String(account))
                throw Problem.firstDayPhotos(after: retryAfter)
            }
        }
    }

    /// Takes an admitted photo in. A file that is not taken does not count towards the new-account limits; one that a disk, a
    /// worker or the database could not take does not count at all.
    func ingestPhoto(_ file: IncomingFile, from account: Account.ID) async throws -> Photo {
        do { return try await photos.intake.ingest(file, from: account) } catch {
            let (limit, newAccountLimits) = (limits.uploads, NewAccountLimits(limits: limits))
            let isOurs = (error as? PhotoRejection ?? .busy) == .busy
            do {
                try await database.write { transaction in
                    try newAccountLimits.refund(.photo, of: account, transaction)
                    if isOurs { try transaction.refundRateLimit(limit, for: String(account)) }
                }
            } catch { logger.warning("a photo's allowance is not given back", metadata: ["error": "\(error)"]) }
            throw error
        }
    }
}
