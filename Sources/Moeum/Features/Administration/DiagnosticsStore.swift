import Foundation

/// The last backup that was made of the site.
struct BackupRecord: Sendable, Equatable {
    let madeAt: Date
    /// Whoever reads it need not know where on the machine it lies.
    let path: String
    let bytes: Int
}

extension Transaction {
    /// Notes a backup, from the command that makes it.
    func recordBackup(_ backup: BackupRecord) throws {
        try execute(
            """
            INSERT INTO backups (id, made_at, path, bytes)
            VALUES (\(Identifier.next()), \(backup.madeAt.milliseconds), \(backup.path), \(backup.bytes))
            """
        )
    }

    func latestBackup() throws -> BackupRecord? {
        try first("SELECT made_at, path, bytes FROM backups ORDER BY made_at DESC, id DESC LIMIT 1") { row in
            BackupRecord(madeAt: Date(milliseconds: try row.int64(0)), path: try row.string(1), bytes: try row.int(2))
        }
    }

    /// All photos, and those that were sent and are in no review yet.
    func photoNumbers() throws -> (all: Int, unused: Int) {
        let all = try first("SELECT COUNT(*) FROM photos") { try $0.int(0) } ?? 0
        let unused = try first("SELECT COUNT(*) FROM photos WHERE review_id IS NULL") { try $0.int(0) } ?? 0
        return (all, unused)
    }
}
