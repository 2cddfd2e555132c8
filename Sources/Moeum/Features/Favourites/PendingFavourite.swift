import Foundation

/// A heart that was pressed before its owner logged in.
struct PendingFavourite: Sendable {
    enum Outcome: Sendable {
        case kept
        /// The owner has the greatest number of favourites.
        case full
        /// There is no such place, or the owner may only read.
        case dropped
    }

    let place: Place.ID
    let districts: Districts
}

extension Transaction {
    /// Adds the favourite for the member whose session has just begun.
    func savePendingFavourite(_ favourite: PendingFavourite, by member: Member, at now: Date) throws
        -> PendingFavourite.Outcome
    {
        guard !member.isSuspended, let place = try place(favourite.place) else { return .dropped }
        let usual = UsualTags.of(place, favourite.districts)
        do {
            _ = try insertFavourite(place.id, Favourite.Input(), usual: usual, by: member.id, at: now)
        } catch FavouriteError.full {
            return .full
        }
        return .kept
    }
}
