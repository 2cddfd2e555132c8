import Foundation

extension Transaction {
    /// The query with its source; without one, an account's favourites if it has any, else all of Seoul.
    func resolvedQuery(_ query: RouletteQuery, for reader: RouletteReader) throws -> RouletteQuery {
        var query = query
        if query.source == nil {
            let hasFavourites = try reader.account.map { try favouriteCount(of: $0) > 0 } ?? false
            query.source = hasFavourites ? .favourites : .district
        }
        if query.source == .list, query.list == nil {
            query.list = try namedLists(of: reader.lists).first.map { "\($0.id)" }
        }
        return query.narrowed
    }

    /// The listed places that match a query.
    /// - Parameter known: this account's favourites where they have been read already.
    /// - Returns: nil where the query names a list that the account may not read.
    func roulettePool(
        _ query: RouletteQuery,
        for reader: RouletteReader,
        _ known: RouletteFavourites? = nil
    ) throws -> RoulettePool? {
        switch query.source {
        case .favourites:
            try reader.account.map { try favouritePool(query, known ?? rouletteFavourites(of: $0, reader)) }
        case .nearby: RoulettePool(try nearbyPool(query.place))
        case .district, nil: RoulettePool(try listedCombinations().filter { $0.matches(query.place) })
        case .list:
            try listMembers(query.list, reader).map { RoulettePool(try listedPlaces($0, query.place.kind)) }
        }
    }

    /// Facet combinations of listed places, in a stable order.
    func listedCombinations() throws -> [FacetCombination] {
        try rows(
            """
            SELECT \(FacetCombination.columns) FROM place_counts WHERE status = 'listed' AND count > 0 ORDER BY bucket
            """
        ).map(FacetCombination.init)
    }

    /// The places of a list, by its id or the token of its link; empty without a list.
    private func listMembers(_ list: String?, _ reader: RouletteReader) throws -> [Place.ID]? {
        guard let list else { return [] }
        if let id = NamedList.ID(list) { return try listPlaces(id, reader.lists) }
        return try namedList(token: list, at: reader.now).map { try listEntries(of: $0.id).map(\.place) }
    }

    /// The places around the cell; empty without one.
    private func nearbyPool(_ query: PlaceQuery) throws -> [Place.ID] {
        guard let box = query.circleBox, let band = gridRows(box) else { return [] }
        let combinations = Set(try listedCombinations().filter { $0.matches(query) }.map(\.id))
        let found = try placeCandidates(
            """
            \(band) CROSS JOIN place_points s WHERE s.latitude_row = band.n
            AND s.longitude BETWEEN \(box.west) AND \(box.east) ORDER BY s.id
            """
        )
        return measureCandidates(found, from: query).filter { combinations.contains($0.combination) }.map(\.id)
    }

    /// Those of some places that are listed and of the given kind, ordered by id.
    private func listedPlaces(_ places: [Place.ID], _ kind: Place.Kind?) throws -> [Place.ID] {
        let narrower: SQL = kind.map { "AND kind = \($0.rawValue)" } ?? ""
        return try rows(
            "SELECT id FROM places WHERE status = 'listed' AND id IN \(list: places) \(narrower) ORDER BY id"
        ).map { try $0.id(0) }
    }

    private func rouletteFavourites(of account: Account.ID, _ reader: RouletteReader) throws -> RouletteFavourites {
        let base = try favouriteBase(of: account, at: reader.now, reader.vocabulary)
        let listed = try rows(
            """
            SELECT f.slot, f.place_id FROM favourites f CROSS JOIN places p
            WHERE p.id = f.place_id AND f.account_id = \(account) AND p.status = 'listed' ORDER BY f.slot DESC
            """
        ).map { (slot: try $0.int64(0), place: try $0.id(1) as Place.ID) }
        return RouletteFavourites(base: base, listed: listed)
    }

    private func favouritePool(_ query: RouletteQuery, _ known: RouletteFavourites) throws -> RoulettePool {
        var favourites = known
        let narrowed = try narrowedFavourites(query.favourites, &favourites.base)
        var pool = RoulettePool(favourites.listed.filter { narrowed.contains($0.slot) }.map(\.place))
        pool.favourites = favourites
        return pool
    }

    private func listedFavouriteCount(of account: Account.ID) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM favourites f CROSS JOIN places p
            WHERE p.id = f.place_id AND f.account_id = \(account) AND p.status = 'listed'
            """
        ) { try $0.int(0) } ?? 0
    }

    /// How many favourites that are not ruled out each tag would leave.
    private func offeredTags(
        _ query: RouletteQuery,
        _ favourites: RouletteFavourites,
        _ reader: RouletteReader
    ) throws -> [(tag: Tag, count: Int)] {
        var base = favourites.base
        let excluded = try excludedPlaces(from: RoulettePool(favourites.listed.map(\.place)), by: query, for: reader)
        let wanted = base.sets.members(at: favourites.listed.lazy.filter { !excluded.contains($0.place) }.map(\.slot))
        return try narrowedFavourites(query.favourites, &base, within: wanted)
            .facets.groups.flatMap(\.values).map { ($0.tag, $0.count) }
    }

    /// The choices of the page's filters.
    /// - Parameter pool: the places that match the query.
    func rouletteOffer(
        _ query: RouletteQuery,
        of pool: RoulettePool,
        for reader: RouletteReader
    ) throws -> RouletteBuilder.Offer {
        var offer = RouletteBuilder.Offer()
        offer.leftOutNames = try placeNames(query.leftOut)
        if let account = reader.account {
            offer.lists = try namedLists(of: reader.lists).map { ("\($0.id)", $0.details.title) }
            if let favourites = pool.favourites {
                offer.favourites = favourites.listed.count
                offer.keepsNothing = favourites.base.sets.isEmpty
                offer.tags = try offeredTags(query, favourites, reader)
            } else {
                offer.favourites = try listedFavouriteCount(of: account)
            }
        }
        if query.source == .district || query.source == .nearby { offer.types = try listedTypes(query.place.kind) }
        return offer
    }

    /// Business types of listed places, most common first.
    private func listedTypes(_ kind: Place.Kind?) throws -> [String] {
        let narrower: SQL = kind.map { " AND kind = \($0.rawValue)" } ?? ""
        return try rows(
            """
            SELECT category FROM place_counts WHERE status = 'listed' AND count > 0\(narrower)
            GROUP BY category ORDER BY SUM(count) DESC, category LIMIT 24
            """
        ).map { try $0.string(0) }
    }
}
