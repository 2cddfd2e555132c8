import Foundation

/// A place and whether it ought to be marked.
struct UnconfirmedMark: Sendable {
    let place: Place.ID
    let isUnconfirmed: Bool
}

extension Transaction {
    func placesWithWrongMark(on day: Date, limit: Int) throws -> [UnconfirmedMark] {
        // Before the first import of a register nothing could have confirmed any place: none is marked.
        let hasRegister: SQL = "EXISTS (SELECT 1 FROM place_operations)"
        return try rows(
            """
            SELECT t.id, t.unconfirmed FROM places t
            WHERE t.kind = 'restaurant' AND t.status = 'listed'
                AND t.unconfirmed = CASE WHEN \(hasRegister) AND NOT \(isConfirmed(at: SeoulTime(day))) THEN 0 ELSE 1 END
            ORDER BY t.id LIMIT \(limit)
            """
        ).map { UnconfirmedMark(place: try $0.id(0), isUnconfirmed: try $0.int(1) == 0) }
    }

    func correctMarks(of marks: [UnconfirmedMark]) throws {
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
