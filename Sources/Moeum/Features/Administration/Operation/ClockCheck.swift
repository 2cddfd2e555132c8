import Foundation

/// Whether the machine's clock can be right.
package enum ClockCheck {
    /// So far may clocks of several machines be apart, in seconds.
    static let tolerance: TimeInterval = 300

    /// - Returns: why the site must not run by this clock, in words for a terminal; nil where it may.
    package static func error(newest: Date?, at now: Date) -> String? {
        guard let newest, newest > now + tolerance else { return nil }
        return "the clock says \(SeoulTime(now).rfc3339), but the database has rows from \(SeoulTime(newest).rfc3339): "
            + "set the clock, then start again. New rows would be sorted below old ones, and what has expired would be valid"
    }
}
