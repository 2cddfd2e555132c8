import Foundation
import Logging

/// Makes backups by itself: into a folder or bucket, one each so many hours, of which the newest are kept. Whoever runs the site is
/// mailed when one fails.
struct BackupSchedule: Sendable {
    /// How long after a failure it is tried again, and how long staff have their peace after a mail, in seconds.
    private static let (pause, peace): (TimeInterval, TimeInterval) = (3_600, 86_400)
    /// How long a backup is one server's after its last word, in seconds.
    private static let leaseLength: TimeInterval = 60
    private static let longestUpload: TimeInterval = 3 * 86_400

    let location: StorageLocation
    /// Seconds from one to the next.
    let interval: TimeInterval
    /// How many are kept.
    let kept: Int
    /// When this began: what failed before may have been mended since.
    let start: Date
    let writer: BackupWriter
    let emailRenderer: EmailRenderer
    let clock: @Sendable () -> Date
    let logger: Logger

    private var database: any Database { writer.database }

    /// Makes a backup where one is due; of several servers one does.
    func run() async throws {
        let (now, holder) = (clock(), Identifier<JobLease>.next())
        // A read is cheaper than a write that changes nothing.
        guard try await database.read({ try isDue($0, at: now) }),
            try await database.write({ try isDue($0, at: now) && takeLease(holder, $0) })
        else { return }
        let lease = JobLease(
            heartbeat: .seconds(Self.leaseLength / 3),
            length: .seconds(Self.leaseLength),
            renew: { [database] in try await database.write { try takeLease(holder, $0) } },
            // Another server makes it.
            loss: CancellationError()
        )
        do { try await lease.hold { try await make(at: now) } } catch is CancellationError {}
        try await database.write { try $0.endLease(Self.lease, of: holder) }
    }

    private static let lease = "backup"

    private func takeLease(_ holder: Identifier<JobLease>, _ transaction: Transaction) throws -> Bool {
        let now = clock()
        let end = (now + Self.leaseLength).milliseconds
        return try transaction.takeLease(Self.lease, as: holder, until: end, at: now.milliseconds)
    }

    private func isDue(_ transaction: Transaction, at now: Date) throws -> Bool {
        let latest = try transaction.latestBackup(in: location)?.madeAt
        // A clock that was set back makes no backup overdue for years.
        guard latest.map({ now.timeIntervalSince($0) >= interval || $0 > now }) ?? true else { return false }
        let failure = try transaction.backupFailure()
        return failure.map { $0.at < start || abs(now.timeIntervalSince($0.at)) >= Self.pause } ?? true
    }

    private func make(at now: Date) async throws {
        do {
            let result = try await writer.write(to: BackupLocation(BackupFile.name(at: now), in: location), at: now)
            try await database.write { try $0.deleteBackupFailure() }
            do { try await removeOld() } catch {
                logger.warning("old backups could not be removed", metadata: ["error": .string("\(error)")])
            }
            for file in result.lostFiles { logger.warning("a photo file was lost", metadata: ["file": .string(file)]) }
            logger.info("backed up", metadata: ["what": .string(result.summary), "into": "\(location)"])
        } catch is CancellationError {
            // The server ends; the next one makes it.
        } catch {
            logger.error("backup failed", metadata: ["error": .string("\(error)")])
            try await noteFailure(at: now)
        }
    }

    private func noteFailure(at now: Date) async throws {
        try await database.write { [emailRenderer] transaction in
            let last = try transaction.backupFailure()
            let isToldNow = last?.toldAt.map { abs(now.timeIntervalSince($0)) >= Self.peace } ?? true
            try transaction.saveBackupFailure(BackupFailure(at: now, toldAt: isToldNow ? now : last?.toldAt))
            guard isToldNow else { return }
            for admin in try transaction.staffAccounts() where admin.role == .admin {
                let message = EmailMessage(
                    .backupFailed,
                    to: admin.email,
                    nickname: admin.nickname,
                    language: admin.language,
                    link: "/admin/diagnostics",
                    details: EmailMessage.Details(time: now)
                )
                try transaction.enqueue(message, by: emailRenderer)
            }
        }
    }

    /// Removes older backups than are kept, and what broken-off ones left.
    private func removeOld() async throws {
        switch location {
        case .folder(let folder): removeOldFiles(in: folder)
        case .bucket(let address): try await removeOldObjects(in: S3Client(address, patience: .backup))
        }
    }

    private func removeOldFiles(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let (whole, unfinished) = (names.filter(BackupFile.isName), names.filter(BackupFile.isUnfinishedName))
        let abandoned = unfinished.filter { name in
            let changed =
                try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate] as? Date
            // Nobody has written to it for so long.
            return changed.map { Date.now.timeIntervalSince($0) > Self.pause } ?? false
        }
        for name in whole.sorted().dropLast(kept) + abandoned { unlink("\(folder)/\(name)") }
    }

    private func removeOldObjects(in client: S3Client) async throws {
        let whole = try await client.list(BackupFile.beginning).map(\.name).filter(BackupFile.isName)
        for name in whole.sorted().dropLast(kept) { try await client.delete(name) }
        // A storage knows when an upload was begun, not whether it goes on: none goes on for so long.
        let oldest = Date.now - Self.longestUpload
        for begun in try await S3Upload.begun(BackupFile.beginning, in: client)
        where BackupFile.isName(begun.name) && begun.at ?? .now < oldest { try await begun.upload.abort() }
    }
}

/// A scheduled backup that failed, and when staff were told.
struct BackupFailure: Sendable, Equatable {
    let at: Date
    let toldAt: Date?
}

extension EmailMessage.Kind {
    /// A scheduled backup failed. Takes the time, and a link to the diagnostics.
    static let backupFailed = Self("backup-failed")
}
