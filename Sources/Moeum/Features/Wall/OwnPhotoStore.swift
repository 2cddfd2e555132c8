/// A photo of one's own: of a review, or of the diary, which nobody else sees.
struct OwnPhoto: Sendable {
    let photo: WallPhoto
    /// The entry that has it; nil for a photo of a review.
    let entry: DiaryEntry.ID?
    /// The day of the entry.
    let day: String?
}

extension Transaction {
    /// The photos of an account's reviews and diary, the latest sent first, without hidden ones and those in the trash.
    func ownPhotos(of account: Account.ID, after photo: Photo.ID?, limit: Int) throws -> [OwnPhoto] {
        try rows(
            """
            SELECT h.entry_id, e.day, \(WallPhoto.columns) FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            LEFT JOIN diary_entries e ON e.id = h.entry_id
            LEFT JOIN places p ON p.id = COALESCE(h.place_id, e.place_id)
            WHERE h.account_id = \(account) AND h.id < \(photo ?? .max)
                AND (h.is_shown = 1 OR (h.entry_id IS NOT NULL AND e.deleted_at IS NULL))
            ORDER BY h.id DESC LIMIT \(limit)
            """
        ).map { row in
            OwnPhoto(
                photo: try WallPhoto(row, from: 2),
                entry: try row.optionalID(0),
                day: try row.optionalString(1)
            )
        }
    }
}
