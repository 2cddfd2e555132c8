import Foundation

/// A sanction in force; nothing where it is not.
struct SanctionState: AuditedValue {
    var kind: Sanction.Kind?
    var until: Date?
}

extension AuditedChange<SanctionState> {
    /// A sanction on a person, with its id as the key.
    static var sanction: Self {
        Self(
            name: "sanction",
            read: { transaction, target, key in
                guard let account = target.accountID, try transaction.account(account) != nil else { return nil }
                guard let id = Sanction.ID(key), let sanction = try transaction.sanction(id), sanction.liftedAt == nil
                else {
                    return SanctionState()
                }
                return SanctionState(kind: sanction.kind, until: sanction.endsAt)
            },
            write: { transaction, target, key, state, audit in
                guard let account = target.accountID, let id = Sanction.ID(key) else { return }
                try transaction.requireAuthority(of: audit.actor, over: account)
                let known = try transaction.sanction(id)
                if let kind = state.kind {
                    if kind == .suspension { try transaction.requireAnAdmin(besides: account, at: audit.at) }
                    if let known {
                        try transaction.resumeSanction(known, audit)
                    } else {
                        try transaction.insertSanction(id, kind, against: account, content: nil, audit)
                        try transaction.enqueueDecisionEmail(account, kind.message, audit)
                    }
                } else {
                    let isAppealRight = try transaction.setSanctionLifted(id, audit)
                    var told = audit
                    told.reason = known?.reason ?? audit.reason
                    try transaction.enqueueDecisionEmail(
                        account,
                        isAppealRight ? .appealOverturned : .sanctionLifted,
                        told
                    )
                }
                try transaction.applySuspension(of: account, at: audit.at)
            }
        )
    }
}

extension Sanction.Kind {
    /// The e-mail message about the sanction.
    var message: EmailMessage.Kind {
        switch self {
        case .warning: .warned
        case .noPosting: .postingRestricted
        case .suspension: .suspended
        case .hiddenReview, .hiddenPhoto, .hiddenCard: .contentHidden
        }
    }

    /// The action of staff who impose it.
    var action: AuditEntry.Action {
        switch self {
        case .warning: .warn
        case .noPosting: .noPosting
        case .suspension: .suspend
        case .hiddenReview, .hiddenPhoto, .hiddenCard: .hide
        }
    }
}

extension Transaction {
    /// Imposes a sanction on a person.
    @discardableResult
    func imposeSanction(_ kind: Sanction.Kind, on account: Account.ID, _ audit: AuditContext) throws -> Sanction.ID {
        let id = Sanction.ID.next()
        try recordChange(kind.action, on: AuditEntry.Target.user(account), .sanction, key: String(id), audit) { _ in
            SanctionState(kind: kind, until: audit.until)
        }
        return id
    }

    /// Puts a lifted sanction into force again and mails the person; does nothing where it would have expired meanwhile.
    fileprivate func resumeSanction(_ sanction: Sanction, _ audit: AuditContext) throws {
        let isOver = sanction.endsAt.map { $0 <= audit.at } ?? false
        try reimposeSanction(sanction.id, at: audit.at)
        if isOver { return try markSanctionEnded(sanction.id, at: audit.at) }
        try enqueueDecisionEmail(sanction.account, .sanctionResumed, audit.email(of: sanction))
    }

    /// Lifts a sanction; hidden content is shown again, where that sanction still hides it.
    func liftSanction(_ sanction: Sanction, _ audit: AuditContext, as action: AuditEntry.Action = .lift) throws {
        if let content = sanction.content, try visibility(of: content)?.hiddenAt != nil,
            let auditedChange = AuditedChange.visibility(of: content.target.kind)
        {
            try recordChange(action, on: content.target, auditedChange, audit) { _ in VisibilityState() }
        } else {
            let target = AuditEntry.Target.user(sanction.account)
            try recordChange(action, on: target, .sanction, key: String(sanction.id), audit) { _ in SanctionState() }
        }
    }
}

extension AuditContext {
    /// The context with the words of a sanction, as the person read them when it was imposed.
    func email(of sanction: Sanction) -> AuditContext {
        var audit = self
        (audit.reason, audit.note, audit.until, audit.isNoteShared) = (
            sanction.reason, sanction.note, sanction.endsAt, true
        )
        return audit
    }
}
