import Foundation
import Logging
import Synchronization

/// Takes photos in, keeps and serves them.
struct Photos: Sendable {
    let storage: any PhotoStorage
    let intake: PhotoIntake
    let workers: PhotoWorkers
    /// The uploads in progress of each account.
    let uploadSlots = UploadSlots()
    /// The bytes of uploads in progress, in all and of one account with several forms full of photos.
    let space = UploadQuota(capacity: 2 << 30, ofAccount: 256 << 20)
    /// Recently used photo files.
    let cache = PhotoCache()
    let sweep: PhotoSweep

    init(
        config: Config,
        database: any Database,
        logger: Logger,
        workers: PhotoWorkers?,
        clock: @escaping @Sendable () -> Date
    ) {
        let uploads = "\(config.dataDirectory)/uploads"
        let storage = config.photoStorage
        self.storage = storage
        let workers = workers ?? PhotoWorkers(program: config.program, folder: uploads, logger: logger)
        self.workers = workers
        intake = PhotoIntake(
            database: database,
            storage: storage,
            workers: workers,
            folder: uploads,
            clock: clock
        )
        sweep = PhotoSweep(database: database, storage: storage, uploads: uploads)
    }

    /// The rules for a photo uploaded by itself. Its file is removed after the request; `intake.ingest` makes a photo of it
    /// before.
    static func uploadRules(folder: String = "", space: UploadQuota? = nil) -> FileRules {
        FileRules(folder: folder, bytesPerFile: PhotoLimits.bytes, bytesWithoutSession: 0, space: space)
    }
}

/// The uploads in progress of each account: a few forms with files at a time, so that nobody fills the disk with many at once.
final class UploadSlots: Sendable {
    /// Two pages of one account, each with two uploads in progress.
    static let capacity = 4

    private let held = Mutex<[Account.ID: Int]>([:])

    /// - Returns: false where too many uploads are in progress. Otherwise `release` has to follow.
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
