import Foundation

/// Marks restaurants whose existence nothing has confirmed for a year, so that lists have them one star lower.
struct UnconfirmedPlaces: Sendable {
    /// How many places one transaction changes.
    static let batch = 500

    let database: any Database
    let clock: @Sendable () -> Date

    /// Changes the marks that are wrong today.
    @Sendable func run() async throws {
        let day = clock()
        while true {
            let wrong = try await database.read { transaction in
                try transaction.allowLongReading()
                return try transaction.placesWithWrongMark(on: day, limit: Self.batch)
            }
            guard !wrong.isEmpty else { return }
            try await database.write { try $0.correctMarks(of: wrong) }
            guard wrong.count == Self.batch else { return }
        }
    }
}

/// A place and whether it ought to be marked.
struct UnconfirmedMark: Sendable {
    let place: Place.ID
    let isUnconfirmed: Bool
}

extension Transaction {
    /// A condition on `places p`: whether a register, not more than a year old, has the place as open.
    /// - Parameter day: of today.
    func isConfirmed(on day: Date) -> SQL {
        let earliest = SeoulTime(day.addingTimeInterval(-365 * 86_400)).isoDay
        return """
            EXISTS (SELECT 1 FROM place_operations o
                WHERE o.place_id = p.id AND o.state = 'open' AND o.as_of >= \(earliest))
            """
    }

    fileprivate func placesWithWrongMark(on day: Date, limit: Int) throws -> [UnconfirmedMark] {
        // Before the first import of a register nothing could have confirmed any place: none is marked.
        let hasRegister: SQL = "EXISTS (SELECT 1 FROM place_operations)"
        return try rows(
            """
            SELECT p.id, p.unconfirmed FROM places p
            WHERE p.kind = 'restaurant' AND p.status = 'listed'
                AND p.unconfirmed = CASE WHEN \(hasRegister) AND NOT \(isConfirmed(on: day)) THEN 0 ELSE 1 END
            ORDER BY p.id LIMIT \(limit)
            """
        ).map { UnconfirmedMark(place: try $0.id(0), isUnconfirmed: try $0.int(1) == 0) }
    }

    fileprivate func correctMarks(of marks: [UnconfirmedMark]) throws {
        for mark in marks {
            let value = mark.isUnconfirmed ? 1 : 0
            try execute(
                """
                UPDATE places SET rating_order = rating_order - unconfirmed + \(value), unconfirmed = \(value)
                WHERE id = \(mark.place)
                """
            )
        }
    }
}
