import Foundation

/// A day of the calendar in Seoul, counted from 1 January 1970 so that days can be added.
struct SeoulDay: Hashable, Comparable, Strideable, Sendable {
    let number: Int

    init(number: Int) { self.number = number }

    init(_ date: Date) { number = Int(((date.timeIntervalSince1970 + 32_400) / 86_400).rounded(.down)) }

    /// Its midnight.
    var start: Date { Date(timeIntervalSince1970: Double(number) * 86_400 - 32_400) }

    var time: SeoulTime { SeoulTime(start) }

    /// `yyyy-MM-dd`.
    var text: String { time.isoDay }

    var firstOfMonth: SeoulDay { advanced(by: 1 - time.day) }

    static func < (one: SeoulDay, other: SeoulDay) -> Bool { one.number < other.number }

    func distance(to other: SeoulDay) -> Int { other.number - number }

    func advanced(by days: Int) -> SeoulDay { SeoulDay(number: number + days) }
}
