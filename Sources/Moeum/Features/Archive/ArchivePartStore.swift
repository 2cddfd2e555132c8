import Foundation

/// The rows of an account for an archive. Every column is named, so that hashes, tokens and secrets are never exported.
extension Transaction {
    func archivedProfile(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .profile,
            """
            SELECT a.email, a.nickname, a.bio, a.language, a.theme, a.role, a.created_at, a.verified_at, t.enabled_at
            FROM accounts a LEFT JOIN two_factor t ON t.account_id = a.id WHERE a.id = \(account)
            """
        )
    }

    func archivedConsents(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .consents,
            """
            SELECT document, version, agreed_at FROM consents WHERE account_id = \(account)
            ORDER BY agreed_at, document, version
            """
        )
    }

    func archivedSessions(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .sessions,
            """
            SELECT browser, system, network, is_remembered, created_at, seen_at FROM sessions
            WHERE account_id = \(account) ORDER BY created_at, id
            """
        )
    }

    func archivedSecurityEvents(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .securityEvents,
            """
            SELECT kind, browser, system, network, detail, at FROM security_events
            WHERE account_id = \(account) ORDER BY at, id
            """
        )
    }

    func archivedSanctions(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .sanctions,
            """
            SELECT kind, reason, note, starts_at, ends_at, lifted_at,
                CASE kind WHEN 'hidden-review' THEN 'review:' WHEN 'hidden-photo' THEN 'photo:' WHEN 'hidden-card' THEN 'card:' END
                    || CAST(target_id AS TEXT)
            FROM sanctions WHERE account_id = \(account) ORDER BY starts_at, id
            """
        )
    }

    func archivedAppeals(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .appeals,
            """
            SELECT n.kind, n.starts_at, p.body, p.state, p.created_at, p.decided_at, p.answer
            FROM appeals p JOIN sanctions n ON n.id = p.sanction_id WHERE p.account_id = \(account) ORDER BY p.id
            """
        )
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

extension Transaction {
    /// The rows of a part of an archive: a statement selects its columns in their order, besides those of texts.
    /// - Parameter texts: of a row, for each column of texts.
    func archivedRows(
        _ part: ArchivePart,
        _ sql: SQL,
        texts: (Row) throws -> [[String]] = { _ in [] }
    ) throws -> [[ArchiveValue]] {
        try rows(sql).map { row in
            var texts = try texts(row).makeIterator()
            var index = -1
            return try part.columns.map { column in
                if column.kind == .texts { return .texts(texts.next() ?? []) }
                index += 1
                return try row.archiveValue(index, of: column)
            }
        }
    }
}

extension Row {
    fileprivate func archiveValue(_ index: Int, of column: ArchivePart.Column) throws -> ArchiveValue {
        if column.isOptional, isNull(index) { return .nothing }
        return switch column.kind {
        case .text: .text(try string(index))
        case .integer: .integer(try int64(index))
        case .decimal: .decimal(try double(index))
        case .flag: .flag(try bool(index))
        case .time: try archiveTime(index)
        case .texts: .nothing
        }
    }

    /// A nullable time in milliseconds.
    func archiveTime(_ column: Int) throws -> ArchiveValue {
        try optionalInt64(column).map { .time(Date(milliseconds: $0)) } ?? .nothing
    }
}
