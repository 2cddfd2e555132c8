import Foundation

/// A review, a photo or a public card: content that can be hidden.
enum ContentReference: Sendable {
    case review(Review.ID)
    case photo(Photo.ID)
    case card(Card.ID)

    /// Nil for targets of other kinds.
    init?(_ target: AuditEntry.Target) {
        if let id = target.reviewID {
            self = .review(id)
        } else if let id = target.photoID {
            self = .photo(id)
        } else if let id = target.cardID {
            self = .card(id)
        } else {
            return nil
        }
    }

    var target: AuditEntry.Target {
        switch self {
        case .review(let id): .review(id)
        case .photo(let id): .photo(id)
        case .card(let id): .card(id)
        }
    }

    /// The sanction that its author gets, and may appeal against, when staff hide the content.
    var sanction: Sanction.Kind {
        switch self {
        case .review: .hiddenReview
        case .photo: .hiddenPhoto
        case .card: .hiddenCard
        }
    }
}

extension ContentReference: SQLConvertible {
    /// Its id.
    var sqlValue: SQLValue {
        switch self {
        case .review(let id): id.sqlValue
        case .photo(let id): id.sqlValue
        case .card(let id): id.sqlValue
        }
    }
}

extension Transaction {
    /// Its author (nil for a deleted account) and when staff hid it; nil where there is no such content.
    func visibility(of target: ContentReference) throws -> (account: Account.ID?, hiddenAt: Date?)? {
        switch target {
        case .review(let id): try review(id).map { ($0.account, $0.hiddenAt) }
        case .photo(let id): try photoExists(id) ? (try account(ofPhoto: id), try hiddenAt(ofPhoto: id)) : nil
        case .card(let id): try card(id).flatMap { $0.withdrawnAt == nil ? ($0.account, $0.hiddenAt) : nil }
        }
    }

    /// Hides content by a decision of staff; does nothing where it is hidden already.
    func hideContentByStaff(_ target: ContentReference, at now: Date) throws {
        switch target {
        case .review(let id): try hideReview(id, at: now)
        case .photo(let id): try hidePhoto(id, at: now)
        case .card(let id): try setCardHidden(id, at: now)
        }
    }

    /// Restores content that staff hid.
    func restoreContentByStaff(_ target: ContentReference) throws {
        switch target {
        case .review(let id): try restoreReview(id)
        case .photo(let id): try restorePhoto(id)
        case .card(let id): try setCardHidden(id, at: nil)
        }
    }
}
