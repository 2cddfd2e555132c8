import Foundation

/// What is asked of favourites besides their tags.
extension Transaction {
    /// Those that pass every filter but the tags.
    func members(
        _ query: FavouriteQuery,
        _ sets: FavouriteSets,
        _ tags: [(id: FavouriteSets.TagID, tag: Tag)],
        of account: Account.ID,
        at now: Date,
        _ vocabulary: PlaceSearchVocabulary
    ) throws -> FavouriteSets.Members {
        var members = sets.all
        if let slots = try slots(query, of: account, at: now) {
            members = FavouriteSets.intersection(members, sets.members(at: slots))
        }
        guard let text = query.text else { return members }
        for word in try words(of: text, sets, tags, of: account, vocabulary) {
            members = FavouriteSets.intersection(members, word)
        }
        return members
    }

    // MARK: Facts of places

    /// Nil where nothing of the kind is asked.
    private func slots(_ query: FavouriteQuery, of account: Account.ID, at now: Date) throws -> [Int64]? {
        let conditions = Self.conditions(query, of: account, at: now)
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

    private static func conditions(_ query: FavouriteQuery, of account: Account.ID, at now: Date) -> [SQL] {
        var conditions: [SQL] = []
        if let kind = query.kind { conditions.append("p.kind = \(kind.rawValue)") }
        if !query.districts.isEmpty { conditions.append("p.district IN \(list: query.districts)") }
        if let rating = query.rating { conditions.append("p.rating_mean >= \(Double(rating))") }
        if let near = query.near {
            let box = Geodesy.box(around: near.latitude, near.longitude, metres: Double(query.radius))
            conditions.append("p.latitude BETWEEN \(box.south) AND \(box.north)")
            conditions.append("p.longitude BETWEEN \(box.west) AND \(box.east)")
        }
        if let unvisited = query.unvisited {
            let since: SQL = unvisited.since(now).map { " AND v.visited_on >= \($0)" } ?? ""
            conditions.append(
                """
                NOT EXISTS (SELECT 1 FROM visits v
                    WHERE v.account_id = \(account) AND v.place_id = f.place_id\(since))
                """
            )
        }
        return conditions
    }

    // MARK: Words

    /// For each word those that have it somewhere: in what the site's search knows of the place, in the note, or in a tag.
    private func words(
        of text: String,
        _ sets: FavouriteSets,
        _ tags: [(id: FavouriteSets.TagID, tag: Tag)],
        of account: Account.ID,
        _ vocabulary: PlaceSearchVocabulary
    ) throws -> [FavouriteSets.Members] {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(8).compactMap { word in
            PlaceSearch(String(word), vocabulary).map { (search: $0, key: KoreanText.key(String(word))) }
        }
        // Marks alone are no words: nothing has them.
        if words.isEmpty { return [sets.members(at: [])] }
        let notes = try rows(
            "SELECT slot, note FROM favourites WHERE account_id = \(account) AND note <> '' ORDER BY slot"
        ).map { (slot: try $0.int64(0), key: KoreanText.key(try $0.string(1))) }
        let tagKeys = tags.map { (id: $0.id, key: KoreanText.key($0.tag.text)) }
        return try words.map { word in
            let places = try slots(found: word.search, of: account)
            let noted = notes.filter { $0.key.contains(word.key) }.map(\.slot)
            let tagged = sets.union(of: tagKeys.filter { $0.key.contains(word.key) }.map(\.id))
            return FavouriteSets.union(sets.members(at: places + noted), tagged)
        }
    }

    private func slots(found search: PlaceSearch, of account: Account.ID) throws -> [Int64] {
        var everything = PlaceQuery()
        everything.isEveryStatus = true
        let match = search.match(PlaceSearch.Scope(everything, withFacets: false), dialect)
        return try rows(
            """
            SELECT f.slot FROM \(found(match)) CROSS JOIN favourites f
            WHERE f.place_id = found.id AND f.account_id = \(account) ORDER BY f.slot
            """
        ).map { try $0.int64(0) }
    }
}
