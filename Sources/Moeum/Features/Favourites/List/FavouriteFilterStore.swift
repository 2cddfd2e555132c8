import Foundation

/// A person's favourites as the filters need them, read once for several queries.
struct FavouriteCandidates: Sendable {
    let account: Account.ID
    /// For recent visits.
    let now: Date
    let vocabulary: PlaceSearchVocabulary
    let sets: FavouriteSets
    let tags: [(id: FavouriteSets.TagID, tag: Tag)]
    /// The favourites that match a text, by text.
    fileprivate var foundFavourites: [String: FavouriteSets.Members] = [:]
}

/// Filters other than tags.
extension Transaction {
    func favouriteBase(
        of account: Account.ID,
        at now: Date,
        _ vocabulary: PlaceSearchVocabulary
    ) throws -> FavouriteCandidates {
        FavouriteCandidates(
            account: account,
            now: now,
            vocabulary: vocabulary,
            sets: try favouriteSets(of: account),
            tags: try tags(of: account)
        )
    }

    /// The favourites that pass all filters other than tags.
    func favouriteSetMembers(
        _ query: FavouriteQuery,
        _ base: inout FavouriteCandidates
    ) throws -> FavouriteSets.Members {
        var members = base.sets.all
        if let slots = try favouriteSlots(query, of: base.account) {
            members = FavouriteSets.intersection(members, base.sets.members(at: slots))
        }
        if let isVisited = query.isVisited {
            let visited = base.sets.members(at: try visitedSlots(of: base.account, since: nil))
            for index in members.indices { members[index] &= isVisited ? visited[index] : ~visited[index] }
        }
        if let unvisited = query.unvisited {
            let visited = base.sets.members(at: try visitedSlots(of: base.account, since: unvisited.since(base.now)))
            for index in members.indices { members[index] &= ~visited[index] }
        }
        guard let text = query.text else { return members }
        let found = try base.foundFavourites[text] ?? self.foundFavourites(text, base)
        base.foundFavourites[text] = found
        return FavouriteSets.intersection(members, found)
    }

    // MARK: Visits

    /// How many favourites match that were never visited, and how many that were, whichever of both the query asks for.
    func favouriteVisitCounts(
        of narrowed: FilteredFavourites,
        _ query: FavouriteQuery
    ) throws -> (wanted: Int, visited: Int) {
        var base = narrowed.base
        let all = query.isVisited == nil ? narrowed : try narrowedFavourites(query.without(.visited), &base)
        let visited = base.sets.members(at: try visitedSlots(of: base.account, since: nil))
        let count = FavouriteSets.count(visited, and: all.members)
        return (all.total - count, count)
    }

    /// Read from the visits, without places.
    private func visitedSlots(of account: Account.ID, since day: String?) throws -> [Int64] {
        try rows(
            """
            SELECT f.slot FROM visits v CROSS JOIN favourites f
            WHERE v.account_id = \(account) AND v.visited_on >= \(day ?? Visit.earliestDay)
                AND f.account_id = v.account_id AND f.place_id = v.place_id
            ORDER BY f.slot
            """
        ).map { try $0.int64(0) }
    }

    // MARK: Facts of places

    /// Nil without such filters.
    private func favouriteSlots(_ query: FavouriteQuery, of account: Account.ID) throws -> [Int64]? {
        var conditions: [SQL] = []
        if let kind = query.kind { conditions.append("p.kind = \(kind.rawValue)") }
        if !query.districts.isEmpty { conditions.append("p.district IN \(list: query.districts)") }
        if let rating = query.rating { conditions.append("p.rating_mean >= \(Double(rating))") }
        if let near = query.near {
            let box = Geodesy.box(around: near.latitude, near.longitude, metres: Double(query.radius))
            conditions.append("p.latitude BETWEEN \(box.south) AND \(box.north)")
            conditions.append("p.longitude BETWEEN \(box.west) AND \(box.east)")
        }
        if conditions.isEmpty { return nil }
        let all = SQL.joined(["p.id = f.place_id", "f.account_id = \(account)"] + conditions, separator: " AND ")
        return try rows(
            """
            SELECT f.slot, p.latitude, p.longitude FROM favourites f CROSS JOIN places p WHERE \(all) ORDER BY f.slot
            """
        ).map { row -> Int64? in
            guard let near = query.near else { return try row.int64(0) }
            let metres = Geodesy.metres(near.latitude, near.longitude, try row.double(1), try row.double(2))
            return metres <= Double(query.radius) ? try row.int64(0) : nil
        }.compactMap(\.self)
    }

    // MARK: Words

    /// The favourites in which each word occurs: in the search index of the place, in the note, or in a tag.
    private func foundFavourites(_ text: String, _ base: FavouriteCandidates) throws -> FavouriteSets.Members {
        let (account, sets) = (base.account, base.sets)
        let words = text.split(whereSeparator: \.isWhitespace).prefix(8).compactMap { word in
            // Search keys have no punctuation, so that a mark alone matches none of them.
            let key = PlaceSearch.isMark(word) ? String(word) : KoreanText.key(String(word))
            return PlaceSearch(String(word), base.vocabulary).map { (search: $0, key: key) }
        }
        // A text of marks alone matches nothing.
        if words.isEmpty { return sets.members(at: []) }
        let notes = try rows(
            "SELECT slot, note FROM favourites WHERE account_id = \(account) AND note <> '' ORDER BY slot"
        ).map { (slot: try $0.int64(0), key: KoreanText.key(try $0.string(1))) }
        let tagKeys = base.tags.map { (id: $0.id, key: KoreanText.key($0.tag.text)) }
        return try words.reduce(sets.all) { members, word in
            let places = try favouriteSlots(found: word.search, of: account)
            let noted = notes.filter { $0.key.contains(word.key) }.map(\.slot)
            let tagged = sets.union(of: tagKeys.filter { $0.key.contains(word.key) }.map(\.id))
            let having = FavouriteSets.union(sets.members(at: places + noted), tagged)
            return FavouriteSets.intersection(members, having)
        }
    }

    private func favouriteSlots(found search: PlaceSearch, of account: Account.ID) throws -> [Int64] {
        var everything = PlaceQuery()
        everything.isEveryStatus = true
        let match = search.match(PlaceSearch.Scope(everything, withFacets: false), dialect)
        return try rows(
            """
            SELECT f.slot FROM \(foundPlaces(match)) CROSS JOIN favourites f
            WHERE f.place_id = found.id AND f.account_id = \(account) ORDER BY f.slot
            """
        ).map { try $0.int64(0) }
    }
}
