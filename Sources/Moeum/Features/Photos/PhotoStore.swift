import Foundation

extension Transaction {
    /// Adds a photo without a review, over the files of an equal photo.
    /// - Returns: nil where there is no equal photo.
    func addPhoto(of hash: String, from account: Account.ID, at now: Date) throws -> Photo? {
        let photo = try first("SELECT width, height, colour, placeholder FROM photo_blobs WHERE hash = \(hash)") {
            Photo(
                id: .next(),
                name: SystemRandom.name(),
                width: try $0.int(0),
                height: try $0.int(1),
                colour: try $0.string(2),
                placeholder: try $0.string(3)
            )
        }
        guard let photo else { return nil }
        try execute(
            """
            INSERT INTO photos (id, name, blob_hash, account_id, created_at)
            VALUES (\(photo.id), \(photo.name), \(hash), \(account), \(now.milliseconds))
            """
        )
        return photo
    }

    /// How many photos without a review an account has, counted up to a bound.
    func countUnusedPhotos(of account: Account.ID, atMost limit: Int) throws -> Int {
        let count = try first(
            """
            SELECT COUNT(*) FROM (
                SELECT id FROM photos WHERE account_id = \(account) AND review_id IS NULL AND entry_id IS NULL ORDER BY id LIMIT \(limit)) p
            """
        ) { try $0.int(0) }
        return count ?? 0
    }

    /// Adds the row of a photo's files, which are on the disk already.
    /// - Parameter lost: files of an equal photo that these replace.
    /// - Returns: false where an equal photo's files exist, perhaps only just now.
    func insertPhotoBlob(_ blob: PhotoBlob, replacing lost: String?, at now: Date) throws -> Bool {
        if let lost {
            let perceptualHash = blob.metadata.perceptualHash?.rawValue
            let replaced = try execute(
                """
                UPDATE photo_blobs SET file = \(blob.file), perceptual_hash = \(perceptualHash)
                WHERE hash = \(blob.hash) AND file = \(lost)
                """
            )
            if replaced == 1 { return true }
        }
        return try execute(
            """
            INSERT INTO photo_blobs (hash, file, bytes, width, height, colour, placeholder, perceptual_hash, created_at)
            VALUES (\(blob.hash), \(blob.file), \(blob.bytes), \(blob.metadata.width), \(blob.metadata.height),
                \(blob.metadata.colour), \(blob.metadata.placeholder), \(blob.metadata.perceptualHash?.rawValue),
                \(now.milliseconds))
            ON CONFLICT (hash) DO NOTHING
            """
        ) == 1
    }

    /// The beginning of the names of an equal photo's files.
    func photoFile(of hash: String) throws -> String? {
        try first("SELECT file FROM photo_blobs WHERE hash = \(hash)") { try $0.string(0) }
    }

    /// The file of a photo that this account may see now, and whether everybody may.
    func photoFile(named name: String, for account: Account.ID?) throws -> (file: String, isPublic: Bool)? {
        try first(
            """
            SELECT b.file, p.is_shown FROM photos p JOIN photo_blobs b ON b.hash = p.blob_hash
            WHERE p.name = \(name)
                AND (p.is_shown = 1 OR (p.review_id IS NULL AND p.account_id = \(account ?? .absent)
                    AND p.hidden_at IS NULL AND p.hidden_for_reason_at IS NULL))
            """
        ) { (try $0.string(0), try $0.bool(1)) }
    }

    /// The file of a photo of a review, no matter who may see it, or of a photo that a report's snapshot keeps under a name of
    /// its own.
    func anyPhotoFile(named name: String) throws -> String? {
        try first(
            """
            SELECT b.file FROM photos p JOIN photo_blobs b ON b.hash = p.blob_hash
            WHERE p.name = \(name) AND p.review_id IS NOT NULL
            UNION SELECT b.file FROM snapshot_photos s JOIN photo_blobs b ON b.hash = s.blob_hash
                WHERE s.name = \(name)
            ORDER BY 1
            """
        ) { try $0.string(0) }
    }
}
