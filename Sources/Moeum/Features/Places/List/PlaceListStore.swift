/// The request for one list, with what every step of making it needs.
struct PlaceListRequest {
    var query: PlaceQuery
    let search: PlaceSearch?
    let combinations: FacetCombinations
    /// The time for which opening hours are checked.
    let now: SeoulTime
    let limit: Int
    let bounds: PlaceListBounds
    let cursor: PlaceCursor?
    /// The rotation of places of one rank.
    let rotation: DailyRotation
    /// What is kept of lists; nil makes all of it.
    let cache: PlaceListCache?

    var isNarrowedByFacets: Bool { query.kind != nil || !query.districts.isEmpty || !query.types.isEmpty }
    /// Whether the query has nothing but kind, district, type and status.
    var isPlain: Bool { search == nil && hasNoLimits }
    /// Whether words and facets alone say which places match.
    var isOfWordsAlone: Bool { search != nil && hasNoLimits }
    private var hasNoLimits: Bool { query.near == nil && query.bounds == nil && !query.hasLimitsOfPlaces }
    /// The district of a query for a single district and nothing else, which has an index of its own.
    var onlyDistrict: String? {
        guard isPlain, query.kind == nil, query.types.isEmpty, query.districts.count == 1 else { return nil }
        return query.districts.first
    }
    var statuses: [Place.Status] { query.isEveryStatus ? Place.Status.allCases : [.listed] }
}

/// The matches of a list, before a page of them is chosen.
struct PlaceMatches {
    /// All matches whatever their kind, district and type, up to the bound.
    var all: [PlaceCandidate]
    var matching: [PlaceCandidate]
    /// Whether more match than were counted.
    var isCut: Bool
    /// Whether there are more matches than `all` holds.
    var isAllCut: Bool

    /// The matches that pass the facets, where they are few enough to be sorted in memory.
    func few(_ bounds: PlaceListBounds) -> [PlaceCandidate]? {
        !isCut && matching.count <= bounds.ranked ? matching : nil
    }
}

extension Transaction {
    /// One page of the list of a query.
    /// - Parameters:
    ///   - now: the time for which opening hours are checked.
    ///   - bounds: bounds on the work; nil chooses them by the number of places.
    ///   - vocabulary: English words that stand for names in the sources.
    package func placeList(
        _ query: PlaceQuery,
        at now: SeoulTime,
        limit: Int = PlaceList.pageSize,
        bounds: PlaceListBounds? = nil,
        vocabulary: PlaceSearchVocabulary? = nil
    ) throws -> PlaceList {
        let search = query.text.flatMap { PlaceSearch($0, vocabulary ?? PlaceSearchVocabulary()) }
        return try understoodPlaceList(query, search, at: now, limit: limit, bounds: bounds)
    }

    /// The same of a query whose words were understood before.
    func understoodPlaceList(
        _ query: PlaceQuery,
        _ search: PlaceSearch?,
        at now: SeoulTime,
        limit: Int,
        bounds: PlaceListBounds? = nil,
        cache: PlaceListCache? = nil
    ) throws -> PlaceList {
        if query.text != nil, search == nil { return PlaceList() }
        let combinations = try facetCombinations(everyStatus: query.isEveryStatus, cache)
        var query = query
        // The list around a cell is one answer.
        if query.cell != nil { query.after = nil }
        let order = query.effectiveSort
        let cursor = try query.after.flatMap { try PlaceCursor($0, nameOf: placeName) }.flatMap { cursor in
            order == .rating && cursor.rank == nil ? nil : cursor
        }
        let request = PlaceListRequest(
            query: query,
            search: search,
            combinations: combinations,
            now: now,
            limit: query.cell == nil ? limit : PlaceList.neighbourhoodSize,
            bounds: bounds ?? PlaceListBounds(total: combinations.total),
            cursor: cursor,
            rotation: DailyRotation(day: cursor?.rotationDay ?? now.isoDay),
            cache: cache
        )
        var list =
            if request.isPlain {
                try facetedPlaceList(request)
            } else if query.near != nil, search == nil, order == .distance || query.cell != nil {
                try nearestPlaceList(request)
            } else {
                try matchedPlaceList(request)
            }
        if query.cell != nil, order == .distance { list.sinkUnlocated() }
        list.isContinued = cursor != nil
        list.hasKnownHours = combinations.hours(query).known > 0
        if let cache {
            list.registerFilters = try value(of: now.isoDay, from: cache.registerFilters) {
                try registerFilters(at: now)
            }
        }
        if query.isOpenOnly { list.unknownHours = try countUnknownHours(request) }
        return list
    }

    /// The places that would match but for their hours, which are not known; kept counts say it of a list by facets.
    private func countUnknownHours(_ request: PlaceListRequest) throws -> Int {
        var request = request
        request.query.isOpenOnly = false
        if request.isPlain { return request.combinations.hours(request.query).unknown }
        let bound = request.bounds.counted
        let limit: SQL = request.query.near == nil ? " LIMIT \(bound)" : ""
        let unknown = try placeCandidates(
            """
            \(placeListSource(request))
            WHERE NOT EXISTS (SELECT 1 FROM place_hours h WHERE h.place_id = s.id)\(limit)
            """
        )
        return min(bound, measureCandidates(unknown, from: request.query).count)
    }

    /// A list without search: totals and facets from kept counts, rows from an index.
    private func facetedPlaceList(_ request: PlaceListRequest) throws -> PlaceList {
        var list = try value(of: PlaceListCache.Key(request), from: request.cache?.lists) {
            try readCombinations(request)
            return try countedPlaces(request)
        }
        try fillPlaceList(&list, placeSlice(request, scanLimit: request.scanLimit(among: list.total)))
        return list
    }

    /// What is kept of a list hangs on the combinations that it was made with, which were read before.
    private func readCombinations(_ request: PlaceListRequest) throws {
        _ = try facetCombinations(everyStatus: request.query.isEveryStatus, request.cache)
    }

    /// All of a list by facets but the places of a page.
    private func countedPlaces(_ request: PlaceListRequest) throws -> PlaceList {
        let matchingCombinations = request.combinations.ids(matching: request.query)
        var list = PlaceList()
        list.total = matchingCombinations.reduce(0) { $0 + (request.combinations[$1]?.count ?? 0) }
        list.setFacets(request.combinations.counts, request.combinations, request.query)
        let drawn = try placeCandidates(
            "\(isDrawablePlace(request)) AND s.latitude IS NOT NULL LIMIT \(request.bounds.points + 1)"
        )
        list.points = MapPoints(
            drawn.prefix(request.bounds.points).compactMap { $0.point(request.combinations) },
            isCut: drawn.count > request.bounds.points
        )
        return list
    }

    /// A FROM clause with a condition: the places that a plain list's map may draw.
    private func isDrawablePlace(_ request: PlaceListRequest) -> SQL {
        if request.isNarrowedByFacets { return "\(placeListSource(request)) WHERE 1 = 1" }
        // The sum keeps engines from using the index by bucket: in the order in which they were added, the first of very many
        // places are spread over the whole city.
        return """
            place_points s WHERE s.bucket + 0 IN
            (SELECT c.bucket FROM place_counts c WHERE c.status IN \(list: request.statuses.map(\.rawValue)))
            """
    }

    /// A list by words, bounds or hours: matches are counted up to a bound, then a page of them is sorted.
    private func matchedPlaceList(_ request: PlaceListRequest) throws -> PlaceList {
        if let key = PlaceListCache.SearchKey(request, dialect) {
            var (list, slice) = try value(of: key, from: request.cache?.searches) {
                try readCombinations(request)
                let matches = try placeMatches(request)
                return (PlaceList(matches, request), try bestMatches(request, outOf: matches.few(request.bounds)))
            }
            try fillPlaceList(&list, slice)
            return list
        }
        let matches = try placeMatches(request)
        var list = PlaceList(matches, request)
        switch request.query.effectiveSort {
        case _ where request.query.cell != nil:
            try fillPlaceList(&list, neighbourhoodSlice(matches.matching, request))
        case .relevance: try fillPlaceList(&list, bestMatches(request, outOf: matches.few(request.bounds)))
        case .distance:
            try fillPlaceList(&list, nearestSlice(matches.matching.sorted(by: PlaceCandidate.isNearer), request))
        default: try fillPlaceList(&list, sortedSlice(request, outOf: matches))
        }
        return list
    }

    private func placeMatches(_ request: PlaceListRequest) throws -> PlaceMatches {
        let bound = request.bounds.counted
        // Distances are measured after the query, so the rows of a search around a point are not limited.
        let limit: SQL = request.query.near == nil ? " LIMIT \(bound + 1)" : ""
        func measured(withFacets: Bool) throws -> [PlaceCandidate] {
            measureCandidates(
                try placeCandidates("\(placeListSource(request, withFacets: withFacets))\(limit)"),
                from: request.query
            )
        }
        let all = try measured(withFacets: false)
        var matching = all
        let isAllCut = all.count > bound
        var isCut = isAllCut
        if request.isNarrowedByFacets {
            let matchingCombinations = request.combinations.ids(matching: request.query)
            matching =
                isAllCut && request.query.near == nil
                ? try measured(withFacets: true) : all.filter { matchingCombinations.contains($0.combination) }
            isCut = matching.count > bound
        }
        return PlaceMatches(all: Array(all.prefix(bound)), matching: matching, isCut: isCut, isAllCut: isAllCut)
    }

    /// - Parameter table: the rest of the statement, after FROM.
    func placeCandidates(_ table: SQL) throws -> [PlaceCandidate] {
        try rows("SELECT s.id, s.bucket, s.latitude, s.longitude FROM \(table)").map(PlaceCandidate.init)
    }

    /// The candidates inside the query's circle, or around its cell, with their distance; all of them without a circle.
    func measureCandidates(_ candidates: [PlaceCandidate], from query: PlaceQuery) -> [PlaceCandidate] {
        guard let near = query.near else { return candidates }
        return candidates.compactMap { candidate in
            guard let latitude = candidate.latitude, let longitude = candidate.longitude else { return nil }
            var candidate = candidate
            let metres = Geodesy.metres(near.latitude, near.longitude, latitude, longitude)
            candidate.metres = metres
            let radius = Double(query.radius)
            return query.cell?.mayReach(latitude, longitude, within: radius) ?? (metres <= radius) ? candidate : nil
        }
    }

    /// Adds the places of a page to the list; a row more than fits means that there is a next page.
    func fillPlaceList(_ list: inout PlaceList, _ slice: PlaceSlice) throws {
        let shown = slice.rows.prefix(slice.limit)
        let places = try places(shown.map(\.id))
        list.entries = shown.compactMap { row in
            places[row.id].map { PlaceList.Entry(place: $0, metres: row.metres.map { Int($0.rounded()) }) }
        }
        if slice.rows.count > slice.limit { list.next = shown.last?.cursor.text }
    }

    func placeName(_ id: Place.ID) throws -> String? {
        try first("SELECT name FROM places WHERE id = \(id)") { try $0.string(0) }
    }

    private func facetCombinations(everyStatus: Bool, _ cache: PlaceListCache?) throws -> FacetCombinations {
        try value(of: everyStatus, from: cache?.combinations) {
            let condition: SQL = everyStatus ? "count > 0" : "count > 0 AND status = 'listed'"
            let found = rows("SELECT \(FacetCombination.columns) FROM place_counts WHERE \(condition)")
            return FacetCombinations(try found.map(FacetCombination.init))
        }
    }
}

extension FacetCombination {
    /// Of `place_counts`.
    static let columns: SQL = "bucket, kind, district, category, count, known_hours"

    init(_ row: any Row) throws {
        self.init(
            id: try row.id(0),
            kind: try Place.Kind(column: 1, of: row),
            district: try row.string(2),
            category: try row.string(3),
            count: try row.int(4),
            knownHours: try row.int(5)
        )
    }
}

extension PlaceList {
    init(_ matches: PlaceMatches, _ request: PlaceListRequest) {
        let bound = request.bounds.counted
        isTotalAtLeast = matches.isCut
        areFacetsAtLeast = matches.isAllCut
        total = min(matches.matching.count, bound)
        points = MapPoints(matches.matching.prefix(bound).compactMap { $0.point(request.combinations) }, isCut: false)
        let counts = matches.all.reduce(into: [FacetCombination.ID: Int]()) { $0[$1.combination, default: 0] += 1 }
        setFacets(counts, request.combinations, request.query)
    }
}
