import Foundation

extension Transaction {
    func sanction(_ id: Sanction.ID) throws -> Sanction? { try sanctions(where: "n.id = \(id)").first }

    /// Newest first.
    func sanctions(of account: Account.ID) throws -> [Sanction] {
        try sanctions(where: "n.account_id = \(account)")
    }

    /// - Parameter condition: on `sanctions n`.
    private func sanctions(where condition: SQL) throws -> [Sanction] {
        try rows(
            """
            SELECT \(Sanction.columns) FROM sanctions n WHERE \(condition) ORDER BY n.starts_at DESC, n.id DESC
            """
        ).map(Sanction.init)
    }

    /// A condition on `sanctions n`: the same as `Sanction.isInForce`.
    func isSanctionInForce(at now: Date) -> SQL {
        "n.lifted_at IS NULL AND n.ended_at IS NULL AND (n.ends_at IS NULL OR n.ends_at > \(now.milliseconds))"
    }

    /// Inserts a sanction.
    /// - Parameters:
    ///   - id: made by the caller, because the audit entry names it too.
    ///   - content: the hidden review or photo.
    func insertSanction(
        _ id: Sanction.ID,
        _ kind: Sanction.Kind,
        against account: Account.ID,
        content: ContentReference?,
        _ audit: AuditContext
    )
        throws
    {
        try execute(
            """
            INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at, ends_at, target_id, case_id, decided_by)
            VALUES (\(id), \(account), \(kind.rawValue), \(audit.reason?.rawValue ?? ModerationReason.other.rawValue),
                \(audit.note), \(audit.at.milliseconds), \(audit.until?.milliseconds), \(content), \(audit.caseID),
                \(audit.actor.account))
            """
        )
    }

    /// Lifts a sanction; an open appeal against it is accepted, no matter who lifts it.
    /// - Returns: whether there was such an appeal.
    func setSanctionLifted(_ id: Sanction.ID, _ audit: AuditContext) throws -> Bool {
        try execute("UPDATE sanctions SET lifted_at = \(audit.at.milliseconds), ended_at = NULL WHERE id = \(id)")
        return try settleAppeal(of: id, .overturned, audit)
    }

    /// Puts a lifted sanction into force again; an accepted appeal is reopened.
    func reimposeSanction(_ id: Sanction.ID, at now: Date) throws {
        try execute(
            "UPDATE sanctions SET lifted_at = NULL, ended_at = NULL, resumed_at = \(now.milliseconds) WHERE id = \(id)"
        )
        try reopenAppeal(of: id, from: .overturned)
    }

    /// The account's posting restriction now: an upload or an import may have begun before it.
    func postingRestriction(of account: Account.ID, at now: Date) throws -> Member.PostingRestriction? {
        let kinds = try sanctions(of: account).filter { $0.isInForce(at: now) }.map(\.kind)
        if kinds.contains(.suspension) { return .suspended }
        if try self.account(account)?.verifiedAt == nil { return .unverified }
        return kinds.contains(.noPosting) ? .noPosting : nil
    }

    /// Whether an account is suspended now.
    func isSuspended(_ account: Account.ID, at now: Date) throws -> Bool {
        try sanctions(of: account).contains { $0.kind == .suspension && $0.isInForce(at: now) }
    }

    /// Hides an account's reviews or shows them again, according to its suspensions.
    func applySuspension(of account: Account.ID, at now: Date) throws {
        if try isSuspended(account, at: now) {
            try hideReviews(of: account, for: .suspension, at: now)
        } else {
            try unhideReviews(of: account, for: .suspension)
        }
    }

    /// Expired sanctions that have not been ended yet.
    func sanctionsToEnd(at now: Date, limit: Int) throws -> [Sanction] {
        let ids = try rows(
            """
            SELECT id FROM sanctions WHERE ended_at IS NULL AND ends_at IS NOT NULL AND ends_at <= \(now.milliseconds)
            ORDER BY ends_at, id LIMIT \(limit)
            """
        ).map { try $0.id(0) as Sanction.ID }
        return try ids.compactMap { try sanction($0) }
    }

    /// Records that a sanction expired.
    func markSanctionEnded(_ id: Sanction.ID, at now: Date) throws {
        try execute("UPDATE sanctions SET ended_at = \(now.milliseconds) WHERE id = \(id)")
    }

    // MARK: What was hidden

    /// Imposes the sanction for hidden content on its author and mails them; where the content is hidden again as before, the
    /// same sanction is in force again.
    /// - Parameter since: when it was hidden, which distinguishes the sanction from later ones for the same content.
    func imposeHidingSanction(of content: ContentReference, since: Date, _ audit: AuditContext) throws {
        guard let author = try visibility(of: content)?.account else { return }
        if let known = try hidingSanction(of: content, author, since: since) {
            try reimposeSanction(known.id, at: audit.at)
            try enqueueDecisionEmail(author, .contentHidden, audit.email(of: known))
        } else {
            try insertSanction(.next(), content.sanction, against: author, content: content, audit)
            try enqueueDecisionEmail(author, .contentHidden, audit)
        }
    }

    /// The sanction for hidden content: the first since the time of hiding.
    func hidingSanction(of content: ContentReference, _ author: Account.ID, since: Date) throws -> Sanction? {
        try sanctions(
            where: """
                n.kind = \(content.sanction.rawValue) AND n.target_id = \(content) AND n.account_id = \(author)
                    AND n.starts_at >= \(since.milliseconds)
                """
        ).last
    }

    /// Lifts the sanction for hidden content and mails the author that it is shown again.
    func liftHidingSanction(of content: ContentReference, _ audit: AuditContext) throws {
        let inForce = try sanctions(
            where: "n.kind = \(content.sanction.rawValue) AND n.target_id = \(content) AND n.lifted_at IS NULL"
        )
        var isAppealRight = false
        for sanction in inForce {
            if try setSanctionLifted(sanction.id, audit) { isAppealRight = true }
        }
        try enqueueDecisionEmail(inForce.first?.account, isAppealRight ? .appealOverturned : .contentRestored, audit)
    }
}

extension Sanction {
    /// Of `sanctions n`.
    fileprivate static let columns: SQL = """
        n.id, n.account_id, n.kind, n.reason, n.note, n.starts_at, n.ends_at, n.lifted_at, n.ended_at, n.resumed_at,
        n.target_id, n.case_id, n.decided_by
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        guard let kind = Kind(rawValue: try row.string(2)) else {
            throw DatabaseError.decoding(column: 2, expected: "a kind of sanction")
        }
        id = try row.id(0)
        account = try row.id(1)
        self.kind = kind
        reason = ModerationReason(rawValue: try row.string(3))
        note = try row.string(4)
        startsAt = try row.date(5)
        endsAt = try row.optionalDate(6)
        liftedAt = try row.optionalDate(7)
        endedAt = try row.optionalDate(8)
        resumedAt = try row.optionalDate(9)
        content =
            switch kind {
            case .hiddenReview: try row.optionalID(10).map(ContentReference.review)
            case .hiddenPhoto: try row.optionalID(10).map(ContentReference.photo)
            case .hiddenCard: try row.optionalID(10).map(ContentReference.card)
            case .warning, .noPosting, .suspension: nil
            }
        caseID = try row.optionalID(11)
        decidedBy = try row.optionalID(12)
    }
}
