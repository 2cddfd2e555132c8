import Foundation

/// A browser that logged in to an account before.
enum KnownDevice {
    /// After this time without a login the browser counts as new again; its cookie expires then too.
    static let lifetime = TimeInterval(CookieRules.year)
}

extension AccountSweep {
    static let tasks: [Task] = [
        deletion(from: "account_tokens", by: "token_hash") { "expires_at <= \($0.milliseconds)" },
        deletion(from: "nickname_holds", by: "nickname_key") { "expires_at <= \($0.milliseconds)" },
        // Secrets that were shown and never enabled.
        deletion(from: "two_factor", by: "account_id") {
            "enabled_at IS NULL AND created_at <= \(($0 - TwoFactor.setUpPeriod).milliseconds)"
        },
        // Logins that stopped after the password.
        deletion(from: "login_challenges", by: "token_hash") { "expires_at <= \($0.milliseconds)" },
        deletion(from: "email_undos", by: "token_hash") { "expires_at <= \($0.milliseconds)" },
        expiredSessions,
        deletion(from: "security_events", by: "id") { "at <= \(($0 - SecurityEvent.lifetime).milliseconds)" },
        deletion(from: "known_devices", by: "account_id, device_hash") {
            "seen_at <= \(($0 - KnownDevice.lifetime).milliseconds)"
        },
        { try $0.deleteFullRateLimits(at: $1.milliseconds, atMost: $2) },
        { try $0.deleteOldJobs(at: $1, atMost: $2) },
        // After the jobs.
        { try $0.deleteOldMails(at: $1, atMost: $2) },
    ]

    static let expiredSessions = deletion(from: "sessions", by: "id", where: Session.isExpired)

    /// - Parameters:
    ///   - key: the columns that identify a row.
    ///   - isOver: which rows are past their time.
    private static func deletion(
        from table: SQL,
        by key: SQL,
        where isOver: @escaping @Sendable (_ now: Date) -> SQL
    ) -> Task {
        { transaction, now, limit in
            try transaction.execute(
                """
                DELETE FROM \(table) WHERE (\(key)) IN (
                    SELECT \(key) FROM \(table) WHERE \(isOver(now)) ORDER BY \(key) LIMIT \(limit))
                """
            )
        }
    }
}
