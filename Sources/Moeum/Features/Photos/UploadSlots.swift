import Synchronization

/// Who is sending photos just now: a few forms with files at a time, so that nobody fills the disk by sending many at once.
final class UploadSlots: Sendable {
    /// Two pages of one person's, each with two photos on their way.
    static let capacity = 4

    private let held = Mutex<[Account.ID: Int]>([:])

    /// - Returns: false where too many are in hand. Otherwise `give` is to follow.
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
    /// Lets somebody send one photo more, or says why not.
    func admitPhoto(of account: Account.ID) async throws {
        guard let limit = limits.uploads else { return }
        let (now, firstDay) = (clock(), NewAccountLimits(limits: limits))
        try await database.write { transaction in
            guard try transaction.countUnusedPhotos(of: account, atMost: Photo.maxUnused) < Photo.maxUnused else {
                throw PhotoRefusal.tooManyWaiting
            }
            if let wait = try transaction.consumeRateLimit(limit, for: String(account), at: now.milliseconds) {
                throw Problem.tooOften(after: wait)
            }
            if let wait = try firstDay.take(.photo, of: account, at: now, transaction) {
                try transaction.refundRateLimit(limit, for: String(account))
                throw Problem.firstDayPhotos(after: wait)
            }
        }
    }

    /// Takes one photo in that was admitted; a file that is none does not count among those of somebody's first day.
    func takePhoto(_ file: IncomingFile, from account: Account.ID) async throws -> Photo {
        do { return try await photos.intake.take(file, from: account) } catch let refusal as PhotoRefusal {
            let firstDay = NewAccountLimits(limits: limits)
            try await database.write { try firstDay.giveBack(.photo, of: account, $0) }
            throw refusal
        }
    }
}
