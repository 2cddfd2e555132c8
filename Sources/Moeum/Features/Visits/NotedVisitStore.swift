import Foundation

extension Transaction {
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
}

extension Visit {
    /// The latest visits to a place that are looked at.
    static let maxNotedDays = 100

    /// Whether a visit of a day was noted on it or on the next, in Seoul.
    static func isNoted(_ day: String, at date: Date) -> Bool {
        [date, date - 86_400].contains { SeoulTime($0).isoDay == day }
    }
}
