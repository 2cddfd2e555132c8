import Foundation
import Templates

/// A calendar day in Seoul, counted from 1 January 1970 so that days can be added.
package struct SeoulDay: Hashable, Comparable, Strideable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }

    package init(_ date: Date) { number = Int(((date.timeIntervalSince1970 + 32_400) / 86_400).rounded(.down)) }

    /// Nil for a text that is no day as `yyyy-MM-dd`.
    package init?(_ text: String) {
        guard let end = SeoulTime.end(ofDay: text) else { return nil }
        self.init(end - 1)
    }

    /// Its midnight.
    package var start: Date { Date(timeIntervalSince1970: Double(number) * 86_400 - 32_400) }

    package var time: SeoulTime { SeoulTime(start) }

    /// `yyyy-MM-dd`.
    package var text: String { time.isoDay }

    package var firstOfMonth: SeoulDay { advanced(by: 1 - time.day) }

    package static func < (one: SeoulDay, other: SeoulDay) -> Bool { one.number < other.number }

    package func distance(to other: SeoulDay) -> Int { other.number - number }

    package func advanced(by days: Int) -> SeoulDay { SeoulDay(number: number + days) }
}
