import Foundation

/// Who may take what back.
extension Deed {
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
    /// - Parameter deed: also one that took another back.
    func mayUndo(_ deed: Deed, _ staff: Member, at now: Date) throws -> Bool {
        if deed.person == staff.id || deed.target == Deed.Target(.user, staff.id) { return false }
        guard let role = try account(staff.id)?.role, role >= .moderator else { return false }
        let origin = try origin(of: deed)
        if role < .admin {
            if origin.isOfAdmins { return false }
            // What is imposed on staff is the admins' business.
            if let person = try sanctioned(by: deed).flatMap({ try account($0) }), person.role > .member {
                return false
            }
        }
        if deed.aspect == Aspect.block.name {
            guard let takedown = try Takedown.ID(deed.aspectKey).flatMap({ try takedown($0) }) else { return false }
            return try !concerns(takedown, staff.id)
        }
        return try appealBar(on: deed, origin, staff.id, at: now) == nil
    }

    /// On whom a deed imposes something or from whom it takes that, by a sanction or by hiding something of theirs.
    private func sanctioned(by deed: Deed) throws -> Account.ID? {
        if deed.target.kind == .user { return deed.target.id }
        guard let thing = sight(changedBy: deed) else { return nil }
        return try sight(of: thing)?.account
    }

    private func sight(changedBy deed: Deed) -> SightTarget? {
        let aspects = [Aspect.reviewSight.name, Aspect.photoSight.name]
        return deed.aspect.map(aspects.contains) == true ? SightTarget(deed.target) : nil
    }

    /// Why somebody of the staff may not take back what somebody else decided about an appeal.
    private func appealBar(on deed: Deed, _ origin: Deed, _ staff: Account.ID, at now: Date) throws -> AppealDecision
        .Bar?
    {
        if deed.aspect == Aspect.appeal.name {
            guard let appeal = try Appeal.ID(deed.aspectKey).flatMap({ try appeal($0) }),
                let sanction = try sanction(appeal.sanction)
            else { return nil }
            return try decisionBar(staff, on: appeal, sanction, at: now)
        }
        guard let sanction = try sanction(changedBy: deed), let appeal = try appeal(against: sanction.id) else {
            return nil
        }
        // Taken back by a colleague otherwise than from the list of appeals, it was right all the same.
        let isOverturned = appeal.state == .overturned && appeal.decidedBy != staff
        guard origin.action == .overturn || isOverturned else { return nil }
        return try decisionBar(staff, on: appeal, sanction, at: now)
    }

    private func sanction(changedBy deed: Deed) throws -> Sanction? {
        if deed.aspect == Aspect.sanction.name { return try Sanction.ID(deed.aspectKey).flatMap { try sanction($0) } }
        guard let thing = sight(changedBy: deed), let author = try sight(of: thing)?.account,
            let since = Sight.hiddenAt(deed.before) ?? Sight.hiddenAt(deed.after)
        else { return nil }
        return try hiding(thing.sanction.kind, of: thing.sanction.id, author, since: since)
    }
}
