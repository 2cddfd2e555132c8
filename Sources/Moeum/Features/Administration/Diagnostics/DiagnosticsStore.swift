extension Transaction {
    /// The number of all photos, and of uploaded photos that are in no review yet.
    func photoCounts() throws -> (all: Int, unused: Int) {
        let all = try first("SELECT COUNT(*) FROM photos") { try $0.int(0) } ?? 0
        let unused =
            try first("SELECT COUNT(*) FROM photos WHERE review_id IS NULL AND entry_id IS NULL") { try $0.int(0) } ?? 0
        return (all, unused)
    }

    /// Photos that belong to nobody: of no account, review or entry, or pictures that no photo and no snapshot shows.
    func nobodysPhotos() throws -> Int {
        try first(
            """
            SELECT (SELECT COUNT(*) FROM photos WHERE account_id IS NULL AND review_id IS NULL AND entry_id IS NULL)
                + (SELECT COUNT(*) FROM photo_blobs b
                    WHERE NOT EXISTS (SELECT 1 FROM photos p WHERE p.blob_hash = b.hash)
                        AND NOT EXISTS (SELECT 1 FROM snapshot_photos s WHERE s.blob_hash = b.hash))
            """
        ) { try $0.int(0) } ?? 0
    }
}
