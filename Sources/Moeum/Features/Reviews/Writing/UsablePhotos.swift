/// The photos of a form that may be attached to a review, and why others may not.
struct UsablePhotos: Sendable, Equatable {
    let ids: Set<Photo.ID>
    /// The code of the problem with the other photos; nil without any.
    let error: String?

    /// - Parameter review: the review that is edited, whose own photos may stay.
    init(
        _ photos: [Photo.ID],
        of account: Account.ID,
        in review: Review.ID?,
        by rules: PictureRules,
        _ transaction: Transaction
    ) throws {
        let known = Set(try transaction.formPhotos(photos, of: account, in: review).keys)
        let removed =
            rules.refusesRemoved ? try transaction.removedPictures(among: known.sorted(), outside: review) : []
        ids = known.subtracting(removed)
        let hasLost = known.count < Set(photos).count
        error = removed.isEmpty ? (hasLost ? "gone" : nil) : PhotoRefusal.removed.rawValue
    }
}

extension ReviewForm {
    /// Removes photos that the review cannot have and keywords that are not offered.
    /// - Returns: why photos were removed.
    @discardableResult
    mutating func clean(
        of account: Account.ID,
        at place: Place,
        in review: Review.ID?,
        by rules: PictureRules,
        _ transaction: Transaction
    ) throws -> String? {
        let photos = try UsablePhotos(pictures.map(\.id), of: account, in: review, by: rules, transaction)
        pictures.removeAll { !photos.ids.contains($0.id) }
        if !keywords.isEmpty {
            let own = try review.map { try transaction.keywordIDs(of: $0) } ?? []
            let offered = Set(try transaction.offeredKeywords(for: place.kind).map(\.id) + own)
            keywords.removeAll { !offered.contains($0) }
        }
        return photos.error
    }
}
