import Foundation

/// Answers to one attribute of a place that say the same.
struct AttributeTally: Sendable, Equatable {
    let attribute: PlaceAttribute
    let value: String
    let people: Int
    /// The newest of them, in milliseconds since 1970.
    let answeredAt: Int64
    /// Whether it is what lists and the page go by.
    var isLeading: Bool
    /// How staff know it, where they say so, in their words.
    var source: String?
}

extension AttributeTally {
    /// `yyyy-MM-dd`, in Seoul.
    var day: String { time.isoDay }

    var time: SeoulTime { SeoulTime(Date(milliseconds: answeredAt)) }

    /// Whether something else is said by more of those who answered, or by staff. Two sides of a tie are equal.
    /// - Parameter all: all tallies of the attribute.
    func isMinor(among all: [AttributeTally]) -> Bool {
        !isLeading && all.contains { $0.source != nil || $0.people > people }
    }

    /// For how long before the newest answer others count where answers age: a year, in milliseconds. Measured from the newest
    /// answer rather than from now, so that the outcome changes with answers alone.
    static let window: Int64 = 365 * 86_400_000

    /// The value that most people gave, the newest among equals; yes or no only where more say it than the other.
    /// - Parameter counted: people, and the newest answer, of each value that counts.
    static func leading(
        _ attribute: PlaceAttribute,
        _ counted: [(value: String, people: Int, answeredAt: Int64)]
    ) -> String? {
        let best = counted.max { ($0.people, $0.answeredAt, $1.value) < ($1.people, $1.answeredAt, $0.value) }
        guard let best else { return nil }
        let isTied = counted.contains { $0.value != best.value && $0.people == best.people }
        return isTied && !attribute.ages ? nil : best.value
    }
}
