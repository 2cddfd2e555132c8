import Foundation

/// A browser that logged in to an account before.
enum KnownDevice {
    /// After this time without a login the browser counts as new again; its cookie expires then too.
    static let lifetime = TimeInterval(CookieRules.year)
}

extension Transaction {
    /// Deletes expired sessions.
    func deleteExpiredSessions(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - Session.absoluteLimit).milliseconds
        let idle = (now - Session.idleLimit).milliseconds
        return try execute(
            """
            DELETE FROM sessions WHERE id IN (
                SELECT id FROM sessions WHERE seen_at <= \(idle) OR created_at <= \(oldest) ORDER BY id LIMIT \(limit))
            """
        )
    }

    func deleteOldDevices(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - KnownDevice.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM known_devices WHERE (account_id, device_hash) IN (
                SELECT account_id, device_hash FROM known_devices WHERE seen_at <= \(oldest)
                ORDER BY account_id, device_hash LIMIT \(limit))
            """
        )
    }
}
