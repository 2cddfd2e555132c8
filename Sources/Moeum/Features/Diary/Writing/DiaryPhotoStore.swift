import Foundation

/// The photos of entries, in order.
extension Transaction {
    /// An entry's photos as a form sends them.
    func diaryPictures(of entry: DiaryEntry.ID) throws -> [AttachedPhoto] {
        try rows("SELECT id, alt FROM photos WHERE entry_id = \(entry) ORDER BY position, id").map { row in
            AttachedPhoto(id: try row.id(0), alt: try row.string(1))
        }
    }

    /// An account's photos among these as a form sends them, in the order that is given.
    func diaryPictures(among photos: [Photo.ID], of account: Account.ID) throws -> [AttachedPhoto] {
        let found = try rows(
            "SELECT id, alt FROM photos WHERE id IN \(list: photos + [.absent]) AND account_id = \(account) ORDER BY id"
        ).map { row in
            AttachedPhoto(id: try row.id(0), alt: try row.string(1))
        }
        return photos.compactMap { id in found.first { $0.id == id } }
    }

    /// The photos of entries with their files.
    /// - Parameter limit: of each entry.
    func diaryPhotos(of entries: [DiaryEntry.ID], limit: Int = DiaryEntry.maxPhotos) throws -> [DiaryEntry.ID:
        [DiaryPhoto]]
    {
        if entries.isEmpty { return [:] }
        let photos = try rows(
            """
            SELECT p.entry_id, p.id, p.name, b.width, b.height, p.alt
            FROM photos p JOIN photo_blobs b ON b.hash = p.blob_hash
            WHERE p.entry_id IN \(list: entries) AND p.position < \(limit) ORDER BY p.entry_id, p.position, p.id
            """
        ).map { row in
            let files = PhotoFiles(name: try row.string(2), width: try row.int(3), height: try row.int(4))
            return (
                entry: try row.id(0) as DiaryEntry.ID,
                photo: DiaryPhoto(id: try row.id(1), files: files, alt: try row.string(5))
            )
        }
        return Dictionary(grouping: photos, by: \.entry).mapValues { $0.map(\.photo) }
    }

    /// The photos among these that the account may have in an entry: uploaded by it, in no review and in no other entry.
    /// - Returns: the beginning of each one's addresses.
    func usableDiaryPhotos(
        _ photos: [Photo.ID],
        of account: Account.ID,
        in entry: DiaryEntry.ID?
    ) throws -> [Photo.ID: String] {
        if photos.isEmpty { return [:] }
        return Dictionary(
            uniqueKeysWithValues: try rows(
                """
                SELECT id, name FROM photos WHERE id IN \(list: photos) AND account_id = \(account) AND review_id IS NULL
                    AND (entry_id = \(entry ?? .absent) OR (entry_id IS NULL AND hidden_at IS NULL))
                ORDER BY id
                """
            ).map { (try $0.id(0), try $0.string(1)) }
        )
    }

    /// Photos over the same files as an entry's, which belong to nothing yet; the entry keeps its own.
    func copyDiaryPhotos(of entry: DiaryEntry, at now: Date) throws -> [AttachedPhoto] {
        let originals = try rows(
            "SELECT blob_hash, alt FROM photos WHERE entry_id = \(entry.id) ORDER BY position, id"
        ).map { (hash: try $0.string(0), alt: try $0.string(1)) }
        return try originals.compactMap { original in
            let unused = try first(
                """
                SELECT id FROM photos WHERE account_id = \(entry.account) AND blob_hash = \(original.hash)
                    AND review_id IS NULL AND entry_id IS NULL ORDER BY id LIMIT 1
                """
            ) { try $0.id(0) as Photo.ID }
            let id = try unused ?? addPhoto(of: original.hash, from: entry.account, at: now)?.id
            return id.map { AttachedPhoto(id: $0, alt: original.alt) }
        }
    }

    /// How many photos an account has in its entries.
    func diaryPhotoCount(of account: Account.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM photos WHERE account_id = \(account) AND entry_id IS NOT NULL") {
            try $0.int(0)
        } ?? 0
    }

    /// Attaches exactly these photos to an entry. What is taken out belongs to nothing for a time, as an upload does, so that a
    /// page that still has it can put it back.
    func attachPhotos(_ pictures: [AttachedPhoto], to entry: DiaryEntry, at now: Date) throws {
        try execute(
            """
            UPDATE photos SET entry_id = NULL, created_at = \(now.milliseconds)
            WHERE entry_id = \(entry.id) AND id NOT IN \(list: pictures.map(\.id) + [.absent])
            """
        )
        for (position, picture) in pictures.enumerated() {
            try execute(
                """
                UPDATE photos SET entry_id = \(entry.id), position = \(position), alt = \(picture.alt)
                WHERE id = \(picture.id) AND account_id = \(entry.account) AND review_id IS NULL
                """
            )
        }
    }
}
