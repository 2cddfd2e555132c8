import Foundation

/// How the last run of a sweep ended.
struct SweepResult: Sendable, Equatable {
    let endedAt: Date
    let rows: Int
    let files: Int
}

extension Transaction {
    /// Deletes photos that were uploaded long ago and are in no review.
    /// - Returns: how many were deleted.
    func deleteUnusedPhotos(before oldest: Date, atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM photos WHERE id IN (
                SELECT id FROM photos WHERE review_id IS NULL AND entry_id IS NULL
                    AND (created_at < \(oldest.milliseconds) OR account_id IS NULL)
                ORDER BY created_at, id LIMIT \(limit))
            """
        )
    }

    /// The next blobs by hash, and whether each is used by a photo or a report's snapshot.
    func photoBlobs(after hash: String, atMost limit: Int) throws -> [(hash: String, isUsed: Bool)] {
        try rows(
            """
            SELECT b.hash,
                CASE WHEN EXISTS (SELECT 1 FROM photos p WHERE p.blob_hash = b.hash)
                    OR EXISTS (SELECT 1 FROM snapshot_photos s WHERE s.blob_hash = b.hash) THEN 1 ELSE 0 END
            FROM photo_blobs b WHERE b.hash > \(hash) ORDER BY b.hash LIMIT \(limit)
            """
        ).map { (try $0.string(0), try $0.bool(1)) }
    }

    /// Deletes those of these blobs that no photo and no report's snapshot uses; none while a backup is being made, which
    /// copies the files of the rows that it has seen.
    /// - Returns: the beginnings of their files' names.
    func deletePhotoBlobsWithoutPhotos(among hashes: [String], at now: Date) throws -> [String] {
        let oldest = (now - BackupWriter.heartbeatTimeout).milliseconds
        return try rows(
            """
            DELETE FROM photo_blobs
            WHERE hash IN \(list: hashes)
                AND NOT EXISTS (SELECT 1 FROM photos p WHERE p.blob_hash = photo_blobs.hash)
                AND NOT EXISTS (SELECT 1 FROM snapshot_photos s WHERE s.blob_hash = photo_blobs.hash)
                AND NOT EXISTS (SELECT 1 FROM running_backups WHERE seen_at >= \(oldest))
            RETURNING file
            """
        ).map { try $0.string(0) }
    }

    /// Those of these beginnings of file names that a row has.
    func knownPhotoFiles(among files: [String]) throws -> Set<String> {
        Set(
            try rows("SELECT file FROM photo_blobs WHERE file IN \(list: files) ORDER BY file").map {
                try $0.string(0)
            }
        )
    }

    /// Whose photos the storage has that this database knows; decided once.
    func photoOwner() throws -> String {
        if let id = try siteValue("photo-owner") { return id }
        let id = SystemRandom.name()
        try setSiteValue("photo-owner", to: id)
        return id
    }

    func recordSweep(_ result: SweepResult, of sweep: String) throws {
        try execute(
            """
            INSERT INTO sweeps (name, ended_at, rows_removed, files_removed)
            VALUES (\(sweep), \(result.endedAt.milliseconds), \(result.rows), \(result.files))
            ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at, rows_removed = excluded.rows_removed,
                files_removed = excluded.files_removed
            """
        )
    }

    func sweepResult(of sweep: String) throws -> SweepResult? {
        try first("SELECT ended_at, rows_removed, files_removed FROM sweeps WHERE name = \(sweep)") { row in
            SweepResult(
                endedAt: try row.date(0),
                rows: try row.int(1),
                files: try row.int(2)
            )
        }
    }
}
