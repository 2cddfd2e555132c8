import Foundation
import Synchronization

/// The id of an `Owner`'s row: below 2^53, so that scripts can hold it, and growing with time. Ids of different owners are different
/// types, so that neither can be passed for the other.
package struct Identifier<Owner>: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Below every row's id: to compare with where there is no row.
    package static var absent: Identifier { Identifier(rawValue: 0) }
    /// Above every row's id.
    package static var max: Identifier { Identifier(rawValue: .max) }

    package var date: Date { Date(milliseconds: (rawValue >> 10) + IdentifierSequence.epoch) }

    /// The smallest that could have been made at a time.
    package init(earliestAt date: Date) {
        rawValue = Swift.max(0, (date.milliseconds - IdentifierSequence.epoch) << 10)
    }

    /// A new id; a process never repeats one or goes back.
    package static func next() -> Identifier { Identifier(rawValue: IdentifierSequence.next()) }
}

extension Identifier: Comparable {
    package static func < (one: Identifier, other: Identifier) -> Bool { one.rawValue < other.rawValue }
}

extension Identifier: LosslessStringConvertible {
    package init?(_ text: some StringProtocol) {
        guard let rawValue = Int64(text) else { return nil }
        self.init(rawValue: rawValue)
    }

    package var description: String { String(rawValue) }
}

/// As its number.
extension Identifier: Codable {}

extension Identifier: SQLConvertible { package var sqlValue: SQLValue { .integer(rawValue) } }

extension Int {
    /// As templates and the JSON representation have it.
    package init<Owner>(_ id: Identifier<Owner>) { self.init(id.rawValue) }
}

extension Row {
    package func id<Owner>(_ column: Int) throws -> Identifier<Owner> { Identifier(rawValue: try int64(column)) }
    package func optionalID<Owner>(_ column: Int) throws -> Identifier<Owner>? { isNull(column) ? nil : try id(column) }
}

/// The sequence that all owners' ids come from.
private enum IdentifierSequence {
    /// The last id, so that ids grow even where the clock goes back.
    private static let last = Mutex<Int64>(0)
    /// 1 January 2025 in UTC, in milliseconds since 1970.
    static let epoch: Int64 = 1_735_689_600_000

    /// Milliseconds since 2025 and ten random bits, which keep two processes apart.
    static func next() -> Int64 {
        let milliseconds = Date.now.milliseconds - epoch
        let candidate = milliseconds << 10 | Int64.random(in: 0..<1_024)
        return last.withLock { last in
            last = max(candidate, last + 1)
            return last
        }
    }
}

extension Date {
    /// Since 1970, as the database stores times; clamped to the range of an integer.
    package var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: exact) ?? (exact > 0 ? .max : .min)
    }

    /// The present time as the database stores it. A finer time may be rounded up when stored, and what begins with it would
    /// not have begun yet.
    package static var thisMillisecond: Date { Date(milliseconds: Date.now.milliseconds) }

    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
