/// The rows of one page in order, one more than fits where there is a next page.
struct PlaceSlice {
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
    func sortedSlice(_ request: PlaceListRequest, outOf matches: PlaceMatches) throws -> PlaceSlice {
        // To look words up for each place that a scan passes costs as much as reading many rows of a narrow table.
        let (mostSorted, scanLimit) =
            request.search == nil ? (request.mostSorted, 4 * request.mostSorted) : (request.bounds.sorted, 3_000)
        // Where no distances are needed, the ids of all matches tell what a scan passes: words are then looked up once.
        if request.query.near == nil, !matches.isCut || request.search != nil {
            let ids =
                matches.isCut
                ? try rows("SELECT s.id FROM \(placeIDSource(request)) LIMIT \(mostSorted + 1)").map { try $0.id(0) }
                : matches.matching.map(\.id)
            if ids.count > mostSorted, matches.isCut { return try placeSlice(request, scanLimit: scanLimit) }
            return try placeSlice(request, scanLimit: request.scanLimit(among: ids.count), members: Set(ids))
        }
        let some: SQL = "SELECT s.id FROM \(placeListSource(request)) LIMIT \(mostSorted + 1)"
        let count = try first("SELECT COUNT(*) FROM (\(some)) AS counted") { try $0.int(0) } ?? 0
        return try placeSlice(request, scanLimit: count > mostSorted ? scanLimit : nil)
    }

    /// - Parameters:
    ///   - scanLimit: how many places a scan of an index may pass before the matches are sorted after all; nil sorts them at
    ///     once.
    ///   - members: the matches, where they are known.
    func placeSlice(_ request: PlaceListRequest, scanLimit: Int?, members: Set<Place.ID>? = nil) throws -> PlaceSlice {
        let order = PlaceOrder(request.query.effectiveSort, rotation: request.rotation)
        if let scanLimit, let slice = try scanPlaces(request, order, scanLimit, members) { return slice }
        return try collectPlaces(request, from: request.cursor) { cursor, count in
            try rows(order.statement(placeListSource(request), after: cursor, limit: count)).map(order.row)
        }
    }

    /// A page of matches by rank, within a rank in the order in which places were added.
    /// - Parameter matches: all of them where they are few, whose ranks then need no conditions.
    func bestMatches(_ request: PlaceListRequest, outOf matches: [PlaceCandidate]?) throws -> PlaceSlice {
        guard let matches else { return try rankedSlice(request) }
        let ranks = request.search?.ranks(dialect) ?? []
        var unranked = Dictionary(matches.map { ($0.id, $0) }) { first, _ in first }
        var slice = PlaceSlice(limit: request.limit)
        for (rank, match) in ranks.enumerated() where !slice.isFull && !unranked.isEmpty {
            let isSettled = unranked.count == 1 || rank == ranks.count - 1
            let ids =
                isSettled
                ? Array(unranked.keys) : try rows("SELECT found.id FROM \(foundPlaces(match))").map { try $0.id(0) }
            let found = ids.compactMap { unranked.removeValue(forKey: $0) }.sorted { $0.id < $1.id }
            let rows = found.map { candidate in
                PlaceSlice.Row(
                    cursor: PlaceCursor(primary: Double(rank), name: "", id: candidate.id),
                    metres: candidate.metres
                )
            }
            slice.rows += rows.filter { request.cursor?.precedes($0.cursor) ?? true }.prefix(slice.missing)
        }
        return slice
    }

    private func rankedSlice(_ request: PlaceListRequest) throws -> PlaceSlice {
        var slice = PlaceSlice(limit: request.limit)
        let ranks = request.search?.ranks(PlaceSearch.Scope(request.query, withFacets: true), dialect) ?? []
        for (rank, match) in ranks.enumerated() where !slice.isFull {
            let start = PlaceCursor(primary: Double(rank), name: "", id: .absent)
            if let cursor = request.cursor, cursor.primary > start.primary { continue }
            let last = request.cursor?.primary == start.primary ? request.cursor : nil
            if request.isOfWordsAlone {
                let ids = try firstFoundPlaces(match, after: last?.id ?? .absent, limit: slice.missing)
                slice.rows += ids.map { id in
                    PlaceSlice.Row(cursor: PlaceCursor(primary: start.primary, name: "", id: id), metres: nil)
                }
                continue
            }
            slice = try collectPlaces(request, from: last ?? start, onto: slice) { cursor, count in
                let source = placeListSource(request, match: match)
                return try placeCandidates(
                    "\(source) WHERE s.id > \(cursor?.id ?? .absent) ORDER BY s.id LIMIT \(count)"
                ).map { ($0, PlaceCursor(primary: start.primary, name: "", id: $0.id)) }
            }
        }
        return slice
    }

    /// Fetches rows until enough of them are inside the query's circle.
    private func collectPlaces(
        _ request: PlaceListRequest,
        from start: PlaceCursor?,
        onto slice: PlaceSlice? = nil,
        _ fetch: (_ after: PlaceCursor?, _ count: Int) throws -> [(PlaceCandidate, PlaceCursor)]
    ) throws -> PlaceSlice {
        var slice = slice ?? PlaceSlice(limit: request.limit)
        var cursor = start
        while !slice.isFull {
            let count = request.query.near == nil ? slice.missing : max(64, slice.missing)
            let fetched = try fetch(cursor, count)
            let metres = measureCandidates(fetched.map(\.0), from: request.query).reduce(into: [:]) {
                $0[$1.id] = $1.metres
            }
            slice.rows += fetched.filter { request.query.near == nil || metres[$0.0.id] != nil }
                .prefix(slice.missing).map { PlaceSlice.Row(cursor: $0.1, metres: metres[$0.0.id] ?? nil) }
            if fetched.count < count { break }
            cursor = fetched.last?.1
        }
        return slice
    }

    /// Scans the index of each status in the list's order and keeps what matches; nil where a scan passes too many places.
    private func scanPlaces(
        _ request: PlaceListRequest,
        _ order: PlaceOrder,
        _ scanLimit: Int,
        _ members: Set<Place.ID>?
    ) throws -> PlaceSlice? {
        var rows: [PlaceSlice.Row] = []
        for statuses in order.stretches(request.statuses) {
            let range = PlaceRange(statuses: statuses, district: request.onlyDistrict)
            guard let scan = try scanRange(range, request, order, scanLimit, members) else { return nil }
            rows += scan.rows
        }
        rows.sort { $0.cursor.precedes($1.cursor) }
        return PlaceSlice(limit: request.limit, rows: Array(rows.prefix(request.limit + 1)))
    }

    private func scanRange(
        _ range: PlaceRange,
        _ request: PlaceListRequest,
        _ order: PlaceOrder,
        _ scanLimit: Int,
        _ members: Set<Place.ID>?
    ) throws -> PlaceSlice? {
        lazy var matchingCombinations = request.combinations.ids(matching: request.query)
        func matching(_ passed: [PlaceCursor]) throws -> [PlaceSlice.Row] {
            if members == nil, !request.scanCoversQuery {
                return try matchingPlaces(passed, in: matchingCombinations, request)
            }
            return passed.filter { members?.contains($0.id) ?? true }.map { PlaceSlice.Row(cursor: $0, metres: nil) }
        }
        var slice = PlaceSlice(limit: request.limit)
        var cursor = request.cursor
        var (seen, count) = (0, request.scanCoversQuery ? slice.missing : 64)
        while !slice.isFull {
            let passed = try nextPlaces(order, in: range, after: cursor, limit: count)
            slice.rows += try matching(passed).prefix(slice.missing)
            if passed.count < count { return slice }
            cursor = passed.last
            seen += count
            if seen > scanLimit, !slice.isFull { return nil }
            count = min(512, count * 2)
        }
        return slice
    }

    private func matchingPlaces(
        _ passed: [PlaceCursor],
        in matchingCombinations: Set<FacetCombination.ID>,
        _ request: PlaceListRequest
    ) throws -> [PlaceSlice.Row] {
        let members = try placeCandidates(placeMembers(of: passed.map(\.id), request))
        let found = measureCandidates(
            members.filter { matchingCombinations.contains($0.combination) },
            from: request.query
        )
        let metres = found.reduce(into: [Place.ID: Double?]()) { $0.updateValue($1.metres, forKey: $1.id) }
        return passed.compactMap { step in
            metres[step.id].map { PlaceSlice.Row(cursor: step, metres: $0) }
        }
    }
}

extension PlaceListRequest {
    /// Whether all conditions of the query are part of the scan.
    fileprivate var scanCoversQuery: Bool { isPlain && (onlyDistrict != nil || !isNarrowedByFacets) }

    /// The most matches that are sorted: sorting reads every match; a scan reads as many places as lie between two matches,
    /// times the page's size. A place scanned in vain costs about half as much as one sorted.
    fileprivate var mostSorted: Int {
        min(bounds.sorted, Int((Double(combinations.total * (limit + 1)) / 2).squareRoot()))
    }

    /// How many places a scan may pass; nil where sorting so many matches is quicker. On the average it passes no more than
    /// twice as many places as match, but a district's worst rated places stand at the end of every district's.
    func scanLimit(among matches: Int) -> Int? {
        if scanCoversQuery { return .max }
        return matches > mostSorted ? 4 * matches : nil
    }
}
