import Foundation

/// Hides and restores single photos and updates all counts.
extension Transaction {
    /// - Returns: whether it was not hidden before.
    @discardableResult
    func hidePhoto(_ id: Photo.ID, at now: Date) throws -> Bool {
        let isNew = try changePhoto(
            id,
            """
            UPDATE photos SET hidden_at = \(now.milliseconds), is_shown = 0, is_cover = 0
            WHERE id = \(id) AND hidden_at IS NULL
            """
        )
        if isNew { try insertRemovedPicture(of: id, at: now) }
        return isNew
    }

    /// Restores a photo. Its picture may be uploaded again where no other photo of it is hidden.
    /// - Returns: whether it was hidden.
    @discardableResult
    func restorePhoto(_ id: Photo.ID) throws -> Bool {
        let wasHidden = try changePhoto(
            id,
            "UPDATE photos SET hidden_at = NULL WHERE id = \(id) AND hidden_at IS NOT NULL"
        )
        if wasHidden { try deleteRemovedPicture(of: id) }
        return wasHidden
    }

    /// Whether there is a photo of a review with this id, shown or hidden. Others were never public.
    func photoExists(_ id: Photo.ID) throws -> Bool {
        try first("SELECT 1 FROM photos WHERE id = \(id) AND review_id IS NOT NULL") { try $0.int(0) } != nil
    }

    func hiddenAt(ofPhoto id: Photo.ID) throws -> Date? {
        let hidden = try first("SELECT hidden_at FROM photos WHERE id = \(id) AND review_id IS NOT NULL") {
            try $0.optionalInt64(0)
        }
        return (hidden ?? nil).map(Date.init(milliseconds:))
    }

    /// The account that uploaded a photo; nil where it was deleted.
    func account(ofPhoto id: Photo.ID) throws -> Account.ID? {
        try first("SELECT account_id FROM photos WHERE id = \(id) AND review_id IS NOT NULL") {
            try $0.optionalID(0)
        } ?? nil
    }

    private func changePhoto(_ id: Photo.ID, _ change: SQL) throws -> Bool {
        guard try execute(change) > 0 else { return false }
        let review: Review.ID?? = try first("SELECT review_id FROM photos WHERE id = \(id) AND review_id IS NOT NULL") {
            try $0.optionalID(0)
        }
        if let review = review ?? nil { try recountPhotos(of: review) }
        return true
    }

    /// - Parameter since: the time of the earliest hidden reason; nil without any.
    func setPhotoHidden(photo id: Photo.ID, since: Date?) throws {
        // In one statement, because a photo with a hidden reason must never be public.
        if let since = since?.milliseconds {
            _ = try changePhoto(
                id,
                "UPDATE photos SET hidden_for_reason_at = \(since), is_shown = 0, is_cover = 0 WHERE id = \(id)"
            )
        } else {
            _ = try changePhoto(id, "UPDATE photos SET hidden_for_reason_at = NULL WHERE id = \(id)")
        }
    }
}
