/// A review that stands, and what its author is told of it.
struct PublishedReview: Sendable {
    enum Kind: Sendable {
        case published, edited
        /// The same form came before.
        case repeated
    }

    let id: Review.ID
    let kind: Kind
    /// Where its author goes on.
    let path: String
    let flash: String

    /// A new one; of one that waits for staff, with a word that it does.
    init(_ id: Review.ID, _ kind: Kind, at place: Place.ID, isHeld: Bool, _ transaction: Transaction) throws {
        (self.id, self.kind) = (id, kind)
        // The place's page does not show it yet.
        path = isHeld ? "/reviews/\(id)" : Review.path(id, at: place)
        flash = try Self.flash(of: id, isNew: true, isHeld: isHeld, transaction)
    }

    /// One that was edited.
    /// - Parameter review: as it was before.
    init(_ review: Review, at place: Place, isHeld: Bool, _ transaction: Transaction) throws {
        (id, kind) = (review.id, .edited)
        // What staff hid stays so, also once nothing holds it.
        let waits = isHeld && review.hiddenAt == nil
        let isListed = review.isShown && place.status == .listed && !waits
        path = isListed ? Review.path(id, at: place.id) : "/reviews/\(id)"
        flash =
            waits || review.isShown
            ? try Self.flash(of: id, isNew: false, isHeld: waits, transaction) : "review-saved-unseen"
    }

    /// What its author reads once a review is there: also that a photo of it is looked at first, where one is. Its day is
    /// offered as a visit, where it is none yet.
    private static func flash(
        of review: Review.ID,
        isNew: Bool,
        isHeld: Bool,
        _ transaction: Transaction
    ) throws -> String {
        let waits = try transaction.hasHeldPhotos(review)
        let done = (isNew ? "review-published" : "review-saved") + (waits ? "-photo-held" : "")
        let flash = isHeld ? "review-held" : done
        guard let found = try transaction.review(review), let account = found.account, let day = found.visitedOn,
            try transaction.visitID(of: account, at: found.place, on: day) == nil
        else { return flash }
        return "\(flash).\(found.place).\(day)"
    }
}
