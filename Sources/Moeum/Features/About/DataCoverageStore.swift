/// How many restaurants of the site were found open, and how many were not.
struct DataCoverage: ViewModel {
    /// `yyyy-MM-dd`: found open since then counts.
    let since: String
    var confirmed = 0
    /// Reported closed, by a register.
    var closed = 0
    /// Listed, but nothing has confirmed it since.
    var unknown = 0

    static let fields: [Field<DataCoverage>] = [
        .text("since") { $0.since },
        .integer("confirmed") { $0.confirmed },
        .integer("closed") { $0.closed },
        .integer("unknown") { $0.unknown },
    ]
}

extension Transaction {
    /// Bookshops are left out, of which no register says more than that they are listed; so are cancelled places, and those
    /// that closed by the word of staff or were merged.
    func dataCoverage(at now: SeoulTime) throws -> DataCoverage {
        var coverage = DataCoverage(since: now.isoDayAYearAgo)
        try rows(
            """
            SELECT status, is_confirmed, state, COUNT(*) FROM (
                SELECT t.status AS status, CASE WHEN \(isConfirmed(at: now)) THEN 1 ELSE 0 END AS is_confirmed,
                    (SELECT o.state FROM place_operations o WHERE o.place_id = t.id) AS state
                FROM places t WHERE t.kind = 'restaurant'
            ) AS restaurants
            GROUP BY status, is_confirmed, state
            """
        ).forEach { row in
            let state = try row.optionalString(2).flatMap(PlaceOperation.State.init)
            switch (Place.Status(rawValue: try row.string(0)), try row.int(1)) {
            case (.listed, 1): coverage.confirmed += try row.int(3)
            case (.listed, _): coverage.unknown += try row.int(3)
            case (.closed, _) where state == .closed: coverage.closed += try row.int(3)
            default: break
            }
        }
        return coverage
    }
}
