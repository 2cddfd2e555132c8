import Foundation

/// What an account itself consists of. Every column is named, so that hashes, tokens and secrets are never exported.
extension ArchivePart {
    /// Address, nickname, role and password are never imported: the other account has its own.
    static let profile = ArchivePart(
        name: "profile",
        columns: [
            Column("email", .text), Column("nickname", .text), Column("bio", .text, maxLength: Biography.maxBytes),
            Column("language", .text), Column("theme", .text), Column("role", .text), Column("createdAt", .time),
            Column("verifiedAt", .time, isOptional: true), Column("twoFactorSince", .time, isOptional: true),
        ],
        select: {
            """
            SELECT a.email, a.nickname, a.bio, a.language, a.theme, a.role, a.created_at, a.verified_at, t.enabled_at
            FROM accounts a LEFT JOIN two_factor t ON t.account_id = a.id WHERE a.id = \($0)
            """
        },
        restore: ArchiveRestore(ArchivedProfile.init) { transaction, recipient, profiles in
            try profiles.count { try transaction.importProfile($0, to: recipient) }
        },
        limits: ArchiveRows.Limits(rows: 1, bytesPerRow: 64 << 10)
    )

    static let consents = ArchivePart(
        name: "consents",
        columns: [Column("document", .text), Column("version", .text), Column("agreedAt", .time)],
        select: {
            """
            SELECT document, version, agreed_at FROM consents WHERE account_id = \($0)
            ORDER BY agreed_at, document, version
            """
        }
    )

    static let sessions = ArchivePart(
        name: "sessions",
        columns: [
            Column("browser", .text), Column("system", .text), Column("network", .text), Column("remembered", .flag),
            Column("createdAt", .time), Column("seenAt", .time),
        ],
        select: {
            """
            SELECT browser, system, network, is_remembered, created_at, seen_at FROM sessions
            WHERE account_id = \($0) ORDER BY created_at, id
            """
        }
    )

    static let securityEvents = ArchivePart(
        name: "security-events",
        columns: [
            Column("kind", .text), Column("browser", .text), Column("system", .text), Column("network", .text),
            Column("detail", .text, isOptional: true), Column("at", .time),
        ],
        select: {
            """
            SELECT kind, browser, system, network, detail, at FROM security_events
            WHERE account_id = \($0) ORDER BY at, id
            """
        }
    )

    static let sanctions = ArchivePart(
        name: "sanctions",
        columns: [
            Column("kind", .text), Column("reason", .text), Column("note", .text), Column("startsAt", .time),
            Column("endsAt", .time, isOptional: true), Column("liftedAt", .time, isOptional: true),
            Column("target", .text, isOptional: true),
        ],
        select: {
            """
            SELECT kind, reason, note, starts_at, ends_at, lifted_at,
                CASE kind WHEN 'hidden-review' THEN 'review:' WHEN 'hidden-photo' THEN 'photo:' WHEN 'hidden-card' THEN 'card:' END
                    || CAST(target_id AS TEXT)
            FROM sanctions WHERE account_id = \($0) ORDER BY starts_at, id
            """
        }
    )

    static let appeals = ArchivePart(
        name: "appeals",
        columns: [
            Column("sanction", .text), Column("sanctionStartsAt", .time), Column("text", .text), Column("state", .text),
            Column("createdAt", .time), Column("decidedAt", .time, isOptional: true), Column("answer", .text),
        ],
        select: {
            """
            SELECT n.kind, n.starts_at, p.body, p.state, p.created_at, p.decided_at, p.answer
            FROM appeals p JOIN sanctions n ON n.id = p.sanction_id WHERE p.account_id = \($0) ORDER BY p.id
            """
        }
    )
}

extension Transaction {
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

    /// The place of an archive's row: the one with its id if the name is the same, else the only one of that name in the
    /// district.
    func placeMeant(by place: ArchivedPlace) throws -> Place.ID? {
        if let id = place.id {
            let found: Place.ID? = try first(
                "SELECT id FROM places WHERE id = \(id) AND \(isNamed(place.name))"
            ) { try $0.id(0) }
            if let found { return found }
        }
        guard let district = place.district else { return nil }
        let found = try rows(
            """
            SELECT id FROM places WHERE name_key = \(place.key) AND \(isNamed(place.name))
                AND district = \(district) ORDER BY id LIMIT 2
            """
        ).map { try $0.id(0) as Place.ID }
        return found.count == 1 ? found[0] : nil
    }

    /// Archives written before names were split have the official one.
    private func isNamed(_ name: String) -> SQL { "(name = \(name) OR official_name = \(name))" }

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
