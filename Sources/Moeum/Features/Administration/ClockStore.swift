import Foundation

extension Transaction {
    /// When the newest row was written, as far as a handful of tables can tell; nil for an empty database.
    package func newestRowTime() throws -> Date? {
        let times = try ["SELECT MAX(checked_at) FROM health", "SELECT MAX(applied_at) FROM migrations"].compactMap {
            (sql: SQL) in try first(sql) { try $0.optionalDate(0) } ?? nil
        }
        let ids = try [
            "SELECT MAX(id) FROM accounts", "SELECT MAX(id) FROM reviews", "SELECT MAX(id) FROM sessions",
            "SELECT MAX(id) FROM outbox", "SELECT MAX(id) FROM audit_log",
        ].compactMap { (sql: SQL) -> Identifier<Never>? in try first(sql) { try $0.optionalID(0) } ?? nil }
        return (times + ids.map(\.date)).max()
    }
}

/// Whether the machine's clock can be right.
package enum ClockCheck {
    /// So far may clocks of several machines be apart, in seconds.
    static let tolerance: TimeInterval = 300

    /// - Returns: why the site must not run by this clock, in words for a terminal; nil where it may.
    package static func refusal(newest: Date?, at now: Date) -> String? {
        guard let newest, newest > now + tolerance else { return nil }
        return "the clock says \(SeoulTime(now).rfc3339), but the database has rows from \(SeoulTime(newest).rfc3339): "
            + "set the clock, then start again. New rows would be sorted below old ones, and what has expired would be valid"
    }
}
