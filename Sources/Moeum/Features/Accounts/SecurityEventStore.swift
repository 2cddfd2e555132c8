import Foundation

extension Transaction {
    /// Records a security event of an account, with its origin.
    func recordSecurityEvent(
        _ kind: SecurityEvent.Kind,
        of account: Account.ID,
        from origin: DeviceOrigin,
        detail: String? = nil,
        at now: Date
    ) throws {
        try execute(
            """
            INSERT INTO security_events (id, account_id, kind, browser, system, network, detail, at)
            VALUES (\(SecurityEvent.ID.next()), \(account), \(kind.rawValue), \(origin.device.browser.rawValue),
                \(origin.device.system.rawValue), \(origin.network), \(detail), \(now.milliseconds))
            """
        )
    }

    /// Newest first, older than the event `after`.
    func securityEvents(of account: Account.ID, after: SecurityEvent.ID? = nil, limit: Int) throws -> [SecurityEvent] {
        try rows(
            """
            SELECT id, kind, browser, system, network, detail, at FROM security_events
            WHERE account_id = \(account) AND id < \(after ?? .max) ORDER BY id DESC LIMIT \(limit)
            """
        ).map { row in
            SecurityEvent(
                id: try row.id(0),
                kind: SecurityEvent.Kind(rawValue: try row.string(1)) ?? .profileChanged,
                origin: DeviceOrigin(
                    device: Device(browser: try row.string(2), system: try row.string(3)),
                    network: try row.string(4)
                ),
                detail: try row.optionalString(5),
                at: try row.date(6)
            )
        }
    }
}
