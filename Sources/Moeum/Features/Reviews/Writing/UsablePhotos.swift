/// Which photos of a form may become a review's, and why others may not.
struct UsablePhotos: Sendable, Equatable {
    let ids: Set<Photo.ID>
    /// The code of what is wrong with the others; nil where there are none.
    let error: String?

    /// - Parameter review: the one that is edited; what it has already may stay.
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
    /// Takes out photos that cannot be this review's and keywords that nobody offers.
    /// - Returns: why photos had to go.
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
        let own = try review.map { try transaction.keywordIDs(of: $0) } ?? []
        let offered = Set(try transaction.offeredKeywords(for: place.kind).map(\.id) + own)
        keywords.removeAll { !offered.contains($0) }
        return photos.error
    }
}
