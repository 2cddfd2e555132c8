/// A visit: a day on which an account was at a place. Only its owner sees it.
struct Visit: Sendable, Equatable, Identifiable {
    let id: Identifier<Visit>
    let place: Place.ID
    /// `yyyy-MM-dd`, in Seoul.
    let on: String

    /// Why a day is refused; the raw value is the code of the form's error.
    enum DayError: String, Error, CaseIterable {
        case invalid
        case future
        case early = "too-early"
        /// "Another day" was chosen without a date.
        case missing = "required"
    }

    /// Older days are typing errors.
    static let earliestDay = "1900-01-01"

    /// The day that was typed, or today where the form asks for none.
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
    /// New visits of one account.
    package var visits: RateLimit? { limit("visit", atOnce: 120, thenOneEach: .seconds(10)) }
    /// Deleted visits of one account. A limit of its own, so that a slip can always be undone.
    var visitDeletions: RateLimit? { limit("visit-deletion", atOnce: 240, thenOneEach: .seconds(5)) }
}
