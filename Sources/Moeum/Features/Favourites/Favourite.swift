import Foundation

/// A place that somebody keeps, with their own tags and a note that nobody else sees.
struct Favourite: Sendable, Equatable {
    let place: Place.ID
    /// Its number among this person's, rising in the order in which they were kept.
    let slot: Int64
    /// In the order in which they were typed.
    var tags: [Tag]
    var note: String
    let createdAt: Date

    /// What a form says; nil leaves as it is, and of a new favourite takes what it had until it was let go, or what is usual.
    struct Draft: Sendable, Equatable {
        var tags: [Tag]?
        var note: String?
    }

    /// What a person's favourites are asked of, in grapheme clusters.
    static let maxNoteLength = 500
    /// Of one person.
    static let maxCount = 20_000
    /// For so long a place that is kept again comes back as it was.
    static let undoPeriod: TimeInterval = 86_400

    /// Forgets what can no longer be undone.
    static let sweep: AccountSweep.Task = { try $0.deleteOldRemovedFavourites(at: $1, atMost: $2) }
}

/// What came of pressing a heart.
struct FavouriteOutcome: Sendable, Equatable {
    let isFavourite: Bool
    /// How many people keep the place now.
    let hearts: Int
    /// Whether anything changed.
    let isChanged: Bool
    /// Whether a place that was let go came back with a note, or with tags that nobody gave it now.
    var bringsWordsBack = false
}

extension RateLimits {
    /// Places that one account keeps, changes and lets go; what is let go is kept for a day.
    package var favourites: RateLimit? { limit("favourite", atOnce: 2_000, thenOneEach: .seconds(1)) }
}
