import Foundation

/// What readers see or do not see: a review, or one of its photos.
enum ContentReference: Sendable {
    case review(Review.ID)
    case photo(Photo.ID)

    /// Nil for what is neither.
    init?(_ target: AuditEntry.Target) {
        guard let id = target.id else { return nil }
        switch target.kind {
        case .review: self = .review(id)
        case .photo: self = .photo(id)
        default: return nil
        }
    }

    /// What its author is told by, and may appeal against, where staff hide it.
    var sanction: (kind: Sanction.Kind, id: Int64) {
        switch self {
        case .review(let id): (.hiddenReview, id)
        case .photo(let id): (.hiddenPhoto, id)
        }
    }
}

extension Transaction {
    /// Whose it is (nil where they have left) and since when staff hide it; nil where there is no such thing.
    func visibility(of target: ContentReference) throws -> (account: Account.ID?, hiddenAt: Date?)? {
        switch target {
        case .review(let id): try review(id).map { ($0.account, $0.hiddenAt) }
        case .photo(let id): try photoExists(id) ? (try account(ofPhoto: id), try hiddenAt(ofPhoto: id)) : nil
        }
    }

    /// Hides it by order of staff; what is hidden already stays as it is.
    func hideByStaff(_ target: ContentReference, at now: Date) throws {
        switch target {
        case .review(let id): try hideReview(id, at: now)
        case .photo(let id): try hidePhoto(id, at: now)
        }
    }

    /// Brings back what staff hid.
    func restoreByStaff(_ target: ContentReference) throws {
        switch target {
        case .review(let id): try restoreReview(id)
        case .photo(let id): try restorePhoto(id)
        }
    }
}
