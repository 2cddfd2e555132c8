import Foundation

extension Transaction {
    func archivedSavedPhotos(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .savedPhotos,
            """
            SELECT s.photo_id, s.place_id, p.name, p.district, s.memo, s.saved_at
            FROM saved_photos s LEFT JOIN places p ON p.id = s.place_id
            WHERE s.account_id = \(account) AND s.removed_at IS NULL ORDER BY s.saved_at, s.id
            """
        )
    }

    /// Saves the photos that this site shows at the same places, and of others the memos.
    /// - Returns: how many the account has now.
    func restoreSavedPhotos(_ saved: [(place: Place.ID?, row: ArchivedSavedPhoto)], to account: Account.ID) throws
        -> Int
    {
        var kept = 0
        for (place, row) in saved {
            let photo = try row.photo.flatMap { try isShown($0, at: place) ? $0 : nil }
            if let photo {
                let known = try savedPhotoMemo(of: photo, by: account)
                do {
                    let memo = known?.isSaved == true && !(known?.memo ?? "").isEmpty ? nil : row.memo
                    try savePhoto(photo, memo: memo, by: account, at: row.savedAt)
                } catch SavedPhoto.Error.full { continue }
            } else if row.memo.isEmpty {
                continue
            } else if try !saveMemo(row, at: place, of: account) {
                continue
            }
            kept += 1
        }
        return kept
    }

    private func isShown(_ photo: Photo.ID, at place: Place.ID?) throws -> Bool {
        try first("SELECT 1 FROM photos WHERE id = \(photo) AND is_shown = 1 AND place_id = \(place)") { try $0.int(0) }
            != nil
    }

    /// Saves a memo whose photo this site does not have, once.
    private func saveMemo(_ row: ArchivedSavedPhoto, at place: Place.ID?, of account: Account.ID) throws -> Bool {
        let known = try first(
            """
            SELECT 1 FROM saved_photos WHERE account_id = \(account) AND photo_id IS NULL AND COALESCE(place_id, 0) = \(place ?? .absent)
                AND memo = \(row.memo) LIMIT 1
            """
        ) { try $0.int(0) }
        if known != nil { return true }
        guard try savedPhotoCount(of: account) < SavedPhoto.maxCount else { return false }
        let key = SavedPhoto.searchKey(row.memo, at: row.place?.name ?? "")
        try execute(
            """
            INSERT INTO saved_photos (id, account_id, place_id, memo, search_key, saved_at)
            VALUES (\(SavedPhoto.ID.next()), \(account), \(place), \(row.memo), \(key), \(row.savedAt.milliseconds))
            """
        )
        return true
    }
}
