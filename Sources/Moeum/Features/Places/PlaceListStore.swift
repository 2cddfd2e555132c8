extension Transaction {
    /// The most results a map draws.
    private static let mostPoints = 5_000

    /// One screen of the list that a query asks for.
    /// - Parameter now: decides what is open.
    public func list(_ query: PlaceQuery, at now: SeoulTime, limit: Int = 20) throws -> PlaceList {
        let isPlain = query.text == nil && query.near == nil && query.bounds == nil && !query.isOpenOnly
        return isPlain ? try browse(query, limit: limit) : try find(query, at: now, limit: limit)
    }

    /// Lists by kind, district and type alone: rows by key from an index, totals from kept counts.
    private func browse(_ query: PlaceQuery, limit: Int) throws -> PlaceList {
        var list = PlaceList()
        let sort = query.effectiveSort
        var conditions = facetConditions(query)
        if let cursor = query.after.flatMap(PlaceCursor.init) { conditions.append(after(cursor, sort)) }
        let places = try rows(
            """
            SELECT \(Self.placeColumns), p.rating_order FROM places p
            WHERE \(SQL.joined(conditions, separator: " AND ")) ORDER BY \(order(sort)) LIMIT \(limit + 1)
            """
        ).map { (place: try Place($0), ratingOrder: try $0.double(22)) }
        list.entries = places.prefix(limit).map { PlaceList.Entry(place: $0.place, metres: nil) }
        if places.count > limit, let last = places.prefix(limit).last {
            list.next = cursor(of: last.place, last.ratingOrder, sort).text
        }
        try addCounts(to: &list, query)
        list.points = try rows(
            """
            SELECT p.id, p.kind, p.latitude, p.longitude FROM places p
            WHERE \(SQL.joined(facetConditions(query) + ["p.latitude IS NOT NULL"], separator: " AND "))
            LIMIT \(Self.mostPoints)
            """
        ).map {
            PlaceList.Point(
                id: try $0.int64(0),
                kind: try Place.Kind(column: 1, of: $0),
                latitude: try $0.double(2),
                longitude: try $0.double(3)
            )
        }
        return list
    }

    private func addCounts(to list: inout PlaceList, _ query: PlaceQuery) throws {
        var counts = try placeCounts()
        if query.isEveryStatus {
            counts += try placeCounts(status: .cancelled) + placeCounts(status: .closed)
        }
        var kinds: [String: Int] = [:]
        var types: [String: Int] = [:]
        var districts: [String: Int] = [:]
        for entry in counts {
            let isKind = query.kind == nil || query.kind == entry.kind
            let isDistrict = query.districts.isEmpty || query.districts.contains(entry.district)
            let isType = query.types.isEmpty || query.types.contains(entry.category)
            if isDistrict, isType { kinds[entry.kind.rawValue, default: 0] += entry.count }
            if isKind, isDistrict { types[entry.category, default: 0] += entry.count }
            if isKind, isType { districts[entry.district, default: 0] += entry.count }
            if isKind, isDistrict, isType { list.total += entry.count }
        }
        list.setFacets(kinds: kinds, types: types, districts: districts)
    }

    /// Lists by words, position or hours: the matches are collected, counted and sorted here.
    private func find(_ query: PlaceQuery, at now: SeoulTime, limit: Int) throws -> PlaceList {
        var list = PlaceList()
        let bound = PlaceSearch.countedUpTo
        var isCut = false
        var all = try candidates(query.withoutFacets, at: now, limit: bound + 1, &isCut)
        var matching = all.filter { $0.passes(query) }
        if isCut {
            if query != query.withoutFacets {
                matching = try candidates(query, at: now, limit: bound + 1, &isCut)
            }
            list.isTotalAtLeast = isCut
            all = Array(all.prefix(bound))
            matching = Array(matching.prefix(bound))
        }
        list.total = matching.count
        let sort = query.effectiveSort
        var sorted = matching.map { (candidate: $0, cursor: $0.cursor(sort)) }
        sorted.sort { $0.cursor.precedes($1.cursor) }
        if let cursor = query.after.flatMap(PlaceCursor.init) {
            sorted = Array(sorted.drop { !cursor.precedes($0.cursor) })
        }
        let shown = sorted.prefix(limit)
        list.entries = try shown.compactMap { entry in
            try place(entry.candidate.id).map {
                PlaceList.Entry(place: $0, metres: entry.candidate.metres.map { Int($0.rounded()) })
            }
        }
        if sorted.count > limit { list.next = shown.last?.cursor.text }
        list.points = Array(matching.lazy.compactMap(\.point).prefix(Self.mostPoints))
        let others = all
        list.setFacets(
            kinds: others.counts(\.kind, query.with { $0.kind = nil }),
            types: others.counts(\.category, query.with { $0.types = [] }),
            districts: others.counts(\.district, query.with { $0.districts = [] })
        )
        return list
    }

    /// - Parameter isCut: whether there were more than `limit` before distances were measured.
    private func candidates(
        _ query: PlaceQuery,
        at now: SeoulTime,
        limit: Int,
        _ isCut: inout Bool
    ) throws -> [PlaceCandidate] {
        var found: [PlaceCandidate]
        if let text = query.text {
            guard let search = PlaceSearch(text) else { return [] }
            found = try candidates(search, query, at: now, limit: limit)
        } else {
            found = try rows(candidateQuery("places p", query, at: now, limit: limit)).map(PlaceCandidate.init)
        }
        isCut = found.count >= limit
        guard let near = query.near else { return found }
        return found.compactMap { candidate in
            guard let latitude = candidate.latitude, let longitude = candidate.longitude else { return nil }
            var candidate = candidate
            let metres = Geodesy.metres(near.latitude, near.longitude, latitude, longitude)
            candidate.metres = metres
            return metres <= Double(query.radius) ? candidate : nil
        }
    }

    private func candidates(
        _ search: PlaceSearch,
        _ query: PlaceQuery,
        at now: SeoulTime,
        limit: Int
    ) throws -> [PlaceCandidate] {
        var seen: Set<Place.ID> = []
        var result: [PlaceCandidate] = []
        func add(_ candidates: [PlaceCandidate], tier: Int) {
            for var candidate in candidates where seen.insert(candidate.id).inserted && result.count < limit {
                candidate.tier = tier
                result.append(candidate)
            }
        }
        let exact = try candidateQuery("places p", query, at: now, limit: limit, and: "p.name_key = \(search.key)")
        add(try rows(exact).map(PlaceCandidate.init), tier: 0)
        for (tier, match) in search.tiers(query.facetTokens, dialect).enumerated() where result.count < limit {
            // A cross join keeps the order written here: the index first, then the rows it found.
            let table: SQL = "\(found(match)) CROSS JOIN places p"
            // The exact names above come again here, so the bound leaves room for them.
            let rows = try rows(candidateQuery(table, query, at: now, limit: limit, and: "p.id = found.id")).map(
                PlaceCandidate.init
            )
            add(rows, tier: tier + 1)
        }
        return result
    }

    private func candidateQuery(
        _ table: SQL,
        _ query: PlaceQuery,
        at now: SeoulTime,
        limit: Int,
        and extra: SQL? = nil
    ) throws -> SQL {
        var conditions = facetConditions(query)
        if let extra { conditions.append(extra) }
        if let near = query.near {
            let box = Geodesy.box(around: near.latitude, near.longitude, metres: Double(query.radius))
            conditions.append(inside(box))
        }
        if let bounds = query.bounds { conditions.append(inside(bounds)) }
        if query.isOpenOnly { conditions.append(isOpen(at: now)) }
        return """
            SELECT p.id, p.kind, p.district, p.category, p.latitude, p.longitude, p.rating_order, p.name
            FROM \(table) WHERE \(SQL.joined(conditions, separator: " AND ")) LIMIT \(limit)
            """
    }

    private func inside(_ box: PlaceQuery.Bounds) -> SQL {
        """
        p.latitude BETWEEN \(box.south) AND \(box.north) AND p.longitude BETWEEN \(box.west) AND \(box.east)
        """
    }

    /// Today's hours, or yesterday's that run past midnight.
    private func isOpen(at now: SeoulTime) -> SQL {
        let minute = now.hour * 60 + now.minute
        let yesterday = now.weekday == 1 ? 7 : now.weekday - 1
        return """
            EXISTS (SELECT 1 FROM place_hours h WHERE h.place_id = p.id AND (
                (h.weekday = \(now.weekday) AND h.opens_minute <= \(minute) AND h.closes_minute > \(minute))
                OR (h.weekday = \(yesterday) AND h.closes_minute > \(minute + 1_440))))
            """
    }

    private func facetConditions(_ query: PlaceQuery) -> [SQL] {
        var conditions: [SQL] = []
        if !query.isEveryStatus { conditions.append("p.status = 'listed'") }
        if let kind = query.kind { conditions.append("p.kind = \(kind.rawValue)") }
        if !query.districts.isEmpty { conditions.append("p.district IN \(list: query.districts)") }
        if !query.types.isEmpty { conditions.append("p.category IN \(list: query.types)") }
        return conditions.isEmpty ? ["1 = 1"] : conditions
    }

    private func order(_ sort: PlaceQuery.Sort) -> SQL {
        switch sort {
        case .rating, .reviews, .relevance, .distance: "p.rating_order, p.name, p.id"
        case .name: "p.name, p.id"
        case .newest: "p.id DESC"
        }
    }

    private func after(_ cursor: PlaceCursor, _ sort: PlaceQuery.Sort) -> SQL {
        switch sort {
        case .rating, .reviews, .relevance, .distance:
            "(p.rating_order, p.name, p.id) > (\(cursor.primary), \(cursor.name), \(cursor.id))"
        case .name: "(p.name, p.id) > (\(cursor.name), \(cursor.id))"
        case .newest: "p.id < \(cursor.id)"
        }
    }

    private func cursor(of place: Place, _ ratingOrder: Double, _ sort: PlaceQuery.Sort) -> PlaceCursor {
        PlaceCursor(primary: sort == .name || sort == .newest ? 0 : ratingOrder, name: place.name, id: place.id)
    }
}

extension PlaceQuery {
    fileprivate var withoutFacets: PlaceQuery {
        var copy = self
        copy.kind = nil
        copy.districts = []
        copy.types = []
        return copy
    }

    /// One list of alternatives for each facet that is filtered by.
    fileprivate var facetTokens: [[String]] {
        var tokens: [[String]] = []
        if let kind { tokens.append([PlaceSearch.facetToken("k", kind.rawValue)]) }
        if !districts.isEmpty { tokens.append(districts.map { PlaceSearch.facetToken("d", $0) }) }
        if !types.isEmpty { tokens.append(types.map { PlaceSearch.facetToken("c", $0) }) }
        return tokens
    }
}

extension [PlaceCandidate] {
    fileprivate func counts(_ value: KeyPath<PlaceCandidate, String>, _ query: PlaceQuery) -> [String: Int] {
        var counts: [String: Int] = [:]
        for candidate in self where candidate.passes(query) { counts[candidate[keyPath: value], default: 0] += 1 }
        return counts
    }
}

extension PlaceList {
    /// Most frequent first, then by value, so that the order is always the same.
    fileprivate mutating func setFacets(kinds: [String: Int], types: [String: Int], districts: [String: Int]) {
        func sorted(_ counts: [String: Int]) -> [FacetCount] {
            counts.filter { $0.value > 0 }.map { FacetCount(value: $0.key, count: $0.value) }
                .sorted { $0.count != $1.count ? $0.count > $1.count : $0.value < $1.value }
        }
        self.kinds = sorted(kinds)
        self.types = sorted(types)
        self.districts = sorted(districts)
    }
}
