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

extension ReviewFormState {
    /// The form again, without the photos that cannot be in it.
    mutating func lose(_ photos: UsablePhotos) {
        form.pictures.removeAll { !photos.ids.contains($0.id) }
        status = .unprocessableContent
        problems["photos"] = photos.error
    }
}
