import Foundation

extension Transaction {
    /// Records a visit, at most one a day for each place.
    /// - Parameter day: from `Visit.day`.
    func insertVisit(_ place: Place.ID, on day: String, by account: Account.ID, at now: Date) throws -> Visit.ID {
        let id = Visit.ID.next()
        try execute(
            """
            INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
            VALUES (\(id), \(account), \(place), \(day), \(now.milliseconds))
            ON CONFLICT (account_id, place_id, visited_on) DO NOTHING
            """
        )
        return try visitID(of: account, at: place, on: day) ?? id
    }

    func visitID(of account: Account.ID, at place: Place.ID, on day: String) throws -> Visit.ID? {
        try first(
            """
            SELECT id FROM visits WHERE account_id = \(account) AND place_id = \(place) AND visited_on = \(day)
            """
        ) { try $0.id(0) }
    }

    func visit(_ id: Visit.ID, of account: Account.ID) throws -> Visit? {
        try first(
            "SELECT id, place_id, visited_on FROM visits WHERE id = \(id) AND account_id = \(account)",
            Self.decodeVisit
        )
    }

    /// Deletes a visit of the account.
    /// - Returns: the deleted visit; nil where there is none.
    func deleteVisit(_ id: Visit.ID, of account: Account.ID, at now: Date) throws -> Visit? {
        guard let visit = try visit(id, of: account) else { return nil }
        try withdrawCards(where: "visit_id = \(id)", at: now)
        try execute("DELETE FROM visits WHERE id = \(id) AND account_id = \(account)")
        return visit
    }

    func visits(of account: Account.ID, at place: Place.ID, limit: Int) throws -> [Visit] {
        try rows(
            """
            SELECT id, place_id, visited_on FROM visits WHERE account_id = \(account) AND place_id = \(place)
            ORDER BY visited_on DESC LIMIT \(limit)
            """
        ).map(Self.decodeVisit)
    }

    func visitCount(of account: Account.ID, at place: Place.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM visits WHERE account_id = \(account) AND place_id = \(place)") {
            try $0.int(0)
        } ?? 0
    }

    /// The places that an account has visited.
    /// - Parameter day: only visits since this day, `yyyy-MM-dd`; nil for all.
    func visitedPlaces(of account: Account.ID, since day: String?) throws -> Set<Place.ID> {
        Set(
            try rows(
                """
                SELECT DISTINCT place_id FROM visits
                WHERE account_id = \(account) AND visited_on >= \(day ?? Visit.earliestDay) ORDER BY place_id
                """
            ).map { try $0.id(0) }
        )
    }

    func visits(of account: Account.ID, _ query: VisitQuery) throws -> VisitList {
        var condition: SQL = "v.account_id = \(account)"
        if let place = query.place { condition = "\(condition) AND v.place_id = \(place)" }
        if let after = query.after {
            condition = "\(condition) AND (v.visited_on, v.id) < (\(after.value), \(after.id))"
        }
        var entries = try rows(
            """
            SELECT v.id, v.place_id, v.visited_on, p.name
            FROM visits v JOIN places p ON p.id = v.place_id
            WHERE \(condition) ORDER BY v.visited_on DESC, v.id DESC LIMIT \(VisitQuery.pageSize + 1)
            """
        ).map { row in
            VisitList.Entry(
                visit: Visit(id: try row.id(0), place: try row.id(1), on: try row.string(2)),
                name: try row.string(3)
            )
        }
        guard entries.count > VisitQuery.pageSize else { return VisitList(entries: entries, next: nil) }
        entries.removeLast()
        return VisitList(entries: entries, next: entries.last.map { VisitCursor(value: $0.visit.on, id: $0.visit.id) })
    }

    /// Days of an account's latest visits to a place that it noted on the day itself or the next: a habit, not proof.
    func notedVisitDays(of account: Account.ID, at place: Place.ID) throws -> [String] {
        try rows(
            """
            SELECT visited_on, created_at FROM visits WHERE account_id = \(account) AND place_id = \(place)
            ORDER BY visited_on DESC LIMIT \(Visit.maxNotedDays)
            """
        ).map { (day: try $0.string(0), notedAt: try $0.date(1)) }
            .filter { Visit.isNoted($0.day, at: $0.notedAt) }.map(\.day)
    }

    private static func decodeVisit(_ row: Row) throws -> Visit {
        Visit(id: try row.id(0), place: try row.id(1), on: try row.string(2))
    }
}

extension Visit {
    /// The latest visits to a place that are looked at.
    static let maxNotedDays = 100

    /// Whether a visit of a day was noted on it or on the next, in Seoul.
    static func isNoted(_ day: String, at date: Date) -> Bool {
        [date, date - 86_400].contains { SeoulTime($0).isoDay == day }
    }
}
