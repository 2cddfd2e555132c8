import Foundation

/// Hides and restores single photos and updates all counts.
extension Transaction {
    func hidePhoto(_ id: Photo.ID, at now: Date) throws {
        let isNew = try changePhoto(
            id,
            """
            UPDATE photos SET hidden_at = \(now.milliseconds), is_shown = 0, is_cover = 0
            WHERE id = \(id) AND hidden_at IS NULL
            """
        )
        if isNew { try insertRemovedPicture(of: id, at: now) }
    }

    /// Restores a photo. Its picture may be uploaded again where no other photo of it is hidden.
    func restorePhoto(_ id: Photo.ID) throws {
        let wasHidden = try changePhoto(
            id,
            "UPDATE photos SET hidden_at = NULL WHERE id = \(id) AND hidden_at IS NOT NULL"
        )
        if wasHidden { try deleteRemovedPicture(of: id) }
    }

    /// Nil where there is no photo of a review with this id, shown or hidden. Others were never public.
    func photoVisibility(_ id: Photo.ID) throws -> (account: Account.ID?, hiddenAt: Date?)? {
        try first("SELECT account_id, hidden_at FROM photos WHERE id = \(id) AND review_id IS NOT NULL") {
            (account: try $0.optionalID(0), hiddenAt: try $0.optionalDate(1))
        }
    }

    /// - Returns: whether it was changed.
    @discardableResult
    private func changePhoto(_ id: Photo.ID, _ change: SQL) throws -> Bool {
        guard try execute(change) > 0 else { return false }
        let review = try first("SELECT review_id FROM photos WHERE id = \(id) AND review_id IS NOT NULL") {
            try $0.id(0) as Review.ID
        }
        if let review { try recountPhotos(of: review) }
        return true
    }

    /// - Parameter since: the time of the earliest hidden reason; nil without any.
    func setPhotoHidden(photo id: Photo.ID, since: Date?) throws {
        // In one statement, because a photo with a hidden reason must never be public.
        let unshown: SQL = since == nil ? "" : ", is_shown = 0, is_cover = 0"
        try changePhoto(
            id,
            "UPDATE photos SET hidden_for_reason_at = \(since?.milliseconds)\(unshown) WHERE id = \(id)"
        )
    }
}
