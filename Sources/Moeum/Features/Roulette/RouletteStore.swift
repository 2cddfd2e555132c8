import Foundation

extension Transaction {
    /// Picks one of the places that were not picked in this round yet, all with the same chance. When all have been picked, a
    /// new round begins, never with the last picked place unless it is the only one.
    /// - Parameters:
    ///   - key: of the remembered picks.
    ///   - pool: read just before; places that are no longer listed are skipped.
    ///   - excluded: the places of the pool that the reader ruled out.
    /// - Returns: nil where no place matches.
    func spinRoulette(
        _ key: String,
        of pool: RoulettePool,
        leavingOut excluded: Set<Place.ID>,
        by spinner: RouletteSpinner,
        at now: Date,
        using generator: inout some RandomNumberGenerator
    ) throws -> RouletteOutcome? {
        var excluded = excluded
        while excluded.count < pool.total {
            let shown = try shownPicks(of: spinner, key)
            var leftOut = excluded.union(try poolMembers(of: pool, among: shown.map(\.place)))
            if leftOut.count >= pool.total {
                try deleteRoulettePicks(of: spinner, key)
                leftOut = excluded
                if let last = shown.last?.place, pool.total - excluded.count > 1 {
                    leftOut.formUnion(try poolMembers(of: pool, among: [last]))
                }
            }
            guard let pick = try drawPlace(from: pool, leavingOut: leftOut, using: &generator) else { return nil }
            guard try isListedPlace(pick) else {
                excluded.insert(pick)
                continue
            }
            // Later than the last pick even where the clock is set back: times order the picks.
            let time = max(now.milliseconds, (shown.last?.at ?? 0) + 1)
            try execute(
                """
                INSERT INTO roulette_picks (spinner, pool, place_id, account_id, picked_at)
                VALUES (\(spinner.key), \(key), \(pick), \(spinner.account), \(time))
                """
            )
            return RouletteOutcome(pick: pick, candidates: pool.total - excluded.count)
        }
        return nil
    }

    private func isListedPlace(_ place: Place.ID) throws -> Bool {
        try first("SELECT 1 FROM places WHERE id = \(place) AND status = 'listed'") { try $0.int(0) } != nil
    }

    /// Picks a place of the pool, all with the same chance.
    /// - Parameter leftOut: places of the pool that must not be picked.
    func drawPlace(
        from pool: RoulettePool,
        leavingOut leftOut: Set<Place.ID>,
        using generator: inout some RandomNumberGenerator
    ) throws -> Place.ID? {
        guard pool.total > leftOut.count else { return nil }
        if case .combinations(let combinations) = pool.members, pool.total > RoulettePool.smallPoolSize,
            leftOut.count * 2 <= pool.total
        {
            // An excluded place is drawn again: at most half of them are excluded, so a hundred draws do not all fail.
            for _ in 0..<100 {
                let number = Int.random(in: 0..<pool.total, using: &generator)
                if let place = try placeNumbered(number, of: combinations), !leftOut.contains(place) { return place }
            }
        }
        let places = try poolPlaces(of: pool).filter { !leftOut.contains($0) }
        return places.isEmpty ? nil : places[Int.random(in: 0..<places.count, using: &generator)]
    }

    func excludedPlaces(
        from pool: RoulettePool,
        by query: RouletteQuery,
        for reader: RouletteReader
    ) throws -> Set<Place.ID> {
        var unwanted = Set(query.leftOut)
        if let account = reader.account, let unvisited = query.unvisited {
            unwanted.formUnion(try visitedPlaces(of: account, since: unvisited.since(reader.now)))
        }
        return try poolMembers(of: pool, among: Array(unwanted))
    }

    func poolMembers(of pool: RoulettePool, among places: [Place.ID]) throws -> Set<Place.ID> {
        switch pool.members {
        case .places(let members): return Set(members).intersection(places)
        case .combinations(let combinations):
            let ids = Set(combinations.map(\.id))
            var found: Set<Place.ID> = []
            for start in stride(from: 0, to: places.count, by: 1_000) {
                let some = Array(places[start..<min(start + 1_000, places.count)])
                try rows("SELECT id, bucket FROM place_points WHERE id IN \(list: some)").forEach { row in
                    if ids.contains(try row.id(1)) { found.insert(try row.id(0)) }
                }
            }
            return found
        }
    }

    /// All places of the pool, in a stable order.
    func poolPlaces(of pool: RoulettePool) throws -> [Place.ID] {
        switch pool.members {
        case .places(let places): return places
        case .combinations(let combinations):
            return try rows(
                "SELECT id FROM place_points WHERE bucket IN \(list: combinations.map(\.id)) ORDER BY bucket, id"
            ).map { try $0.id(0) }
        }
    }

    /// The place with a number, counted through the facet combinations.
    private func placeNumbered(_ number: Int, of combinations: [FacetCombination]) throws -> Place.ID? {
        var rest = number
        for combination in combinations {
            if rest < combination.count {
                return try first(
                    "SELECT id FROM place_points WHERE bucket = \(combination.id) ORDER BY id LIMIT 1 OFFSET \(rest)"
                ) { try $0.id(0) }
            }
            rest -= combination.count
        }
        return nil
    }

    /// The picks of the present round, oldest first.
    private func shownPicks(of spinner: RouletteSpinner, _ pool: String) throws -> [(place: Place.ID, at: Int64)] {
        try rows(
            """
            SELECT place_id, picked_at FROM roulette_picks WHERE spinner = \(spinner.key) AND pool = \(pool)
            ORDER BY picked_at, place_id
            """
        ).map { (place: try $0.id(0), at: try $0.int64(1)) }
    }

    private func deleteRoulettePicks(of spinner: RouletteSpinner, _ pool: String) throws {
        try execute("DELETE FROM roulette_picks WHERE spinner = \(spinner.key) AND pool = \(pool)")
    }

    func deleteOldRoulettePicks(at now: Date, atMost limit: Int) throws -> Int {
        let visitors = (now - RouletteSpinner.visitorLifetime).milliseconds
        let members = (now - RouletteSpinner.memberLifetime).milliseconds
        return try execute(
            """
            DELETE FROM roulette_picks WHERE (spinner, pool, place_id) IN (
                SELECT spinner, pool, place_id FROM roulette_picks
                WHERE picked_at <= \(visitors) AND (account_id IS NULL OR picked_at <= \(members))
                ORDER BY picked_at, spinner, pool, place_id LIMIT \(limit))
            """
        )
    }
}
