import Synchronization

/// The uploads in progress of each account: a few forms with files at a time, so that nobody fills the disk with many at once.
final class UploadSlots: Sendable {
    /// Two pages of one account, each with two uploads in progress.
    static let capacity = 4

    private let held = Mutex<[Account.ID: Int]>([:])

    /// - Returns: false where too many uploads are in progress. Otherwise `give` has to follow.
    func take(_ account: Account.ID) -> Bool {
        held.withLock { held in
            guard held[account, default: 0] < Self.capacity else { return false }
            held[account, default: 0] += 1
            return true
        }
    }

    func give(_ account: Account.ID) {
        held.withLock { held in
            let left = held[account, default: 0] - 1
            held[account] = left > 0 ? left : nil
        }
    }
}

extension App {
    /// Throws where the account may not upload another photo now.
    func admitPhoto(of account: Account.ID) async throws {
        guard let limit = limits.uploads else { return }
        let (now, newAccountLimits) = (clock(), NewAccountLimits(limits: limits))
        try await database.write { transaction in
            guard try transaction.countUnusedPhotos(of: account, atMost: Photo.maxUnused) < Photo.maxUnused else {
                throw PhotoRefusal.tooManyWaiting
            }
            if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
                throw Problem.tooOften(after: wait)
            }
            if let wait = try newAccountLimits.take(.photo, of: account, at: now, transaction) {
                try transaction.refundRateLimit(limit, for: String(account))
                throw Problem.firstDayPhotos(after: wait)
            }
        }
    }

    /// Takes an admitted photo in; a refused file does not count towards the new-account limits.
    func takePhoto(_ file: IncomingFile, from account: Account.ID) async throws -> Photo {
        do { return try await photos.intake.take(file, from: account) } catch let refusal as PhotoRefusal {
            let newAccountLimits = NewAccountLimits(limits: limits)
            try await database.write { try newAccountLimits.giveBack(.photo, of: account, $0) }
            throw refusal
        }
    }
}
