import Foundation

/// Pictures that staff removed, by SHA-256 and perceptual hash. A picture is marked when the first photo of it is hidden, and
/// unmarked when a photo of it is restored and none is hidden any more. Photos that their authors remove meanwhile change
/// nothing: deleting a hidden photo does not allow its picture again.
extension Transaction {
    /// Marks the picture of a photo that was just hidden.
    func insertRemovedPicture(of photo: Photo.ID, at now: Date) throws {
        try execute(
            """
            INSERT INTO removed_pictures (hash, perceptual_hash, removed_at)
            SELECT b.hash, b.perceptual_hash, \(now.milliseconds) FROM photos p JOIN photo_blobs b ON b.hash = p.blob_hash
            WHERE p.id = \(photo)
            ON CONFLICT (hash) DO UPDATE SET perceptual_hash = COALESCE(excluded.perceptual_hash, removed_pictures.perceptual_hash)
            """
        )
    }

    /// Unmarks the picture of a photo that was just restored, unless another photo of it is still hidden.
    func deleteRemovedPicture(of photo: Photo.ID) throws {
        try execute(
            """
            DELETE FROM removed_pictures WHERE hash = (SELECT blob_hash FROM photos WHERE id = \(photo))
                AND NOT EXISTS (
                    SELECT 1 FROM photos p WHERE p.blob_hash = removed_pictures.hash AND p.hidden_at IS NOT NULL)
            """
        )
    }

    /// - Parameter hash: SHA-256 of the uploaded bytes.
    func isRemovedPicture(_ hash: String) throws -> Bool {
        try first("SELECT 1 FROM removed_pictures WHERE hash = \(hash)") { try $0.int(0) } != nil
    }

    /// Those of these photos whose picture staff removed, byte for byte.
    /// - Parameter review: photos that it has already are left out, those hidden in it too.
    func removedPictures(among photos: [Photo.ID], outside review: Review.ID? = nil) throws -> Set<Photo.ID> {
        if photos.isEmpty { return [] }
        return Set(
            try rows(
                """
                SELECT p.id FROM photos p JOIN removed_pictures m ON m.hash = p.blob_hash
                WHERE p.id IN \(list: photos) AND (p.review_id IS NULL OR p.review_id <> \(review ?? .absent))
                ORDER BY p.id
                """
            ).map { try $0.id(0) }
        )
    }

    /// Those of these photos whose picture staff removed or that look like one; a photo that is hidden itself counts too.
    ///
    /// Perceptual hashes are compared here, with every mark: neither engine counts bits, and no index finds similar hashes. A
    /// mark costs eight bytes read in index order and one comparison per photo.
    /// - Parameter distance: in how many bits the hashes may differ.
    func photosLikeRemoved(among photos: [Photo.ID], within distance: Int) throws -> Set<Photo.ID> {
        var found = try removedPictures(among: photos)
        let others = photos.filter { !found.contains($0) }
        if others.isEmpty { return found }
        let perceptualHash = try rows(
            """
            SELECT p.id, b.perceptual_hash FROM photos p JOIN photo_blobs b ON b.hash = p.blob_hash
            WHERE p.id IN \(list: others) AND b.perceptual_hash IS NOT NULL ORDER BY p.id
            """
        ).map { (photo: try $0.id(0) as Photo.ID, perceptualHash: PerceptualHash(rawValue: try $0.int64(1))) }
        if perceptualHash.isEmpty { return found }
        try rows(
            "SELECT perceptual_hash FROM removed_pictures WHERE perceptual_hash IS NOT NULL ORDER BY perceptual_hash"
        ).forEach { row in
            let removed = PerceptualHash(rawValue: try row.int64(0))
            for each in perceptualHash where each.perceptualHash.distance(to: removed) <= distance {
                found.insert(each.photo)
            }
        }
        return found
    }
}
