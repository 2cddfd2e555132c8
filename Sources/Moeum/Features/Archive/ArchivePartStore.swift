import Foundation

/// The rows of an account for an archive. Every column is named, so that hashes, tokens and secrets are never exported.
extension Transaction {
    func archivedProfile(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT a.email, a.nickname, a.bio, a.language, a.theme, a.role, a.created_at, a.verified_at, t.enabled_at
            FROM accounts a LEFT JOIN two_factor t ON t.account_id = a.id WHERE a.id = \(account)
            """
        ).map { row in
            try (0...5).map { .text(try row.string($0)) } + (6...8).map { try row.archiveTime($0) }
        }
    }

    func archivedConsents(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT document, version, agreed_at FROM consents WHERE account_id = \(account)
            ORDER BY agreed_at, document, version
            """
        ).map { [.text(try $0.string(0)), .text(try $0.string(1)), try $0.archiveTime(2)] }
    }

    func archivedSessions(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT browser, system, network, is_remembered, created_at, seen_at FROM sessions
            WHERE account_id = \(account) ORDER BY created_at, id
            """
        ).map { row in
            try (0...2).map { .text(try row.string($0)) }
                + [.flag(try row.bool(3)), try row.archiveTime(4), try row.archiveTime(5)]
        }
    }

    func archivedSecurityEvents(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT kind, browser, system, network, detail, at FROM security_events
            WHERE account_id = \(account) ORDER BY at, id
            """
        ).map { row in
            try (0...3).map { .text(try row.string($0)) }
                + [try row.optionalString(4).map(ArchiveValue.text) ?? .nothing, try row.archiveTime(5)]
        }
    }

    func archivedSanctions(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT kind, reason, note, starts_at, ends_at, lifted_at,
                CASE kind WHEN 'hidden-review' THEN 'review:' WHEN 'hidden-photo' THEN 'photo:' WHEN 'hidden-card' THEN 'card:' END
                    || CAST(target_id AS TEXT)
            FROM sanctions WHERE account_id = \(account) ORDER BY starts_at, id
            """
        ).map { row in
            try (0...2).map { .text(try row.string($0)) } + (3...5).map { try row.archiveTime($0) }
                + [try row.optionalString(6).map(ArchiveValue.text) ?? .nothing]
        }
    }

    func archivedAppeals(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT n.kind, n.starts_at, p.body, p.state, p.created_at, p.decided_at, p.answer
            FROM appeals p JOIN sanctions n ON n.id = p.sanction_id WHERE p.account_id = \(account) ORDER BY p.id
            """
        ).map { row in
            [.text(try row.string(0)), try row.archiveTime(1), .text(try row.string(2)), .text(try row.string(3))]
                + [try row.archiveTime(4), try row.archiveTime(5), .text(try row.string(6))]
        }
    }

    /// Sets biography, language and theme; a changed biography is screened as by its form.
    /// - Returns: whether the account has the values now.
    func importProfile(_ profile: ArchivedProfile, to recipient: ArchiveRecipient) throws -> Bool {
        let (id, bio, now) = (recipient.account, profile.biography.text, recipient.now)
        guard let account = try account(id) else { return false }
        if account.bio != bio,
            try recipient.screening.rejection(inPublicText: profile.written, by: id, at: now, self) != nil
        {
            return false
        }
        return try execute(
            """
            UPDATE accounts SET bio = \(bio), language = \(profile.language.rawValue),
                theme = \(profile.theme.rawValue) WHERE id = \(id)
            """
        ) == 1
    }
}

extension Row {
    /// A nullable time in milliseconds.
    func archiveTime(_ column: Int) throws -> ArchiveValue {
        try optionalInt64(column).map { .time(Date(milliseconds: $0)) } ?? .nothing
    }
}
