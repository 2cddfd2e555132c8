import Foundation

/// A new favourite with its values.
struct NewFavourite: Sendable {
    let place: Place.ID
    let tags: [Tag]
    let note: String
    let createdAt: Date
}

/// Inserts favourites, one or many at once.
extension Transaction {
    private static let favouritesPerStatement = 200

    /// Inserts favourites in this order; existing ones stay unchanged, and those beyond the greatest number are left out.
    /// - Throws: `Tag.Error.tooMany`, before anything is changed.
    /// - Returns: the places of the new favourites.
    func insertFavourites(_ favourites: [NewFavourite], by account: Account.ID) throws -> Set<Place.ID> {
        var seen = try favouritePlaceIDs(favourites.map(\.place), by: account)
        let room = max(0, Favourite.maxCount - (try favouriteCount(of: account)))
        let new = favourites.filter { seen.insert($0.place).inserted }.prefix(room)
        guard !new.isEmpty else { return [] }
        let tags = Set(new.flatMap(\.tags)).sorted { $0.text < $1.text }
        let ids = Dictionary(zip(tags, try tagIDs(of: tags, of: account))) { first, _ in first }
        let end = try reserveFavouriteSlots(new.count, of: account)
        let numbered = zip(end - Int64(new.count - 1)...end, new).map { slot, favourite in
            Favourite(
                place: favourite.place,
                slot: slot,
                tags: favourite.tags,
                note: favourite.note,
                createdAt: favourite.createdAt
            )
        }
        try insertFavouriteRows(numbered, ids, of: account)
        return Set(new.map(\.place))
    }

    /// Inserts favourites with their tags, and counts them.
    /// - Parameter ids: of all their tags.
    func insertFavouriteRows(
        _ favourites: [Favourite],
        _ ids: [Tag: FavouriteSets.TagID],
        of account: Account.ID
    ) throws {
        for start in stride(from: 0, to: favourites.count, by: Self.favouritesPerStatement) {
            let end = min(start + Self.favouritesPerStatement, favourites.count)
            try insertFavouriteRows(favourites[start..<end], ids, of: account)
        }
        try includeFavourites(favourites.map(\.slot), in: FavouriteSets.everything, of: account)
        var slots: [FavouriteSets.TagID: [Int64]] = [:]
        for favourite in favourites {
            for id in favourite.tags.compactMap({ ids[$0] }) { slots[id, default: []].append(favourite.slot) }
        }
        for (id, slots) in slots.sorted(by: { $0.key < $1.key }) { try includeFavourites(slots, in: id, of: account) }
    }

    private func insertFavouriteRows(
        _ favourites: ArraySlice<Favourite>,
        _ ids: [Tag: FavouriteSets.TagID],
        of account: Account.ID
    ) throws {
        let rows: [SQL] = favourites.map { one in
            "(\(account), \(one.place), \(one.slot), \(one.note), \(one.createdAt.milliseconds))"
        }
        try execute(
            """
            INSERT INTO favourites (account_id, place_id, slot, note, created_at)
            VALUES \(SQL.joined(rows, separator: ", "))
            """
        )
        let places = favourites.map(\.place)
        try execute("DELETE FROM removed_favourites WHERE account_id = \(account) AND place_id IN \(list: places)")
        try execute("UPDATE places SET favourite_count = favourite_count + 1 WHERE id IN \(list: places)")
        let tagged: [SQL] = favourites.flatMap { favourite in
            favourite.tags.compactMap { ids[$0] }.enumerated().map { position, tag -> SQL in
                "(\(account), \(favourite.place), \(tag), \(position))"
            }
        }
        guard !tagged.isEmpty else { return }
        try execute(
            """
            INSERT INTO favourite_tags (account_id, place_id, tag_id, position)
            VALUES \(SQL.joined(tagged, separator: ", "))
            """
        )
    }

    /// Reserves `count` slots that no favourite of this person ever had, and returns the last one.
    func reserveFavouriteSlots(_ count: Int, of account: Account.ID) throws -> Int64 {
        try execute("UPDATE accounts SET favourite_slot = favourite_slot + \(count) WHERE id = \(account)")
        return try first("SELECT favourite_slot FROM accounts WHERE id = \(account)") { try $0.int64(0) } ?? 0
    }
}
