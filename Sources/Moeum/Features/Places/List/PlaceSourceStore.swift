import Foundation

extension Transaction {
    /// The matches of a list as a table `s (id, combination, latitude, longitude)`, found by the best index: words, a band of
    /// rows of the grid, opening hours, what registers say or facet combinations.
    /// - Parameters:
    ///   - withFacets: whether kind, district and type are conditions too.
    ///   - match: words to search for instead of the query's; rows then come in the order of their ids.
    func placeListSource(_ request: PlaceListRequest, withFacets: Bool = true, match: String? = nil) -> SQL {
        let words = request.search?.match(PlaceSearch.Scope(request.query, withFacets: withFacets), dialect)
        if let match = match ?? words {
            // A cross join keeps the order written here: the search index first, then the positions.
            return placePoints(
                "\(foundPlaces(match)) CROSS JOIN place_points t",
                ["t.id = found.id"] + placeLimits(request),
                id: "found.id"
            )
        }
        let combination = facetCondition(request, withFacets: withFacets)
        let conditions = placeLimits(request) + [combination]
        if let band = gridBand(request) { return placesInGridRows(band, conditions) }
        if request.query.isOpenOnly {
            return placePoints(
                "\(placesOpenNow(at: request.now)) CROSS JOIN place_points t",
                ["t.id = opened.id", combination] + boxLimits(request) + registerLimits(request)
                    + request.query.attributeLimits
            )
        }
        if request.query.isConfirmedOnly {
            let confirmed = confirmedPlaces(at: request.now)
            return placePoints("\(confirmed) CROSS JOIN place_points t", ["t.id = confirmed.id"] + conditions)
        }
        if let kind = request.query.designation {
            let designated = designatedPlaces(kind, on: request.now.isoDay)
            return placePoints("\(designated) CROSS JOIN place_points t", ["t.id = designated.id"] + conditions)
        }
        return placePoints("place_points t", conditions)
    }

    /// The matches as a table `s (id)`: words alone need no positions.
    func placeIDSource(_ request: PlaceListRequest) -> SQL {
        guard let search = request.search, request.isOfWordsAlone else { return placeListSource(request) }
        let match = search.match(PlaceSearch.Scope(request.query, withFacets: true), dialect)
        return "(SELECT found.id AS id FROM \(foundPlaces(match))) AS s"
    }

    /// The places in the query's box, of every facet combination.
    func placesInBox(_ request: PlaceListRequest) -> SQL {
        let limits = placeLimits(request)
        return gridBand(request).map { placesInGridRows($0, limits) } ?? placePoints("place_points t", limits)
    }

    private func placesInGridRows(_ rows: SQL, _ conditions: [SQL]) -> SQL {
        placePoints("\(rows) CROSS JOIN place_points t", ["t.latitude_row = band.n"] + conditions)
    }

    /// The rows of the grid that the circle's box or the bounds touch.
    private func gridBand(_ request: PlaceListRequest) -> SQL? {
        (request.query.circleBox ?? request.query.bounds).flatMap(gridRows)
    }

    /// Which of these places match, for scans of an index; by words in the combinations of the facets, otherwise in any bucket.
    func placeMembers(of ids: [Place.ID], _ request: PlaceListRequest) -> SQL {
        if let search = request.search {
            let match = search.match(PlaceSearch.Scope(request.query, withFacets: true), dialect)
            return placePoints(
                "\(foundPlaces(match)) CROSS JOIN place_points t",
                ["found.id IN \(list: ids)", "t.id = found.id"] + memberLimits(request),
                id: "found.id"
            )
        }
        return placePoints("place_points t", ["t.id IN \(list: ids)"] + memberLimits(request))
    }

    /// The conditions of the circle's box, the bounds, the opening hours and what registers say.
    private func placeLimits(_ request: PlaceListRequest) -> [SQL] {
        let isOpen: SQL = "t.id IN (SELECT opened.id FROM \(placesOpenNow(at: request.now)))"
        return boxLimits(request) + (request.query.isOpenOnly ? [isOpen] : []) + registerLimits(request)
            + request.query.attributeLimits
    }

    /// The same for few places, of which each is asked for its hours: to gather all that are open would take longer.
    private func memberLimits(_ request: PlaceListRequest) -> [SQL] {
        boxLimits(request) + (request.query.isOpenOnly ? [isOpenNow(at: request.now)] : []) + registerLimits(request)
            + request.query.memberAttributeLimits
    }

    /// Asked of each place: one look by its id.
    private func registerLimits(_ request: PlaceListRequest) -> [SQL] {
        let designation = request.query.designation.map { isDesignated($0, on: request.now.isoDay) }
        let confirmed = request.query.isConfirmedOnly ? isConfirmed(at: request.now) : nil
        return [designation, confirmed].compactMap(\.self)
    }

    private func boxLimits(_ request: PlaceListRequest) -> [SQL] {
        [request.query.circleBox, request.query.bounds].compactMap(\.self).map { box in
            "t.latitude BETWEEN \(box.south) AND \(box.north) AND t.longitude BETWEEN \(box.west) AND \(box.east)"
        }
    }

    private func facetCondition(_ request: PlaceListRequest, withFacets: Bool) -> SQL {
        var conditions: [SQL] = ["c.status IN \(list: request.statuses.map(\.rawValue))"]
        if withFacets {
            let query = request.query
            if let kind = query.kind { conditions.append("c.kind = \(kind.rawValue)") }
            if !query.districts.isEmpty { conditions.append("c.district IN \(list: query.districts)") }
            if !query.types.isEmpty { conditions.append("c.category IN \(list: query.types)") }
        }
        return "t.bucket IN (SELECT c.bucket FROM place_counts c WHERE \(SQL.joined(conditions, separator: " AND ")))"
    }

    /// Places open by today's hours, or by yesterday's that run past midnight.
    private func placesOpenNow(at now: SeoulTime) -> SQL {
        """
        (SELECT place_id AS id FROM place_hours
        WHERE weekday = \(now.weekday) AND closes_minute > \(now.minuteOfDay) AND opens_minute <= \(now.minuteOfDay)
        UNION SELECT place_id FROM place_hours
        WHERE weekday = \(now.weekdayBefore) AND closes_minute > \(now.minuteOfDay + 1_440)) AS opened
        """
    }

    /// The same asked of one place. The sums keep engines from the index by time.
    private func isOpenNow(at now: SeoulTime) -> SQL {
        """
        EXISTS (SELECT 1 FROM place_hours h WHERE h.place_id = t.id AND (
            h.weekday + 0 = \(now.weekday) AND h.closes_minute > \(now.minuteOfDay)
                AND h.opens_minute <= \(now.minuteOfDay)
            OR h.weekday + 0 = \(now.weekdayBefore) AND h.closes_minute > \(now.minuteOfDay + 1_440)))
        """
    }

    /// The grid's rows from south to north, as a table `band (n)`: within each row the index is sorted by longitude. Nil for a
    /// box so high that a scan is as fast.
    func gridRows(_ box: PlaceQuery.Bounds) -> SQL? {
        let (south, north) = (PlaceGrid.row(box.south), PlaceGrid.row(box.north))
        guard north - south < 400 else { return nil }
        return """
            (WITH RECURSIVE rows_between (n) AS (
                SELECT CAST(\(south) AS BIGINT) UNION ALL SELECT n + 1 FROM rows_between WHERE n < \(north))
            SELECT n FROM rows_between) AS band
            """
    }

    private func placePoints(_ table: SQL, _ conditions: [SQL], id: SQL = "t.id") -> SQL {
        """
        (SELECT \(id) AS id, t.bucket AS bucket, t.latitude AS latitude, t.longitude AS longitude
        FROM \(table) WHERE \(SQL.joined(conditions, separator: " AND "))) AS s
        """
    }
}

extension PlaceQuery {
    var circleBox: Bounds? {
        near.map { Geodesy.box(around: $0.latitude, $0.longitude, metres: Double(radius) + (cell?.reach ?? 0)) }
    }
}

extension SeoulTime {
    /// `yyyy-MM-dd`, for comparison: on 29 February a day that no calendar has.
    var isoDayAYearAgo: String { "\(year - 1)\(isoDay.dropFirst(4))" }
}
