import Foundation

extension Transaction {
    /// Begins a session; its token is kept only in the browser's cookie.
    func beginSession(
        of account: Account.ID,
        _ token: SecretToken,
        isRemembered: Bool,
        from origin: DeviceOrigin,
        at now: Date
    ) throws {
        try execute(
            """
            DELETE FROM sessions WHERE id IN (
                SELECT id FROM sessions WHERE account_id = \(account)
                ORDER BY seen_at DESC, id DESC LIMIT 1000 OFFSET \(Self.maxSessions - 1))
            """
        )
        try execute(
            """
            INSERT INTO sessions (id, account_id, token_hash, is_remembered, browser, system, network, created_at,
                seen_at, confirmed_at)
            VALUES (\(Session.ID.next()), \(account), \(token.hash), \(isRemembered ? 1 : 0),
                \(origin.device.browser.rawValue), \(origin.device.system.rawValue), \(origin.network),
                \(now.milliseconds), \(now.milliseconds), \(now.milliseconds))
            """
        )
    }

    /// The most sessions of one account, so that a program that logs in repeatedly does not fill the table.
    private static let maxSessions = 50

    /// The member of the session with this token; nil where there is no valid one.
    func member(with token: SecretToken, formToken: String, at now: Date) throws -> (member: Member, seenAt: Date)? {
        let found = try first(
            """
            SELECT a.id, s.id, a.nickname, a.role, a.verified_at IS NOT NULL, s.confirmed_at, s.seen_at,
                EXISTS (SELECT 1 FROM two_factor t WHERE t.account_id = a.id AND t.enabled_at IS NOT NULL),
                EXISTS (SELECT 1 FROM sanctions n WHERE n.account_id = a.id AND n.kind = 'suspension'
                    AND \(isSanctionInForce(at: now))),
                EXISTS (SELECT 1 FROM sanctions n WHERE n.account_id = a.id AND n.kind = 'no-posting'
                    AND \(isSanctionInForce(at: now))),
                (SELECT COUNT(*) FROM list_invitations i JOIN lists l ON l.id = i.list_id
                    JOIN accounts a ON a.id = l.account_id
                    WHERE i.account_id = s.account_id AND \(isNamedAuthor(at: now))),
                EXISTS (SELECT 1 FROM sanctions WHERE account_id = s.account_id)
                    OR EXISTS (SELECT 1 FROM takedowns WHERE account_id = s.account_id)
                    OR EXISTS (SELECT 1 FROM reports WHERE account_id = s.account_id)
                    OR EXISTS (SELECT 1 FROM suggestions WHERE account_id = s.account_id)
            FROM sessions s JOIN accounts a ON a.id = s.account_id
            WHERE s.id = (
                SELECT id FROM sessions WHERE token_hash = \(token.hash) AND NOT (\(Session.isExpired(at: now))))
            """
        ) { row in
            let member = Member(
                id: try row.id(0),
                sessionID: try row.id(1),
                nickname: try row.string(2),
                role: Role(rawValue: try row.string(3)) ?? .member,
                isVerified: try row.bool(4),
                isSuspended: try row.bool(8),
                isRestrictedFromPosting: try row.bool(9),
                hasTwoFactor: try row.bool(7),
                confirmedAt: try row.date(5),
                formToken: formToken,
                invitations: try row.int(10),
                hasModerationHistory: try row.bool(11)
            )
            return (member: member, seenAt: try row.date(6))
        }
        guard let found else {
            try endExpired("sessions", where: "token_hash = \(token.hash) AND (\(Session.isExpired(at: now)))")
            return nil
        }
        let member = found.member
        if !member.hasConfirmed(at: now), member.confirmedAt.milliseconds > 0 {
            try endExpired(
                "sessions",
                where: "id = \(member.sessionID) AND confirmed_at = \(member.confirmedAt.milliseconds)",
                by: "confirmed_at = 0"
            )
        }
        return found
    }

    /// Records that a session is in use.
    func touchSession(_ id: Session.ID, at now: Date) throws {
        try execute("UPDATE sessions SET seen_at = \(now.milliseconds) WHERE id = \(id)")
    }

    /// After the password was given again: the session gets a new token, and the old one becomes invalid.
    /// - Returns: whether the browser keeps the session when it is closed; nil where the session is gone.
    func renewSession(_ id: Session.ID, of account: Account.ID, _ token: SecretToken, at now: Date) throws -> Bool? {
        try first(
            """
            UPDATE sessions SET token_hash = \(token.hash), confirmed_at = \(now.milliseconds)
            WHERE id = \(id) AND account_id = \(account) RETURNING is_remembered
            """
        ) { try $0.bool(0) }
    }

    /// Valid sessions, last used first.
    func sessions(of account: Account.ID, at now: Date) throws -> [Session] {
        try endExpired("sessions", where: "account_id = \(account) AND (\(Session.isExpired(at: now)))")
        return try rows(
            """
            SELECT id, browser, system, network, created_at, seen_at FROM sessions
            WHERE account_id = \(account) AND NOT (\(Session.isExpired(at: now)))
            ORDER BY seen_at DESC, id DESC
            """
        ).map { row in
            Session(
                id: try row.id(0),
                origin: DeviceOrigin(
                    device: Device(browser: try row.string(1), system: try row.string(2)),
                    network: try row.string(3)
                ),
                createdAt: try row.date(4),
                seenAt: try row.date(5)
            )
        }
    }

    /// Ends a session of this account; whether there was one.
    func endSession(_ id: Session.ID, of account: Account.ID) throws -> Bool {
        try execute("DELETE FROM sessions WHERE id = \(id) AND account_id = \(account)") > 0
    }

    /// Ends all sessions of an account but one; returns how many.
    @discardableResult
    func endSessions(of account: Account.ID, except kept: Session.ID? = nil) throws -> Int {
        // A login that gave the old password and waits for the second factor must not complete.
        try execute("DELETE FROM login_challenges WHERE account_id = \(account)")
        // A two-factor secret that is not enabled yet may have been seen in one of the ended sessions.
        try execute("DELETE FROM two_factor WHERE account_id = \(account) AND enabled_at IS NULL")
        return try execute("DELETE FROM sessions WHERE account_id = \(account) AND id <> \(kept ?? .absent)")
    }

    /// Whether a browser with this device token logged in to the account before.
    func isKnownDevice(_ device: String, to account: Account.ID) throws -> Bool {
        try first(
            "SELECT seen_at FROM known_devices WHERE account_id = \(account) AND device_hash = \(device)"
        ) { try $0.int64(0) } != nil
    }

    /// - Parameter kept: the hash of the device token of a browser that stays known.
    func forgetDevices(of account: Account.ID, except kept: String = "") throws {
        try execute("DELETE FROM known_devices WHERE account_id = \(account) AND device_hash <> \(kept)")
    }

    /// Whether the device is known; it is remembered from now on.
    func rememberDevice(_ hash: String, of account: Account.ID, at now: Date) throws -> Bool {
        let isKnown = try isKnownDevice(hash, to: account)
        try execute(
            """
            INSERT INTO known_devices (account_id, device_hash, seen_at) VALUES (\(account), \(hash), \(now.milliseconds))
            ON CONFLICT (account_id, device_hash) DO UPDATE SET seen_at = excluded.seen_at
            """
        )
        return isKnown
    }
}

extension Session {
    /// A condition on `sessions`: the session is expired.
    @Sendable static func isExpired(at now: Date) -> SQL {
        let oldest = (now - absoluteLimit).milliseconds
        return "created_at <= \(oldest) OR seen_at <= \((now - idleLimit).milliseconds)"
    }
}
