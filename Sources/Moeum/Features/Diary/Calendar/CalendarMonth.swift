import Foundation

/// A month of the calendar in Seoul.
struct CalendarMonth: Sendable, Hashable, Comparable {
    let first: SeoulDay
    let last: SeoulDay

    /// Nil for a text that is no month as `yyyy-MM`.
    init?(_ text: String) {
        guard text.utf8.count == 7, let first = SeoulDay("\(text)-01") else { return nil }
        self.init(of: first)
    }

    init(_ time: Date) { self.init(of: SeoulDay(time)) }

    init(of day: SeoulDay) {
        first = day.firstOfMonth
        last = first.advanced(by: 31).firstOfMonth.advanced(by: -1)
    }

    /// `yyyy-MM`.
    var text: String { String(first.text.prefix(7)) }
    var year: String { String(first.text.prefix(4)) }
    var days: ClosedRange<SeoulDay> { first...last }
    var previous: CalendarMonth { CalendarMonth(of: first.advanced(by: -1)) }
    var next: CalendarMonth { CalendarMonth(of: last.advanced(by: 1)) }
    var start: Date { first.start }
    var end: Date { next.start }
    /// Of the diary's page of it.
    var path: String { "/diary/\(text)" }
    func label(_ language: Language) -> String { SeoulTime.text(forDay: text, withDay: false, language) ?? text }

    static func < (one: Self, other: Self) -> Bool { one.first < other.first }

    /// The days of the weeks that the month touches.
    /// - Parameter weekStart: the first column.
    func weeks(from weekStart: WeekStart) -> [[SeoulDay]] {
        let offset = (first.time.weekday - weekStart.weekday + 7) % 7
        let start = first.advanced(by: -offset)
        let count = (start.distance(to: last) + 7) / 7
        return (0..<count).map { week in (0..<7).map { start.advanced(by: week * 7 + $0) } }
    }
}

/// The day with which an account's weeks begin.
enum WeekStart: String, Sendable, CaseIterable {
    case sunday, monday

    /// As `SeoulTime.weekday`.
    var weekday: Int { self == .sunday ? 7 : 1 }
}

/// How an account wants its diary shown.
struct DiaryPreferences: Sendable, Equatable {
    var weekStart = WeekStart.sunday
    /// Whether earlier years are shown beside a day.
    var recalls = true
}
