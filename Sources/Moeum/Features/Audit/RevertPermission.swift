import Foundation

/// Who may take what back.
extension AuditEntry {
    /// What only admins do, and so only admins take back.
    private static let ofAdmins: Set<Action> = [
        .giveRole, .endSessions, .addWord, .removeWord, .changeSetting, .retryMail, .discardMail, .startImport,
        .resetPassword, .resetTwoFactor,
    ]

    var isOfAdmins: Bool { Self.ofAdmins.contains(action) }
}

extension Transaction {
    /// By the same rules as doing it: moderators take back what moderators may do; nobody what concerns themselves, nor what
    /// somebody else has to decide.
    /// - Parameter entry: also one that took another back.
    func mayRevert(_ entry: AuditEntry, _ staff: Member, at now: Date) throws -> Bool {
        if entry.person == staff.id || entry.target == AuditEntry.Target(.user, staff.id) { return false }
        guard let role = try account(staff.id)?.role, role >= .moderator else { return false }
        let origin = try originalEntry(of: entry)
        if role < .admin {
            if origin.isOfAdmins { return false }
            // What is imposed on staff is the admins' business.
            if let person = try sanctionedAccount(by: entry).flatMap({ try account($0) }), person.role > .member {
                return false
            }
        }
        if entry.auditedState == AuditedState.block.name {
            guard let takedown = try Takedown.ID(entry.stateKey).flatMap({ try takedown($0) }) else { return false }
            return try !concernsTakedown(takedown, staff.id)
        }
        return try appealBar(on: entry, origin, staff.id, at: now) == nil
    }

    /// On whom an audit entry imposes something or from whom it takes that, by a sanction or by hiding something of theirs.
    private func sanctionedAccount(by entry: AuditEntry) throws -> Account.ID? {
        if entry.target.kind == .user { return entry.target.id }
        guard let content = contentReference(changedBy: entry) else { return nil }
        return try visibility(of: content)?.account
    }

    private func contentReference(changedBy entry: AuditEntry) -> ContentReference? {
        let auditedStates = [AuditedState.reviewVisibility.name, AuditedState.photoVisibility.name]
        return entry.auditedState.map(auditedStates.contains) == true ? ContentReference(entry.target) : nil
    }

    /// Why somebody of the staff may not take back what somebody else decided about an appeal.
    private func appealBar(on entry: AuditEntry, _ origin: AuditEntry, _ staff: Account.ID, at now: Date) throws
        -> AppealDecision
        .Bar?
    {
        if entry.auditedState == AuditedState.appeal.name {
            guard let appeal = try Appeal.ID(entry.stateKey).flatMap({ try appeal($0) }),
                let sanction = try sanction(appeal.sanction)
            else { return nil }
            return try decisionBar(staff, on: appeal, sanction, at: now)
        }
        guard let sanction = try sanction(changedBy: entry), let appeal = try appeal(against: sanction.id) else {
            return nil
        }
        // Taken back by a colleague otherwise than from the list of appeals, it was right all the same.
        let isOverturned = appeal.state == .overturned && appeal.decidedBy != staff
        guard origin.action == .overturn || isOverturned else { return nil }
        return try decisionBar(staff, on: appeal, sanction, at: now)
    }

    private func sanction(changedBy entry: AuditEntry) throws -> Sanction? {
        if entry.auditedState == AuditedState.sanction.name {
            return try Sanction.ID(entry.stateKey).flatMap { try sanction($0) }
        }
        guard let content = contentReference(changedBy: entry), let author = try visibility(of: content)?.account,
            let since = VisibilityState(entry.before)?.hiddenAt ?? VisibilityState(entry.after)?.hiddenAt
        else { return nil }
        return try hidingSanction(content.sanction.kind, of: content.sanction.id, author, since: since)
    }
}
