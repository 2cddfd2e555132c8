import Foundation

extension Transaction {
    /// Photos that were sent long ago and put into no review.
    /// - Returns: how many went.
    func deleteUnusedPhotos(before oldest: Date, atMost most: Int) throws -> Int {
        try execute(
            """
            DELETE FROM photos WHERE id IN (
                SELECT id FROM photos WHERE review_id IS NULL AND created_at < \(oldest.milliseconds)
                ORDER BY created_at, id LIMIT \(most))
            """
        )
    }

    /// Forgets files that no photo has any more.
    /// - Returns: what the names of these files begin with.
    func deletePhotoBlobsWithoutPhotos(atMost most: Int) throws -> [String] {
        try rows(
            """
            DELETE FROM photo_blobs WHERE hash IN (
                SELECT hash FROM photo_blobs b
                WHERE NOT EXISTS (SELECT 1 FROM photos p WHERE p.blob_hash = b.hash)
                ORDER BY hash LIMIT \(most))
            RETURNING file
            """
        ).map { try $0.string(0) }
    }

    /// Which of these begin the names of files that photos have.
    func knownPhotoFiles(among files: [String]) throws -> Set<String> {
        Set(
            try rows("SELECT file FROM photo_blobs WHERE file IN \(list: files) ORDER BY file").map {
                try $0.string(0)
            }
        )
    }
}
