/// A photo in a review's form.
struct FormPhoto: Sendable, Equatable {
    let id: Photo.ID
    /// The beginning of its files' addresses.
    let name: String
    let isHidden: Bool
    let isHiddenForReason: Bool

    var isSeen: Bool { !isHidden && !isHiddenForReason }
}

extension Transaction {
    /// Those of these photos that the account may attach to a review: uploaded by it, and in no other review and no entry.
    /// - Parameter review: the review that is edited.
    func formPhotos(_ ids: [Photo.ID], of account: Account.ID, in review: Review.ID?) throws -> [Photo.ID: FormPhoto] {
        let found = try rows(
            """
            SELECT id, name, hidden_at IS NOT NULL, hidden_for_reason_at IS NOT NULL FROM photos
            WHERE id IN \(list: ids) AND account_id = \(account) AND entry_id IS NULL
                AND (review_id IS NULL OR review_id = \(review ?? .absent))
            ORDER BY id
            """
        ).map { row in
            FormPhoto(
                id: try row.id(0),
                name: try row.string(1),
                isHidden: try row.bool(2),
                isHiddenForReason: try row.bool(3)
            )
        }
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }
}

extension ReviewForm {
    /// Removes photos that the review cannot have and keywords that are not offered.
    /// - Parameters:
    ///   - review: the review that is edited, whose own photos may stay.
    ///   - rejectsRemoved: whether pictures that staff removed before are refused.
    /// - Returns: the code of why photos were removed; nil where none was.
    @discardableResult
    mutating func removeUnavailablePhotosAndKeywords(
        of account: Account.ID,
        at place: Place,
        in review: Review.ID?,
        rejectsRemoved: Bool,
        _ transaction: Transaction
    ) throws -> String? {
        let sent = Set(pictures.map(\.id))
        let known = Set(try transaction.formPhotos(pictures.map(\.id), of: account, in: review).keys)
        let removed = rejectsRemoved ? try transaction.removedPictures(among: known.sorted(), outside: review) : []
        pictures.removeAll { !known.contains($0.id) || removed.contains($0.id) }
        if !keywords.isEmpty {
            let own = try review.map { try transaction.keywordIDs(of: $0) } ?? []
            let offered = Set(try transaction.offeredKeywords(for: place.kind).map(\.id) + own)
            keywords.removeAll { !offered.contains($0) }
        }
        if !removed.isEmpty { return PhotoRejection.removed.rawValue }
        return known == sent ? nil : "gone"
    }
}
