import Foundation

extension Transaction {
    /// When the newest row was written, as far as a handful of tables can tell, whichever of them are there; nil for an empty
    /// database.
    package func newestRowTime() throws -> Date? {
        let times: [(table: String, newest: SQL)] = [
            ("health", "SELECT MAX(checked_at) FROM health"), ("migrations", "SELECT MAX(applied_at) FROM migrations"),
        ]
        let ids: [(table: String, newest: SQL)] = [
            ("accounts", "SELECT MAX(id) FROM accounts"), ("reviews", "SELECT MAX(id) FROM reviews"),
            ("sessions", "SELECT MAX(id) FROM sessions"), ("outbox", "SELECT MAX(id) FROM outbox"),
            ("audit_log", "SELECT MAX(id) FROM audit_log"),
        ]
        let written = try times.filter { try hasTable($0.table) }.compactMap { time in
            try first(time.newest) { try $0.optionalDate(0) } ?? nil
        }
        let made = try ids.filter { try hasTable($0.table) }.compactMap { id -> Identifier<Never>? in
            try first(id.newest) { try $0.optionalID(0) } ?? nil
        }
        return (written + made.map(\.date)).max()
    }
}
