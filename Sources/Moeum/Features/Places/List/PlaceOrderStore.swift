/// A sort order of lists as SQL: each starts with the key of an index, so that a page can begin after any place.
struct PlaceOrder {
    private enum Key { case rating, reviews, name, age }

    private let key: Key

    /// - Parameter sort: everything else than the orders below means the order of rating.
    init(_ sort: PlaceQuery.Sort) {
        switch sort {
        case .rating, .relevance, .distance: key = .rating
        case .reviews: key = .reviews
        case .name: key = .name
        case .newest: key = .age
        }
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
            \(columns), \(primary), p.name FROM \(source) CROSS JOIN places p WHERE \(conditions)
            ORDER BY \(terms) LIMIT \(limit)
            """
    }

    /// Reads a row of `statement`.
    func row(_ row: any Row) throws -> (PlaceCandidate, PlaceCursor) {
        let candidate = try PlaceCandidate(row)
        guard key != .age else { return (candidate, .newest(candidate.id)) }
        return (candidate, PlaceCursor(primary: try row.double(4), name: try row.string(5), id: candidate.id))
    }

    /// The statuses grouped by index range: each status has a range of its own, but the order by age covers all of them.
    func stretches(_ statuses: [Place.Status]) -> [[Place.Status]] {
        key == .age ? [statuses] : statuses.map { [$0] }
    }

    /// The places of an index range, or of one district's, in index order, without the query's other conditions.
    func walk(_ statuses: [Place.Status], in district: String?, after cursor: PlaceCursor?, limit: Int) -> SQL {
        guard key != .age else {
            let conditions: [SQL] = ["c.bucket = t.bucket", "c.status IN \(list: statuses.map(\.rawValue))"]
            let narrower: [SQL?] = [district.map { "c.district = \($0)" }, cursor.map { "t.id < \($0.id)" }]
            return """
                SELECT t.id FROM place_points t CROSS JOIN place_counts c
                WHERE \(SQL.joined(conditions + narrower.compactMap(\.self), separator: " AND "))
                ORDER BY t.id DESC LIMIT \(limit)
                """
        }
        var conditions: [SQL] = ["p.status IN \(list: statuses.map(\.rawValue))"] + after(cursor)
        if let district { conditions.append("p.district = \(district)") }
        return """
            SELECT p.id, \(primary), p.name FROM places p WHERE \(SQL.joined(conditions, separator: " AND "))
            ORDER BY \(terms) LIMIT \(limit)
            """
    }

    /// Reads a row of `walk`.
    func step(_ row: any Row) throws -> PlaceCursor {
        guard key != .age else { return .newest(try row.id(0)) }
        return PlaceCursor(primary: try row.double(1), name: try row.string(2), id: try row.id(0))
    }

    private var terms: SQL {
        switch key {
        case .rating: "p.rating_order, p.name, p.id"
        case .reviews: "p.review_order, p.name, p.id"
        case .name: "p.name, p.id"
        case .age: "p.id DESC"
        }
    }

    private var primary: SQL {
        switch key {
        case .rating: "p.rating_order"
        case .reviews: "CAST(p.review_order AS DOUBLE PRECISION)"
        case .name, .age: "CAST(0 AS DOUBLE PRECISION)"
        }
    }

    private func after(_ cursor: PlaceCursor?) -> [SQL] {
        guard let cursor else { return [] }
        switch key {
        case .rating: return ["(p.rating_order, p.name, p.id) > (\(cursor.primary), \(cursor.name), \(cursor.id))"]
        case .reviews:
            // A forged key may hold any number.
            let count = Int64(max(-1e15, min(1e15, cursor.primary)))
            return ["(p.review_order, p.name, p.id) > (\(count), \(cursor.name), \(cursor.id))"]
        case .name: return ["(p.name, p.id) > (\(cursor.name), \(cursor.id))"]
        case .age: return ["p.id < \(cursor.id)"]
        }
    }
}

extension PlaceCursor {
    /// Ids grow with time and stay below 2^53, so that they are exact as floating-point numbers.
    fileprivate static func newest(_ id: Place.ID) -> PlaceCursor {
        PlaceCursor(primary: -Double(id.rawValue), name: "", id: id)
    }
}
