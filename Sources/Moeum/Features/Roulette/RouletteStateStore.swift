import Foundation

/// What a page of the roulette shows besides its filters.
struct RouletteState: Sendable {
    /// The number of candidates, including the picked place even if it was visited meanwhile.
    var candidates = 0
    var pick: Place?
    /// The names on the wheel, the picked place first.
    var names: [String] = []
    /// Where no place matches: filters to drop.
    var advice: [RouletteAdvice] = []
}

extension Transaction {
    /// - Returns: nil where the query names a list that the reader may not read.
    func rouletteTurn(_ asked: RouletteQuery, for reader: RouletteReader) throws -> RouletteTurn? {
        let query = try resolvedQuery(asked, for: reader)
        guard var pool = try roulettePool(query, for: reader) else { return nil }
        if case .combinations = pool.members, pool.total <= RoulettePool.smallPoolSize {
            pool = RoulettePool(try poolPlaces(of: pool))
        }
        return RouletteTurn(query: query, pool: pool, excluded: try excludedPlaces(from: pool, by: query, for: reader))
    }

    /// What a query's page shows, with its result where that matches the filters. The filter for visited places is not applied
    /// to the result, because the reader may have visited the place since.
    func rouletteState(
        _ query: RouletteQuery,
        of pool: RoulettePool,
        for reader: RouletteReader
    ) throws -> RouletteState {
        var state = RouletteState()
        var leftOut = try excludedPlaces(from: pool, by: query, for: reader)
        if let pick = query.pick, !query.leftOut.contains(pick), try poolMembers(of: pool, among: [pick]) == [pick] {
            state.pick = try places([pick])[pick]
            leftOut.remove(pick)
        }
        state.candidates = pool.total - leftOut.count
        if state.candidates == 0 {
            if !query.needsPosition { state.advice = try rouletteAdvice(query, for: reader, pool.favourites) }
        } else {
            state.names = try wheelNames(query, of: pool, leavingOut: leftOut, state.pick)
        }
        return state
    }

    /// The filters that each leave no places, with the number of places without that one.
    /// - Parameter known: this account's favourites where they have been read already.
    func rouletteAdvice(
        _ query: RouletteQuery,
        for reader: RouletteReader,
        _ known: RouletteFavourites? = nil
    ) throws -> [RouletteAdvice] {
        try query.withoutEach.compactMap { way in
            guard let pool = try roulettePool(way.query, for: reader, known), pool.total > 0 else { return nil }
            var counted = way
            counted.candidates = try pool.total - excludedPlaces(from: pool, by: way.query, for: reader).count
            return counted.candidates > 0 ? counted : nil
        }
    }

    /// Some places chosen at random, but the same ones whenever the page is loaded again: the names beside the result suggest
    /// no order.
    private func wheelNames(
        _ query: RouletteQuery,
        of pool: RoulettePool,
        leavingOut: Set<Place.ID>,
        _ pick: Place?
    ) throws -> [String] {
        var generator = SeededGenerator(repeating: query.address)
        var shown = pick.map { [$0.id] } ?? []
        var leftOut = leavingOut.union(shown)
        while shown.count < RouletteWheel.maxCount,
            let place = try drawPlace(from: pool, leavingOut: leftOut, using: &generator)
        {
            shown.append(place)
            leftOut.insert(place)
        }
        let names = try placeNames(shown)
        return shown.compactMap { names[$0] }
    }

    func placeNames(_ places: [Place.ID]) throws -> [Place.ID: String] {
        let names = try rows("SELECT id, name FROM places WHERE id IN \(list: places) ORDER BY id").map {
            (try $0.id(0) as Place.ID, try $0.string(1))
        }
        return Dictionary(names) { first, _ in first }
    }
}
