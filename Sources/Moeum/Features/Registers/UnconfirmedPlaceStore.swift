import Foundation

/// A place and whether it ought to be marked.
struct UnconfirmedMark: Sendable {
    let place: Place.ID
    let isUnconfirmed: Bool
}

extension Transaction {
    func placesWithWrongMark(on day: Date, limit: Int) throws -> [UnconfirmedMark] {
        // Before licences of a district were taken nothing could have confirmed its places: none is marked.
        let isCovered: SQL = """
            t.district IN (SELECT d.district FROM register_runs r JOIN register_run_districts d ON d.run_id = r.id
                WHERE r.register = \(Register.licences.rawValue) AND r.is_dry = 0 AND r.failure IS NULL
                    AND d.held IS NULL AND d.row_count > 0)
            """
        return try rows(
            """
            SELECT t.id, t.unconfirmed FROM places t
            WHERE t.kind = 'restaurant' AND t.status = 'listed'
                AND t.unconfirmed = CASE WHEN \(isCovered) AND NOT \(isConfirmed(at: SeoulTime(day))) THEN 0 ELSE 1 END
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
