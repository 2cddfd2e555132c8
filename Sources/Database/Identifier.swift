import Foundation
import Synchronization

/// Makes row ids in Swift: below 2^53, so that scripts can hold them, and growing with time.
package enum Identifier {
    /// The last id; a process never repeats an id or goes back, even where the clock does.
    private static let last = Mutex<Int64>(0)
    /// 1 January 2025 in UTC, in milliseconds since 1970.
    private static let epoch: Int64 = 1_735_689_600_000

    /// Milliseconds since 2025 and ten random bits, which keep two processes apart.
    package static func next() -> Int64 {
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
