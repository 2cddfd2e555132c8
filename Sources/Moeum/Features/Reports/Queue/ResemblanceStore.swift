import Foundation

extension Transaction {
    /// The removed picture most similar to a photo, by a photo or snapshot that still has it; nil where none has.
    func removedPicture(like photo: Photo.ID) throws -> FiledSnapshot.Picture? {
        let own = try first(
            "SELECT b.hash, b.perceptual_hash FROM photos p JOIN photo_blobs b ON b.hash = p.blob_hash WHERE p.id = \(photo)"
        ) { (hash: try $0.string(0), perceptualHash: try $0.optionalInt64(1).map(PerceptualHash.init(rawValue:))) }
        guard let own else { return nil }
        var similar: [(hash: String, distance: Int)] = []
        try rows("SELECT hash, perceptual_hash FROM removed_pictures ORDER BY hash").forEach { row in
            let hash = try row.string(0)
            if hash == own.hash {
                similar.append((hash, 0))
            } else if let perceptualHash = own.perceptualHash, let removed = try row.optionalInt64(1) {
                similar.append((hash, perceptualHash.distance(to: PerceptualHash(rawValue: removed))))
            }
        }
        // Whatever the threshold was when the photo was held.
        let near = similar.filter { SiteSettings.Name.photoLikeness.range.contains($0.distance) }
        for one in near.sorted(by: { ($0.distance, $0.hash) < ($1.distance, $1.hash) }).prefix(4) {
            if let picture = try similarPicture(of: one.hash, besides: photo) { return picture }
        }
        return nil
    }

    private func similarPicture(of hash: String, besides photo: Photo.ID) throws -> FiledSnapshot.Picture? {
        let sources: [SQL] = [
            """
            SELECT p.name, p.alt, p.blob_hash FROM photos p
            WHERE p.blob_hash = \(hash) AND p.id <> \(photo) AND p.hidden_at IS NOT NULL ORDER BY p.id LIMIT 1
            """,
            """
            SELECT s.name, s.alt, s.blob_hash FROM snapshot_photos s
            WHERE s.blob_hash = \(hash) AND s.photo_id <> \(photo) ORDER BY s.name LIMIT 1
            """,
        ]
        for source in sources {
            if let found = try first(source, { try FiledSnapshot.Picture($0) }) { return found }
        }
        return nil
    }
}
