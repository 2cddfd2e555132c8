import Foundation

/// The last backup of the site.
struct BackupRecord: Sendable, Equatable {
    let madeAt: Date
    /// Pages show only the file's name: the rest of the path is private.
    let path: String
    let bytes: Int
}

extension Transaction {
    /// Records a backup that the command has made.
    func recordBackup(_ backup: BackupRecord) throws {
        try execute(
            """
            INSERT INTO backups (id, made_at, path, bytes)
            VALUES (\(Identifier<BackupRecord>.next()), \(backup.madeAt.milliseconds), \(backup.path), \(backup.bytes))
            """
        )
    }

    func latestBackup() throws -> BackupRecord? {
        try first("SELECT made_at, path, bytes FROM backups ORDER BY made_at DESC, id DESC LIMIT 1") { row in
            BackupRecord(madeAt: try row.date(0), path: try row.string(1), bytes: try row.int(2))
        }
    }

    /// The number of all photos, and of uploaded photos that are in no review yet.
    func photoNumbers() throws -> (all: Int, unused: Int) {
        let all = try first("SELECT COUNT(*) FROM photos") { try $0.int(0) } ?? 0
        let unused =
            try first("SELECT COUNT(*) FROM photos WHERE review_id IS NULL AND entry_id IS NULL") { try $0.int(0) } ?? 0
        return (all, unused)
    }
}
