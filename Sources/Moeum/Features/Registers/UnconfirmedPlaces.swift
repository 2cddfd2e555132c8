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
    fileprivate func placesWithWrongMark(on day: Date, limit: Int) throws -> [UnconfirmedMark] {
        // Before the first import of a register nothing could have confirmed any place: none is marked.
        let earliest = SeoulTime(day).isoDayAYearAgo
        let hasRegister: SQL = "EXISTS (SELECT 1 FROM place_operations)"
        return try rows(
            """
            SELECT t.id, t.unconfirmed FROM places t
            WHERE t.kind = 'restaurant' AND t.status = 'listed'
                AND t.unconfirmed = CASE WHEN \(hasRegister) AND NOT \(isConfirmed(since: earliest)) THEN 0 ELSE 1 END
            ORDER BY t.id LIMIT \(limit)
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
