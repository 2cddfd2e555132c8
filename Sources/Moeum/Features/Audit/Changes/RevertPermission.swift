import Foundation

/// Who may undo an audit entry.
extension AuditEntry {
    /// Actions that only admins do, and so only admins undo.
    private static let ofAdmins: Set<Action> = [
        .giveRole, .endSessions, .addWord, .removeWord, .changeSetting, .retryMail, .discardMail, .retryJob,
        .dropJob, .startImport, .resetPassword, .resetTwoFactor,
    ]

    var isOfAdmins: Bool { Self.ofAdmins.contains(action) }
}

extension Transaction {
    /// The same rules as for the action itself: moderators undo what moderators may do; nobody undoes what concerns themselves,
    /// or what somebody else has to decide.
    /// - Parameter entry: may itself be one that undid another.
    func mayRevert(_ entry: AuditEntry, _ staff: Member, at now: Date) throws -> Bool {
        if entry.person == staff.id || entry.target == AuditEntry.Target.user(staff.id) { return false }
        guard let role = try account(staff.id)?.role, role >= .moderator else { return false }
        let origin = try originalEntry(of: entry)
        if role < .admin {
            if origin.isOfAdmins { return false }
            // Sanctions on staff are decided by admins.
            if let person = try sanctionedAccount(by: entry).flatMap({ try account($0) }), person.role > .member {
                return false
            }
        }
        if entry.auditedChange == AuditedChange.block.name {
            guard let takedown = try Takedown.ID(entry.stateKey).flatMap({ try takedown($0) }) else { return false }
            return try !concernsTakedown(takedown, staff.id)
        }
        return try appealIneligibility(on: entry, origin, staff.id, at: now) == nil
    }

    /// The account that an audit entry sanctions or releases, by a sanction or by the visibility of its content.
    private func sanctionedAccount(by entry: AuditEntry) throws -> Account.ID? {
        if let account = entry.target.accountID { return account }
        guard let content = contentReference(changedBy: entry) else { return nil }
        return try visibility(of: content)?.account
    }

    private func contentReference(changedBy entry: AuditEntry) -> ContentReference? {
        let auditedChanges = [
            AuditedChange.reviewVisibility.name, AuditedChange.photoVisibility.name, AuditedChange.cardVisibility.name,
        ]
        return entry.auditedChange.map(auditedChanges.contains) == true ? ContentReference(entry.target) : nil
    }

    /// Why a staff member may not undo somebody else's decision on an appeal.
    private func appealIneligibility(on entry: AuditEntry, _ origin: AuditEntry, _ staff: Account.ID, at now: Date)
        throws
        -> AppealDecision.Ineligibility?
    {
        if entry.auditedChange == AuditedChange.appeal.name {
            guard let appeal = try Appeal.ID(entry.stateKey).flatMap({ try appeal($0) }),
                let sanction = try sanction(appeal.sanction)
            else { return nil }
            return try decisionIneligibility(staff, on: appeal, sanction, at: now)
        }
        guard let sanction = try sanction(changedBy: entry), let appeal = try appeal(against: sanction.id) else {
            return nil
        }
        // A colleague who undid the sanction outside the list of appeals granted the appeal too.
        let isOverturned = appeal.state == .overturned && appeal.decidedBy != staff
        guard origin.action == .overturn || isOverturned else { return nil }
        return try decisionIneligibility(staff, on: appeal, sanction, at: now)
    }

    private func sanction(changedBy entry: AuditEntry) throws -> Sanction? {
        if entry.auditedChange == AuditedChange.sanction.name {
            return try Sanction.ID(entry.stateKey).flatMap { try sanction($0) }
        }
        guard let content = contentReference(changedBy: entry), let author = try visibility(of: content)?.account,
            let since = VisibilityState(entry.before)?.hiddenAt ?? VisibilityState(entry.after)?.hiddenAt
        else { return nil }
        return try hidingSanction(of: content, author, since: since)
    }
}
