import Synchronization

/// The uploads in progress of each account: a few forms with files at a time, so that nobody fills the disk with many at once.
final class UploadSlots: Sendable {
    /// Two pages of one account, each with two uploads in progress.
    static let capacity = 4

    private let held = Mutex<[Account.ID: Int]>([:])

    /// - Returns: false where too many uploads are in progress. Otherwise `give` has to follow.
    func acquire(_ account: Account.ID) -> Bool {
        held.withLock { held in
            guard held[account, default: 0] < Self.capacity else { return false }
            held[account, default: 0] += 1
            return true
        }
    }

    func release(_ account: Account.ID) {
        held.withLock { held in
            let left = held[account, default: 0] - 1
            held[account] = left > 0 ? left : nil
        }
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
