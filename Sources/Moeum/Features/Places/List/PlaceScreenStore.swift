/// The rows of one page in order, one more than fits where there is a next page.
struct PlaceScreen {
    struct Row {
        let cursor: PlaceCursor
        let metres: Double?
        var id: Place.ID { cursor.id }
    }

    let limit: Int
    var rows: [Row] = []

    var isFull: Bool { rows.count > limit }
    var missing: Int { limit + 1 - rows.count }
}

extension Transaction {
    /// A page of matches in the order of rating, reviews, name or age.
    func placeScreen(_ request: PlaceListRequest, outOf matches: PlaceMatches) throws -> PlaceScreen {
        // To look words up for each place that a walk passes costs as much as reading many rows of a narrow table.
        let (mostSorted, scanLimit) =
            request.search == nil ? (request.mostSorted, 4 * request.mostSorted) : (request.bounds.sorted, 3_000)
        // Where no distances are needed, the ids of all matches tell what a walk passes: words are then looked up once.
        if request.query.near == nil, !matches.isCut || request.search != nil {
            let ids =
                matches.isCut
                ? try rows("SELECT s.id FROM \(placeIDSource(request)) LIMIT \(mostSorted + 1)").map { try $0.id(0) }
                : matches.matching.map(\.id)
            if ids.count > mostSorted, matches.isCut { return try placeScreen(request, scanLimit: scanLimit) }
            return try placeScreen(request, scanLimit: request.scanLimit(among: ids.count), members: Set(ids))
        }
        let some: SQL = "SELECT s.id FROM \(placeListSource(request)) LIMIT \(mostSorted + 1)"
        let count = try first("SELECT COUNT(*) FROM (\(some)) AS counted") { try $0.int(0) } ?? 0
        return try placeScreen(request, scanLimit: count > mostSorted ? scanLimit : nil)
    }

    /// - Parameters:
    ///   - scanLimit: how many places a walk along an index may pass before the matches are sorted after all; nil sorts them at
    ///     once.
    ///   - members: the matches, where they are known.
    func placeScreen(_ request: PlaceListRequest, scanLimit: Int?, members: Set<Place.ID>? = nil) throws -> PlaceScreen
    {
        let order = PlaceOrder(request.query.effectiveSort, turn: request.turn)
        if let scanLimit, let screen = try walkPlaces(request, order, scanLimit, members) { return screen }
        return try collectPlaces(request, from: request.cursor) { cursor, count in
            try rows(order.statement(placeListSource(request), after: cursor, limit: count)).map(order.row)
        }
    }

    /// A page of matches by rank, within a rank in the order in which places were added.
    /// - Parameter matches: all of them where they are few, whose ranks then need no conditions.
    func bestMatches(_ request: PlaceListRequest, outOf matches: [PlaceCandidate]?) throws -> PlaceScreen {
        guard let matches else { return try bestMatches(request) }
        let ranks = request.search?.ranks(dialect) ?? []
        var unranked = Dictionary(matches.map { ($0.id, $0) }) { first, _ in first }
        var screen = PlaceScreen(limit: request.limit)
        for (rank, match) in ranks.enumerated() where !screen.isFull && !unranked.isEmpty {
            let isSettled = unranked.count == 1 || rank == ranks.count - 1
            let ids = isSettled ? Array(unranked.keys) : try foundPlaceIDs(match)
            let found = ids.compactMap { unranked.removeValue(forKey: $0) }.sorted { $0.id < $1.id }
            let rows = found.map { candidate in
                PlaceScreen.Row(
                    cursor: PlaceCursor(primary: Double(rank), name: "", id: candidate.id),
                    metres: candidate.metres
                )
            }
            screen.rows += rows.filter { request.cursor?.precedes($0.cursor) ?? true }.prefix(screen.missing)
        }
        return screen
    }

    private func foundPlaceIDs(_ match: String) throws -> [Place.ID] {
        try rows("SELECT found.id FROM \(foundPlaces(match))").map { try $0.id(0) }
    }

    private func bestMatches(_ request: PlaceListRequest) throws -> PlaceScreen {
        var screen = PlaceScreen(limit: request.limit)
        let ranks = request.search?.ranks(PlaceSearch.Scope(request.query, withFacets: true), dialect) ?? []
        for (rank, match) in ranks.enumerated() where !screen.isFull {
            let start = PlaceCursor(primary: Double(rank), name: "", id: .absent)
            if let cursor = request.cursor, cursor.primary > start.primary { continue }
            let last = request.cursor?.primary == start.primary ? request.cursor : nil
            if request.isOfWordsAlone {
                let ids = try firstFoundPlaces(match, after: last?.id ?? .absent, limit: screen.missing)
                screen.rows += ids.map { id in
                    PlaceScreen.Row(cursor: PlaceCursor(primary: start.primary, name: "", id: id), metres: nil)
                }
            } else {
                screen = try collectMatches(match, request, from: last ?? start, onto: screen)
            }
        }
        return screen
    }

    private func collectMatches(
        _ match: String,
        _ request: PlaceListRequest,
        from start: PlaceCursor,
        onto screen: PlaceScreen
    ) throws -> PlaceScreen {
        try collectPlaces(request, from: start, onto: screen) { cursor, count in
            try rows(
                """
                SELECT s.id, s.bucket, s.latitude, s.longitude FROM \(placeListSource(request, match: match))
                WHERE s.id > \(cursor?.id ?? .absent) ORDER BY s.id LIMIT \(count)
                """
            ).map { row in
                let candidate = try PlaceCandidate(row)
                return (candidate, PlaceCursor(primary: start.primary, name: "", id: candidate.id))
            }
        }
    }

    /// Fetches rows until enough of them are inside the query's circle.
    private func collectPlaces(
        _ request: PlaceListRequest,
        from start: PlaceCursor?,
        onto screen: PlaceScreen? = nil,
        _ fetch: (_ after: PlaceCursor?, _ count: Int) throws -> [(PlaceCandidate, PlaceCursor)]
    ) throws -> PlaceScreen {
        var screen = screen ?? PlaceScreen(limit: request.limit)
        var cursor = start
        while !screen.isFull {
            let count = request.query.near == nil ? screen.missing : max(64, screen.missing)
            let fetched = try fetch(cursor, count)
            let metres = measureCandidates(fetched.map(\.0), from: request.query).reduce(into: [:]) {
                $0[$1.id] = $1.metres
            }
            screen.rows += fetched.filter { request.query.near == nil || metres[$0.0.id] != nil }
                .prefix(screen.missing).map { PlaceScreen.Row(cursor: $0.1, metres: metres[$0.0.id] ?? nil) }
            if fetched.count < count { break }
            cursor = fetched.last?.1
        }
        return screen
    }

    /// Walks the index of each status in the list's order and keeps what matches; nil where a walk passes too many places.
    private func walkPlaces(
        _ request: PlaceListRequest,
        _ order: PlaceOrder,
        _ scanLimit: Int,
        _ members: Set<Place.ID>?
    ) throws -> PlaceScreen? {
        var rows: [PlaceScreen.Row] = []
        for statuses in order.stretches(request.statuses) {
            let range = PlaceRange(statuses: statuses, district: request.onlyDistrict)
            guard let walk = try walkPlaces(request, order, range, scanLimit, members) else { return nil }
            rows += walk.rows
        }
        rows.sort { $0.cursor.precedes($1.cursor) }
        return PlaceScreen(limit: request.limit, rows: Array(rows.prefix(request.limit + 1)))
    }

    private func walkPlaces(
        _ request: PlaceListRequest,
        _ order: PlaceOrder,
        _ range: PlaceRange,
        _ scanLimit: Int,
        _ members: Set<Place.ID>?
    ) throws -> PlaceScreen? {
        lazy var passing = request.buckets.passing(request.query)
        func matching(_ passed: [PlaceCursor]) throws -> [PlaceScreen.Row] {
            if members == nil, !request.isEachPlaceInWalk { return try matchingPlaces(passed, in: passing, request) }
            return passed.filter { members?.contains($0.id) ?? true }.map { PlaceScreen.Row(cursor: $0, metres: nil) }
        }
        var screen = PlaceScreen(limit: request.limit)
        var cursor = request.cursor
        var (seen, count) = (0, request.isEachPlaceInWalk ? screen.missing : 64)
        while !screen.isFull {
            let passed = try nextPlaces(order, in: range, after: cursor, limit: count)
            screen.rows += try matching(passed).prefix(screen.missing)
            if passed.count < count { return screen }
            cursor = passed.last
            seen += count
            if seen > scanLimit, !screen.isFull { return nil }
            count = min(512, count * 2)
        }
        return screen
    }

    private func matchingPlaces(
        _ passed: [PlaceCursor],
        in passing: Set<FacetBucket.ID>,
        _ request: PlaceListRequest
    ) throws -> [PlaceScreen.Row] {
        let members = try placeCandidates(placeMembers(of: passed.map(\.id), request))
        let found = measureCandidates(members.filter { passing.contains($0.bucket) }, from: request.query)
        let metres = found.reduce(into: [Place.ID: Double?]()) { $0.updateValue($1.metres, forKey: $1.id) }
        return passed.compactMap { step in
            metres[step.id].map { PlaceScreen.Row(cursor: step, metres: $0) }
        }
    }
}

extension PlaceListRequest {
    /// Whether all conditions of the query are part of the walk.
    fileprivate var isEachPlaceInWalk: Bool { isPlain && (onlyDistrict != nil || !isNarrowedByFacets) }

    /// The most matches that are sorted: sorting reads every match; walking reads as many places as lie between two matches, times
    /// the page's size. A place walked past costs about half as much as one sorted.
    fileprivate var mostSorted: Int {
        min(bounds.sorted, Int((Double(buckets.total * (limit + 1)) / 2).squareRoot()))
    }

    /// How many places a walk may pass; nil where sorting so many matches is quicker. On the average it passes no more than twice
    /// as many places as match, but a district's worst rated places stand at the end of every district's.
    func scanLimit(among matches: Int) -> Int? {
        if isEachPlaceInWalk { return .max }
        return matches > mostSorted ? 4 * matches : nil
    }
}
