import Foundation

extension Transaction {
    func sanction(_ id: Sanction.ID) throws -> Sanction? { try sanctions(where: "n.id = \(id)").first }

    /// The newest first.
    func sanctions(of account: Account.ID) throws -> [Sanction] {
        try sanctions(where: "n.account_id = \(account)")
    }

    /// - Parameter condition: on `sanctions n`.
    private func sanctions(where condition: SQL) throws -> [Sanction] {
        try rows(
            """
            SELECT n.id, n.account_id, n.kind, n.reason, n.note, n.starts_at, n.ends_at, n.lifted_at, n.target_id,
                n.case_id, n.decided_by, n.resumed_at, n.ended_at
            FROM sanctions n WHERE \(condition) ORDER BY n.starts_at DESC, n.id DESC
            """
        ).map { row in
            guard let kind = Sanction.Kind(rawValue: try row.string(2)) else {
                throw DatabaseError.decoding(column: 2, expected: "a kind of sanction")
            }
            return Sanction(
                id: try row.int64(0),
                account: try row.int64(1),
                kind: kind,
                reason: ModerationReason(rawValue: try row.string(3)),
                note: try row.string(4),
                startsAt: Date(milliseconds: try row.int64(5)),
                endsAt: try row.optionalInt64(6).map(Date.init(milliseconds:)),
                liftedAt: try row.optionalInt64(7).map(Date.init(milliseconds:)),
                endedAt: try row.optionalInt64(12).map(Date.init(milliseconds:)),
                resumedAt: try row.optionalInt64(11).map(Date.init(milliseconds:)),
                target: try row.optionalInt64(8),
                caseID: try row.optionalInt64(9),
                decidedBy: try row.optionalInt64(10)
            )
        }
    }

    /// As a condition on `sanctions n`: what `Sanction.isInForce` says of one.
    func isSanctionInForce(at now: Date) -> SQL {
        "n.lifted_at IS NULL AND n.ended_at IS NULL AND (n.ends_at IS NULL OR n.ends_at > \(now.milliseconds))"
    }

    /// Writes a sanction down.
    /// - Parameters:
    ///   - id: made by the caller, because the log names it too.
    ///   - target: the review or photo that was hidden.
    func insertSanction(
        _ id: Sanction.ID,
        _ kind: Sanction.Kind,
        against account: Account.ID,
        target: Int64?,
        _ audit: AuditContext
    )
        throws
    {
        try execute(
            """
            INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at, ends_at, target_id, case_id, decided_by)
            VALUES (\(id), \(account), \(kind.rawValue), \(audit.reason?.rawValue ?? ModerationReason.other.rawValue),
                \(audit.note), \(audit.at.milliseconds), \(audit.until?.milliseconds), \(target), \(audit.caseID),
                \(audit.actor.account))
            """
        )
    }

    /// Takes a sanction back; an appeal against it that waits was right, whoever takes it back.
    /// - Returns: whether there was such an appeal.
    func setSanctionLifted(_ id: Sanction.ID, _ audit: AuditContext) throws -> Bool {
        try execute("UPDATE sanctions SET lifted_at = \(audit.at.milliseconds), ended_at = NULL WHERE id = \(id)")
        return try overturnAppeal(of: id, audit)
    }

    /// Puts a sanction that was taken back into force again; an appeal that was right waits again.
    func reimposeSanction(_ id: Sanction.ID, at now: Date) throws {
        try execute(
            "UPDATE sanctions SET lifted_at = NULL, ended_at = NULL, resumed_at = \(now.milliseconds) WHERE id = \(id)"
        )
        try reopenAppeal(of: id)
    }

    /// What keeps a person from publishing, now: a form that comes slowly, or an archive, may have begun before.
    func publishingBar(of account: Account.ID, at now: Date) throws -> Member.PublishingBar? {
        let kinds = try sanctions(of: account).filter { $0.isInForce(at: now) }.map(\.kind)
        if kinds.contains(.suspension) { return .suspended }
        if try self.account(account)?.verifiedAt == nil { return .unverified }
        return kinds.contains(.noPosting) ? .noPosting : nil
    }

    /// Whether somebody is suspended now.
    func isSuspended(_ account: Account.ID, at now: Date) throws -> Bool {
        try sanctions(of: account).contains { $0.kind == .suspension && $0.isInForce(at: now) }
    }

    /// Hides the reviews of somebody, or shows them again, as their suspensions now say.
    func applySuspension(of account: Account.ID, at now: Date) throws {
        if try isSuspended(account, at: now) {
            try hideReviews(of: account, at: now)
        } else {
            try unhideReviews(of: account)
        }
    }

    /// Sanctions whose time is over and that have not been ended yet.
    func sanctionsToEnd(at now: Date, limit: Int) throws -> [Sanction] {
        let ids = try rows(
            """
            SELECT id FROM sanctions WHERE ended_at IS NULL AND ends_at IS NOT NULL AND ends_at <= \(now.milliseconds)
            ORDER BY ends_at, id LIMIT \(limit)
            """
        ).map { try $0.int64(0) }
        return try ids.compactMap { try sanction($0) }
    }

    /// Notes that a sanction came to its end by itself.
    func markSanctionEnded(_ id: Sanction.ID, at now: Date) throws {
        try execute("UPDATE sanctions SET ended_at = \(now.milliseconds) WHERE id = \(id)")
    }

    // MARK: What was hidden

    /// Imposes on an author that something of theirs is hidden, and tells them; hidden again as it was before, the same
    /// sanction is in force again.
    /// - Parameter since: when it was hidden, which tells a sanction from later ones of the same thing.
    func imposeHidingSanction(_ kind: Sanction.Kind, of target: Int64, since: Date, _ audit: AuditContext) throws {
        guard let author = try kind == .hiddenReview ? review(target)?.account : account(ofPhoto: target) else {
            return
        }
        if let known = try hidingSanction(kind, of: target, author, since: since) {
            try reimposeSanction(known.id, at: audit.at)
            try enqueueDecisionEmail(author, .contentHidden, audit.email(of: known))
        } else {
            try insertSanction(Identifier.next(), kind, against: author, target: target, audit)
            try enqueueDecisionEmail(author, .contentHidden, audit)
        }
    }

    /// What was imposed on an author with a hiding: the first since then.
    func hidingSanction(_ kind: Sanction.Kind, of target: Int64, _ author: Account.ID, since: Date) throws -> Sanction?
    {
        try sanctions(
            where: """
                n.kind = \(kind.rawValue) AND n.target_id = \(target) AND n.account_id = \(author)
                    AND n.starts_at >= \(since.milliseconds)
                """
        ).last
    }

    /// Ends what was imposed with the hiding of something, and tells its author that it is back.
    func liftHidingSanction(_ kind: Sanction.Kind, of target: Int64, _ audit: AuditContext) throws {
        let standing = try sanctions(
            where: "n.kind = \(kind.rawValue) AND n.target_id = \(target) AND n.lifted_at IS NULL"
        )
        var isAppealRight = false
        for sanction in standing {
            if try setSanctionLifted(sanction.id, audit) { isAppealRight = true }
        }
        try enqueueDecisionEmail(standing.first?.account, isAppealRight ? .appealOverturned : .contentRestored, audit)
    }
}
