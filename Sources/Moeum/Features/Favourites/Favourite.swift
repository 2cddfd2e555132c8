import Foundation

/// A place that a person keeps, with their own tags and a private note.
struct Favourite: Sendable, Equatable {
    let place: Place.ID
    /// The number of the favourite among the person's own; later ones have greater numbers.
    let slot: Int64
    /// In the order in which they were typed.
    var tags: [Tag]
    var note: String
    let createdAt: Date

    /// The values of a form; nil leaves a value unchanged. A new favourite gets the values of the removed one, or the usual
    /// tags.
    struct Input: Sendable, Equatable {
        var tags: [Tag]?
        var note: String?
    }

    /// In grapheme clusters.
    static let maxNoteLength = 500
    /// Favourites of one person.
    static let maxCount = 20_000
    /// A removed favourite can be restored for this long, in seconds.
    static let undoPeriod: TimeInterval = 86_400

    /// Deletes removed favourites that can no longer be restored.
    static let sweep: AccountSweep.Task = { try $0.deleteOldRemovedFavourites(at: $1, atMost: $2) }
}

/// The result of adding or removing a favourite.
struct FavouriteOutcome: Sendable, Equatable {
    let isFavourite: Bool
    /// How many people have the place as a favourite now.
    let favouriteCount: Int
    /// Whether a removed favourite came back with its note, or with tags that were not sent now.
    var restoresText = false
}

extension RateLimits {
    /// Favourites that one account adds, changes and removes; removed ones are kept for a day.
    package var favourites: RateLimit? { limit("favourite", atOnce: 2_000, thenOneEach: .seconds(1)) }
}
