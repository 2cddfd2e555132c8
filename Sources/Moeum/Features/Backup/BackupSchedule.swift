import Foundation
import Logging

/// Makes backups by itself: into a folder or bucket, one each so many hours, of which the newest are kept. Admins are mailed
/// when one fails.
struct BackupSchedule: JobKind {
    /// How long after a failure it is tried again, and after a mail about one the next may be sent, in seconds.
    private static let (retryDelay, mailCooldown): (TimeInterval, TimeInterval) = (3_600, 86_400)
    /// How long after their last change what broken-off backups left is removed, in seconds.
    private static let (abandonedFile, longestUpload): (TimeInterval, TimeInterval) = (3_600, 3 * 86_400)

    let location: StorageLocation
    let config: Config
    let emailRenderer: EmailRenderer
    let logger: Logger

    let name = "backup"
    /// Whether one is due is asked all the time: somebody may have made one by hand.
    var rules: JobRules {
        let backoff = RetryBackoff(firstDelay: Self.retryDelay, maxDelay: Self.retryDelay, maxAttempts: .max)
        return JobRules(backoff: backoff, interval: 60)
    }

    func run(_ hold: JobHold) async throws -> JobResult {
        let (now, database) = (hold.clock(), hold.database)
        guard try await database.read({ try hasWork($0, at: now) }) else { return JobResult() }
        do { try await make(at: now, database) } catch let error where !(error is JobLost || error is CancellationError)
        {
            try await recordFailure(at: now, database)
            throw error
        }
        return JobResult()
    }

    /// Whether a backup is due.
    func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool {
        let latest = try transaction.latestBackup(in: location)?.madeAt
        // A clock that was set back makes no backup overdue for years.
        return latest.map { now.timeIntervalSince($0) >= config.backupInterval || $0 > now } ?? true
    }

    private func make(at now: Date, _ database: any Database) async throws {
        let writer = BackupWriter(config: config, database: database)
        let result = try await writer.write(to: BackupLocation(BackupFile.name(at: now), in: location), at: now)
        try await database.write { try $0.deleteBackupFailure() }
        do { try await removeOld() } catch {
            logger.warning("old backups could not be removed", metadata: ["error": .string("\(error)")])
        }
        for file in result.lostFiles { logger.warning("a photo file was lost", metadata: ["file": .string(file)]) }
        logger.info("backed up", metadata: ["what": .string(result.summary), "into": "\(location)"])
    }

    private func recordFailure(at now: Date, _ database: any Database) async throws {
        try await database.write { [emailRenderer] transaction in
            let last = try transaction.backupFailure()
            let isToldNow = last?.toldAt.map { abs(now.timeIntervalSince($0)) >= Self.mailCooldown } ?? true
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
        case .bucket(let address): try await removeOldObjects(in: S3Client(address, retryPolicy: .backup))
        }
    }

    private func removeOldFiles(in folder: String) {
        let manager = FileManager.default
        let whole = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter(BackupFile.isName)
        let abandoned = manager.names(in: folder, changedBefore: .now - Self.abandonedFile)
            .filter(BackupFile.isUnfinishedName)
        for name in whole.sorted().dropLast(config.keptBackups) + abandoned { unlink("\(folder)/\(name)") }
    }

    private func removeOldObjects(in client: S3Client) async throws {
        let whole = try await client.list(BackupFile.beginning).map(\.name).filter(BackupFile.isName)
        for name in whole.sorted().dropLast(config.keptBackups) { try await client.delete(name) }
        // A storage knows when an upload was begun, not whether it goes on: none goes on for so long.
        let oldest = Date.now - Self.longestUpload
        for begun in try await S3Upload.incomplete(BackupFile.beginning, in: client)
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
