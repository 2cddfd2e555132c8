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

/// Why content is hidden although staff did not hide it; it is shown again once no hidden reason is left. Each has its words in
/// `Views/strings` under `hidden-reason.`.
enum HiddenReason: String, Sendable, CaseIterable {
    /// The author is suspended.
    case suspension
    /// The author is leaving, and what they published is to go with them.
    case leaving
    /// A takedown blocks it for thirty days.
    case block
    /// Held (this and all below): enough people reported it,
    case reports
    /// it was part of a surge,
    case surge
    /// it has a link and its author's account is new,
    case links
    /// it has a word that staff check first,
    case words
    /// its perceptual hash is like a removed photo's,
    case picture
    /// or it replaces the author's own blocked review.
    case again

    /// Whether the content is held until staff release or hide it.
    var isHold: Bool { ![.suspension, .leaving, .block].contains(self) }
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
        case .photo(let id): try photoVisibility(id)
        case .card(let id): try card(id).flatMap { $0.withdrawnAt == nil ? ($0.account, $0.hiddenAt) : nil }
        }
    }

    /// Hides content by a decision of staff, or restores it; does nothing where it is so already.
    /// - Parameter time: nil to restore it.
    func setContentHidden(_ target: ContentReference, at time: Date?) throws {
        switch (target, time) {
        case (.review(let id), let time?): try hideReview(id, at: time)
        case (.review(let id), nil): try restoreReview(id)
        case (.photo(let id), let time?): try hidePhoto(id, at: time)
        case (.photo(let id), nil): try restorePhoto(id)
        case (.card(let id), _): try setCardHidden(id, at: time)
        }
    }
}
