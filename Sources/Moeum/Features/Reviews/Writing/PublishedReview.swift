/// A published review, and the message for its author.
struct PublishedReview: Sendable {
    enum Kind: Sendable {
        case published, edited
        /// The same form was sent before.
        case repeated
    }

    let id: Review.ID
    let kind: Kind
    /// The page to which the author is led.
    let path: String
    let flash: String

    /// A new review; the message says so where it is held.
    init(_ id: Review.ID, _ kind: Kind, at place: Place.ID, isHeld: Bool, _ transaction: Transaction) throws {
        (self.id, self.kind) = (id, kind)
        // The place's page does not show a held review.
        path = isHeld ? "/reviews/\(id)" : Review.path(id, at: place)
        flash = try Self.flash(of: id, isNew: true, isHeld: isHeld, transaction)
    }

    /// An edited review.
    /// - Parameter review: the review before the edit.
    init(_ review: Review, at place: Place, isHeld: Bool, _ transaction: Transaction) throws {
        (id, kind) = (review.id, .edited)
        // A review that staff hid stays hidden after a hold too.
        let waits = isHeld && review.hiddenAt == nil
        let isListed = review.isShown && place.status == .listed && !waits
        path = isListed ? Review.path(id, at: place.id) : "/reviews/\(id)"
        flash =
            waits || review.isShown
            ? try Self.flash(of: id, isNew: false, isHeld: waits, transaction) : "review-saved-unseen"
    }

    /// The message for the author: also that a photo is held, where one is. Where the date is not a visit yet, the message
    /// offers to record it.
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
