import Foundation

/// A backup that was made.
struct BackupRecord: Sendable, Equatable {
    let madeAt: Date
    /// A path, `-` for standard output, or an address without its key. Pages show only the name at its end: the rest is private.
    let path: String
    let bytes: Int
}

extension Transaction {
    func recordBackup(_ backup: BackupRecord) throws {
        try execute(
            """
            INSERT INTO backups (id, made_at, path, bytes)
            VALUES (\(Identifier<BackupRecord>.next()), \(backup.madeAt.milliseconds), \(backup.path), \(backup.bytes))
            """
        )
    }

    func latestBackup() throws -> BackupRecord? { try backups(1).first }

    /// The newest backup in a folder or bucket, of the last hundreds.
    func latestBackup(in location: StorageLocation) throws -> BackupRecord? {
        try backups(500).first { BackupLocation.isPath($0.path, in: location) }
    }

    private func backups(_ limit: Int) throws -> [BackupRecord] {
        try rows("SELECT made_at, path, bytes FROM backups ORDER BY made_at DESC, id DESC LIMIT \(limit)").map { row in
            BackupRecord(madeAt: try row.date(0), path: try row.string(1), bytes: try row.int(2))
        }
    }

    /// The last scheduled backup, where it failed.
    func backupFailure() throws -> BackupFailure? {
        try first("SELECT failed_at, told_at FROM backup_failures WHERE id = 1") { row in
            BackupFailure(at: try row.date(0), toldAt: try row.optionalDate(1))
        }
    }

    func saveBackupFailure(_ failure: BackupFailure) throws {
        try execute(
            """
            INSERT INTO backup_failures (id, failed_at, told_at)
            VALUES (1, \(failure.at.milliseconds), \(failure.toldAt?.milliseconds))
            ON CONFLICT (id) DO UPDATE SET failed_at = excluded.failed_at, told_at = excluded.told_at
            """
        )
    }

    func deleteBackupFailure() throws { try execute("DELETE FROM backup_failures") }

    /// The beginnings of the names of all photos' files.
    func photoFiles() throws -> [String] {
        try rows("SELECT file FROM photo_blobs ORDER BY file").map { try $0.string(0) }
    }

    /// Says that a backup is being made: until a while after the last such word, no photo's files are deleted.
    func recordRunningBackup(_ id: Identifier<BackupWriter>, at now: Date) throws {
        try execute(
            """
            INSERT INTO running_backups (id, seen_at) VALUES (\(id), \(now.milliseconds))
            ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
            """
        )
    }

    func deleteRunningBackup(_ id: Identifier<BackupWriter>) throws {
        try execute("DELETE FROM running_backups WHERE id = \(id)")
    }

    /// Deletes what broken-off backups left.
    func deleteRunningBackups(before oldest: Date) throws {
        try execute("DELETE FROM running_backups WHERE seen_at < \(oldest.milliseconds)")
    }
}

/// What a restored database must not go on with as if nothing had happened.
extension Transaction {
    /// Logs everybody out, holds mail that may have been sent since, and lets go of files that are in no backup or another
    /// site's.
    /// - Returns: how many mails are held.
    func settleRestored(at now: Date) throws -> Int {
        try execute("DELETE FROM sessions")
        try execute("DELETE FROM running_backups")
        try deleteBackupFailure()
        // The photos of the site as it went on are not this one's.
        try setSiteValue("photo-owner", to: nil)
        // What webhooks sent begins again too.
        try setSiteValue("webhook-since", to: nil)
        try execute(
            "UPDATE archive_jobs SET state = 'expired', file = NULL, size = NULL WHERE kind = 'export' AND state = 'done'"
        )
        // Nobody of this site does a job yet.
        try execute("UPDATE jobs SET lease = NULL, available_at = \(now.milliseconds) WHERE lease IS NOT NULL")
        return try holdMail()
    }
}
