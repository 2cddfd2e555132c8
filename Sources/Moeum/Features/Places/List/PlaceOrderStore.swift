/// A sort order of lists as SQL: each starts with the key of an index, so that a page can begin after any place.
struct PlaceOrder {
    private enum Key { case rating, reviews, name, age }

    private let key: Key
    /// The rotation of places of one rank; nil where they stand in the order in which they were added.
    let rotation: DailyRotation?

    /// - Parameter sort: everything else than the orders below means the order of rating.
    init(_ sort: PlaceQuery.Sort, rotation: DailyRotation? = nil) {
        switch sort {
        case .rating, .relevance, .distance: key = .rating
        case .reviews: key = .reviews
        case .name: key = .name
        case .newest: key = .age
        }
        self.rotation = key == .rating ? rotation : nil
    }

    /// A sorted page of a source.
    func statement(_ source: SQL, after cursor: PlaceCursor?, limit: Int) -> SQL {
        let columns: SQL = "SELECT s.id, s.bucket, s.latitude, s.longitude"
        guard key != .age else {
            let start: SQL = cursor.map { "WHERE s.id < \($0.id)" } ?? ""
            return "\(columns) FROM \(source) \(start) ORDER BY s.id DESC LIMIT \(limit)"
        }
        let conditions = SQL.joined(["p.id = s.id"] + after(cursor), separator: " AND ")
        return """
            \(columns), \(keys) FROM \(source) CROSS JOIN places p WHERE \(conditions)
            ORDER BY \(terms) LIMIT \(limit)
            """
    }

    /// Reads a row of `statement`.
    func row(_ row: any Row) throws -> (PlaceCandidate, PlaceCursor) {
        let candidate = try PlaceCandidate(row)
        return (candidate, try cursor(row, at: 4, candidate.id))
    }

    /// The statuses grouped by index range: each status has a range of its own, but the order by age covers all of them.
    func stretches(_ statuses: [Place.Status]) -> [[Place.Status]] {
        key == .age ? [statuses] : statuses.map { [$0] }
    }

    /// The places of an index range, or of one district's, in index order, without the query's other conditions.
    fileprivate func indexScan(_ range: PlaceRange, after cursor: PlaceCursor?, limit: Int) -> SQL {
        guard key != .age else {
            let conditions: [SQL] = ["c.bucket = t.bucket", "c.status IN \(list: range.statuses.map(\.rawValue))"]
            let narrower: [SQL?] = [range.district.map { "c.district = \($0)" }, cursor.map { "t.id < \($0.id)" }]
            return """
                SELECT t.id FROM place_points t CROSS JOIN place_counts c
                WHERE \(SQL.joined(conditions + narrower.compactMap(\.self), separator: " AND "))
                ORDER BY t.id DESC LIMIT \(limit)
                """
        }
        let conditions = range.conditions + after(cursor)
        return """
            SELECT p.id, \(keys) FROM places p WHERE \(SQL.joined(conditions, separator: " AND "))
            ORDER BY \(terms) LIMIT \(limit)
            """
    }

    /// - Parameter column: where the order's keys begin.
    fileprivate func cursor(_ row: any Row, at column: Int, _ id: Place.ID) throws -> PlaceCursor {
        switch key {
        case .rating: PlaceCursor(try PlaceRank(row, at: column), rotation: rotation, id: id)
        case .reviews, .name: PlaceCursor(primary: try row.double(column), name: try row.string(column + 1), id: id)
        case .age: .newest(id)
        }
    }

    private var terms: SQL {
        switch key {
        case .rating: rotation.map { "\(PlaceRank.columns), \($0.value), p.id" } ?? "\(PlaceRank.columns), p.id"
        case .reviews: "p.review_order, p.name, p.id"
        case .name: "p.name, p.id"
        case .age: "p.id DESC"
        }
    }

    private var keys: SQL {
        switch key {
        case .rating: PlaceRank.columns
        case .reviews: "CAST(p.review_order AS DOUBLE PRECISION), p.name"
        case .name, .age: "CAST(0 AS DOUBLE PRECISION), p.name"
        }
    }

    private func after(_ cursor: PlaceCursor?) -> [SQL] {
        guard let cursor else { return [] }
        switch key {
        case .rating:
            guard let rank = cursor.rank else { return [] }
            guard let rotation else { return ["(\(terms)) > (\(rank.values), \(cursor.id))"] }
            return ["(\(terms)) > (\(rank.values), \(rotation.value(of: cursor.id)), \(cursor.id))"]
        case .reviews:
            // A forged key may hold any number.
            let count = Int64(max(-1e15, min(1e15, cursor.primary)))
            return ["(p.review_order, p.name, p.id) > (\(count), \(cursor.name), \(cursor.id))"]
        case .name: return ["(p.name, p.id) > (\(cursor.name), \(cursor.id))"]
        case .age: return ["p.id < \(cursor.id)"]
        }
    }
}

/// A range of the indexes that lists are walked along: places of some statuses, perhaps of one district alone.
struct PlaceRange {
    let statuses: [Place.Status]
    var district: String?

    fileprivate var conditions: [SQL] {
        ["p.status IN \(list: statuses.map(\.rawValue))"] + (district.map { ["p.district = \($0)"] } ?? [])
    }
}

extension Transaction {
    /// The next places of a range in an order; fewer than the limit only at its end.
    func nextPlaces(
        _ order: PlaceOrder,
        in range: PlaceRange,
        after cursor: PlaceCursor?,
        limit: Int
    ) throws -> [PlaceCursor] {
        guard let rotation = order.rotation else {
            let scanned = rows(order.indexScan(range, after: cursor, limit: limit))
            return try scanned.map { try order.cursor($0, at: 1, try $0.id(0)) }
        }
        var found =
            try cursor?.rank.map { try placesOfRank($0, rotation, in: range, after: cursor, limit: limit) } ?? []
        var last = cursor?.rank
        while found.count < limit {
            let wanted = limit - found.count
            let next = try rows(
                """
                SELECT p.id, \(PlaceRank.columns) FROM places p
                WHERE \(SQL.joined(range.conditions + after(last), separator: " AND "))
                ORDER BY \(PlaceRank.columns) LIMIT \(wanted)
                """
            ).map { (id: try $0.id(0) as Place.ID, rank: try PlaceRank($0, at: 1)) }
            guard let cut = next.last?.rank else { break }
            // The last rank may go on beyond what was read, and its first in the rotation with it.
            let whole = next.filter { $0.rank != cut }.map { PlaceCursor($0.rank, rotation: rotation, id: $0.id) }
            found += whole.sorted { $0.precedes($1) }
            found += try placesOfRank(cut, rotation, in: range, after: nil, limit: limit - found.count)
            last = cut
        }
        return found
    }

    /// The places of one rank by rotation, of which there may be as many as places without ratings: from the day's first on,
    /// then those before it.
    private func placesOfRank(
        _ rank: PlaceRank,
        _ rotation: DailyRotation,
        in range: PlaceRange,
        after cursor: PlaceCursor?,
        limit: Int
    ) throws -> [PlaceCursor] {
        let passed = cursor.map { (order: DailyRotation.order(of: $0.id), id: $0.id) }
        let parts: [(isLater: Bool, condition: SQL)] = [
            (false, "p.turn_order >= \(rotation.first)"), (true, "p.turn_order < \(rotation.first)"),
        ]
        var found: [PlaceCursor] = []
        for part in parts where found.count < limit {
            var conditions = range.conditions + ["(\(PlaceRank.columns)) = (\(rank.values))", part.condition]
            if let passed {
                let isInLater = passed.order < rotation.first
                if isInLater, !part.isLater { continue }
                if isInLater == part.isLater {
                    conditions.append("(p.turn_order, p.id) > (\(passed.order), \(passed.id))")
                }
            }
            found += try rows(
                """
                SELECT p.id FROM places p WHERE \(SQL.joined(conditions, separator: " AND "))
                ORDER BY p.turn_order, p.id LIMIT \(limit - found.count)
                """
            ).map { PlaceCursor(rank, rotation: rotation, id: try $0.id(0)) }
        }
        return found
    }

    private func after(_ rank: PlaceRank?) -> [SQL] {
        rank.map { ["(\(PlaceRank.columns)) > (\($0.values))"] } ?? []
    }
}

extension PlaceCursor {
    /// Ids grow with time and stay below 2^53, so that they are exact as floating-point numbers.
    fileprivate static func newest(_ id: Place.ID) -> PlaceCursor {
        PlaceCursor(primary: -Double(id.rawValue), name: "", id: id)
    }
}
