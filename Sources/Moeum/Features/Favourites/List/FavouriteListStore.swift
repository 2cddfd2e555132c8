import Foundation

/// The result of a query of a person's favourites.
struct FilteredFavourites: Sendable {
    let base: FavouriteCandidates
    let facets: FavouriteFacets

    var sets: FavouriteSets { base.sets }
    var members: FavouriteSets.Members { facets.members }
    /// How many match.
    var total: Int { facets.total }
    /// How many the person has.
    var kept: Int { FavouriteSets.count(sets.all) }

    func contains(_ slot: Int64) -> Bool { sets.isMember(slot, of: members) }
}

/// One page of a list of favourites.
struct FavouriteList: Sendable {
    struct Entry: Sendable {
        let favourite: Favourite
        let place: Place
        /// The distance from the query's point.
        let metres: Int?
    }

    let narrowed: FilteredFavourites
    var favouriteEntries: [Entry] = []
    /// The key of the next page; nil at the end.
    var next: String?
    /// How many match that were never visited, and that were.
    var visitCounts: (wanted: Int, visited: Int) = (0, 0)
}

extension Transaction {
    /// The favourites that match a query, and the counts of further tags. With filters of tags only, no row of a favourite is
    /// read.
    func narrowedFavourites(
        _ query: FavouriteQuery,
        of account: Account.ID,
        at now: Date,
        _ vocabulary: PlaceSearchVocabulary
    ) throws -> FilteredFavourites {
        var base = try favouriteBase(of: account, at: now, vocabulary)
        return try narrowedFavourites(query, &base)
    }

    /// - Parameters:
    ///   - base: the data read so far; what is read besides is kept in it for the next query.
    ///   - part: counts only these favourites; nil counts all.
    func narrowedFavourites(
        _ query: FavouriteQuery,
        _ base: inout FavouriteCandidates,
        within part: FavouriteSets.Members? = nil
    ) throws -> FilteredFavourites {
        var within = part
        if !query.oddTags.isEmpty {
            within = base.sets.members(at: [])
        } else if !query.asksOnlyForTags {
            let members = try favouriteSetMembers(query, &base)
            within = part.map { FavouriteSets.intersection($0, members) } ?? members
        }
        let facets = FavouriteFacets(base.sets, tags: base.tags, chosen: query.tags, within: within)
        return FilteredFavourites(base: base, facets: facets)
    }

    /// For a query without results: the number of results without each of its first filters, so that the page can offer to
    /// remove one.
    func favouriteAlternatives(
        of narrowed: FilteredFavourites,
        _ query: FavouriteQuery
    ) throws -> [(filter: FavouriteQuery.Filter, total: Int)] {
        guard narrowed.total == 0, narrowed.kept > 0 else { return [] }
        var base = narrowed.base
        return try query.filters.prefix(FavouriteQuery.maxAlternatives).map { filter in
            (filter, try narrowedFavourites(query.without(filter), &base).total)
        }
    }

    func isTagUsed(_ tag: FavouriteSets.TagID, of account: Account.ID) throws -> Bool {
        try first("SELECT 1 FROM favourite_tags WHERE account_id = \(account) AND tag_id = \(tag) LIMIT 1") {
            try $0.int(0)
        } != nil
    }

    func favouriteList(
        _ query: FavouriteQuery,
        of account: Account.ID,
        at now: Date,
        _ vocabulary: PlaceSearchVocabulary,
        limit: Int = 20
    ) throws -> FavouriteList {
        let narrowed = try narrowedFavourites(query, of: account, at: now, vocabulary)
        var list = FavouriteList(narrowed: narrowed)
        list.visitCounts = try favouriteVisitCounts(of: narrowed, query)
        let cursor = try query.after.flatMap { try PlaceCursor($0, nameOf: placeName) }
        let rows = try favouriteRows(query, narrowed, of: account, after: cursor, atMost: limit + 1)
        let shown = rows.prefix(limit)
        if rows.count > limit { list.next = shown.last?.favouriteCursor.text }
        list.favouriteEntries = try favouriteEntries(shown.map(\.slot), from: query.near, of: account)
        return list
    }

    /// Favourites with their places, in the order of the slots.
    /// - Parameter point: distances are measured from it.
    func favouriteEntries(
        _ slots: [Int64],
        from point: PlaceQuery.Point? = nil,
        of account: Account.ID
    ) throws -> [FavouriteList.Entry] {
        let favourites = try favourites(of: account, slots: slots)
        let bySlot = Dictionary(favourites.map { ($0.slot, $0) }) { first, _ in first }
        let places = try places(favourites.map(\.place))
        return slots.compactMap { slot in
            guard let favourite = bySlot[slot], let place = places[favourite.place] else { return nil }
            let metres = point.flatMap { point in place.position.map { Geodesy.metres(point, $0) } }
            return FavouriteList.Entry(favourite: favourite, place: place, metres: metres.map { Int($0.rounded()) })
        }
    }

}

extension Geodesy {
    static func metres(_ point: PlaceQuery.Point, _ position: Place.Position) -> Double {
        metres(point.latitude, point.longitude, position.latitude, position.longitude)
    }
}
