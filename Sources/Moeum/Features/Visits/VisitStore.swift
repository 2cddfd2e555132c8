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

    /// A visit of the account.
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
        try withdrawCards(of: .visit(id), at: now)
        try execute("DELETE FROM visits WHERE id = \(id) AND account_id = \(account)")
        return visit
    }

    /// An account's visits to one place, latest first.
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

    private static func decodeVisit(_ row: Row) throws -> Visit {
        Visit(id: try row.id(0), place: try row.id(1), on: try row.string(2))
    }
}
