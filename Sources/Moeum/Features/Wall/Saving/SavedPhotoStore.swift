import Foundation

extension Transaction {
    // MARK: Reading

    func savedPhotos(among photos: [Photo.ID], of account: Account.ID) throws -> Set<Photo.ID> {
        if photos.isEmpty { return [] }
        return Set(
            try rows(
                """
                SELECT photo_id FROM saved_photos
                WHERE account_id = \(account) AND photo_id IN \(list: photos) AND removed_at IS NULL ORDER BY photo_id
                """
            ).map { try $0.id(0) }
        )
    }

    /// What an account has written beside a photo, let go lately or not; nil where it never saved it.
    func savedPhotoMemo(of photo: Photo.ID, by account: Account.ID) throws -> (memo: String, isSaved: Bool)? {
        try first(
            "SELECT memo, removed_at FROM saved_photos WHERE account_id = \(account) AND photo_id = \(photo)"
        ) { (memo: try $0.string(0), isSaved: $0.isNull(1)) }
    }

    /// Photos that an account has saved, latest first; of those that are gone only the ones with a memo.
    /// - Parameter terms: all of them are in the memo or the place's name.
    func savedPhotos(
        of account: Account.ID,
        _ terms: [DiarySearchTerm],
        after cursor: SavedPhotoCursor?,
        limit: Int
    ) throws -> [SavedPhoto] {
        let start: SQL = cursor.map { "AND (s.saved_at, s.id) < (\($0.value), \($0.id))" } ?? ""
        return try rows(
            """
            SELECT s.id, s.memo, s.saved_at, q.id, q.kind, q.name, q.district, q.dong, h.is_shown, \(WallPhoto.columns)
            FROM \(Self.savedPhotos) LEFT JOIN places q ON q.id = s.place_id
            LEFT JOIN photo_blobs b ON b.hash = h.blob_hash LEFT JOIN places p ON p.id = h.place_id
            WHERE \(Self.condition(account, terms)) \(start) ORDER BY s.saved_at DESC, s.id DESC LIMIT \(limit)
            """
        ).map(Self.decodeSavedPhoto)
    }

    func savedPhotoCount(of account: Account.ID, _ terms: [DiarySearchTerm] = []) throws -> Int {
        try first("SELECT COUNT(*) FROM \(Self.savedPhotos) WHERE \(Self.condition(account, terms))") {
            try $0.int(0)
        } ?? 0
    }

    private static let savedPhotos: SQL = "saved_photos s LEFT JOIN photos h ON h.id = s.photo_id"

    private static func condition(_ account: Account.ID, _ terms: [DiarySearchTerm]) -> SQL {
        let words: [SQL] = terms.map { "replace(s.search_key, \($0.key), '') <> s.search_key" }
        let all: [SQL] = ["s.account_id = \(account)", "s.removed_at IS NULL", "(h.is_shown = 1 OR s.memo <> '')"]
        return SQL.joined(all + words, separator: " AND ")
    }

    private static func decodeSavedPhoto(_ row: any Row) throws -> SavedPhoto {
        let photo = try row.optionalInt(8) == 1 ? WallPhoto(row, from: 9) : nil
        return SavedPhoto(
            id: try row.id(0),
            photo: photo,
            place: try photo?.place ?? WallPhoto.Subject(row, from: 3),
            memo: try row.string(1),
            savedAt: try row.date(2)
        )
    }

    // MARK: Writing

    /// Saves a photo, or changes its memo.
    /// - Parameter memo: nil leaves the memo as it was, also where the photo was let go lately.
    /// - Throws: `SavedPhoto.Error.full`.
    func savePhoto(_ photo: Photo.ID, memo: String?, by account: Account.ID, at now: Date) throws {
        let known = try savedPhotoMemo(of: photo, by: account)
        if known?.isSaved != true {
            let count = try first(
                "SELECT COUNT(*) FROM saved_photos WHERE account_id = \(account) AND removed_at IS NULL"
            ) { try $0.int(0) }
            guard count ?? 0 < SavedPhoto.maxCount else { throw SavedPhoto.Error.full }
        }
        let place = try first(
            "SELECT p.id, p.name FROM photos h JOIN places p ON p.id = h.place_id WHERE h.id = \(photo)"
        ) { (id: try $0.id(0) as Place.ID, name: try $0.string(1)) }
        let memo = memo ?? known?.memo ?? ""
        let key = SavedPhoto.searchKey(memo, at: place?.name ?? "")
        try execute(
            """
            INSERT INTO saved_photos (id, account_id, photo_id, place_id, memo, search_key, saved_at)
            VALUES (\(SavedPhoto.ID.next()), \(account), \(photo), \(place?.id), \(memo), \(key), \(now.milliseconds))
            ON CONFLICT (account_id, photo_id)
            DO UPDATE SET memo = excluded.memo, search_key = excluded.search_key, removed_at = NULL
            """
        )
    }

    /// Lets a photo go; for a day it can be saved again with its memo.
    func unsavePhoto(_ photo: Photo.ID, by account: Account.ID, at now: Date) throws {
        try execute(
            """
            UPDATE saved_photos SET removed_at = \(now.milliseconds)
            WHERE account_id = \(account) AND photo_id = \(photo) AND removed_at IS NULL
            """
        )
    }

    /// Removes a memo whose photo is gone, or brings it back.
    /// - Returns: false where the account has no such memo.
    func setSavedPhoto(_ id: SavedPhoto.ID, of account: Account.ID, removedAt: Date?) throws -> Bool {
        try execute(
            """
            UPDATE saved_photos SET removed_at = \(removedAt?.milliseconds)
            WHERE id = \(id) AND account_id = \(account)
            """
        ) == 1
    }

    func deleteOldSavedPhotos(before oldest: Date, atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM saved_photos WHERE id IN (
                SELECT id FROM saved_photos WHERE removed_at < \(oldest.milliseconds)
                ORDER BY removed_at, id LIMIT \(limit))
            """
        )
    }
}
