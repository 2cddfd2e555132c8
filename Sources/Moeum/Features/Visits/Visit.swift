/// A day on which somebody was at a place. Nobody else sees it.
struct Visit: Sendable, Equatable, Identifiable {
    typealias ID = Int64

    let id: ID
    let place: Place.ID
    /// `yyyy-MM-dd`, in Seoul.
    let on: String

    /// Why a day is none that a visit can have; the raw value is the code of the form's error.
    enum DayError: String, Error, CaseIterable {
        case invalid
        case future
        case early = "too-early"
        /// Another day was to be told, and none was.
        case missing = "required"
    }

    /// No place of today is older, and no memory.
    static let earliestDay = "1900-01-01"

    /// The day that was typed, or today where no day was asked for.
    /// - Parameter today: in Seoul, `yyyy-MM-dd`.
    static func day(_ typed: String?, today: String) throws(DayError) -> String {
        guard let day = typed?.trimmed else { return today }
        if day.isEmpty { throw .missing }
        guard SeoulTime.isDay(day) else { throw .invalid }
        if day < earliestDay { throw .early }
        if day > today { throw .future }
        return day
    }
}

extension RateLimits {
    /// Visits that one account notes.
    package var visits: RateLimit? { limit("visit", atOnce: 120, thenOneEach: .seconds(10)) }
    /// Visits that one account takes back. Apart from those it notes, so that a slip can be undone whenever it was made.
    var visitDeletions: RateLimit? { limit("visit-deletion", atOnce: 240, thenOneEach: .seconds(5)) }
}
