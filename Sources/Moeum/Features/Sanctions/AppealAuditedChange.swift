import Foundation

/// The decision on an appeal, and the answer; nothing while it is open.
struct AppealState: AuditedValue {
    var state: Appeal.State?
    var answer: String?
}

extension AuditedChange<AppealState> {
    /// Whether an appeal was rejected, with its id as the key. Accepting one lifts the sanction, which has an audited state of
    /// its own.
    static var appeal: Self {
        Self(
            name: "appeal",
            read: { transaction, _, key in
                guard let appeal = try Appeal.ID(key).flatMap({ try transaction.appeal($0) }) else { return nil }
                return appeal.state == .open ? AppealState() : AppealState(state: appeal.state, answer: appeal.answer)
            },
            write: { transaction, _, key, state, audit in
                guard let appeal = try Appeal.ID(key).flatMap({ try transaction.appeal($0) }) else { return }
                try transaction.requireAuthority(of: audit.actor, over: appeal.account)
                guard state.state == .upheld else {
                    // The sanction was lifted since, so there is nothing left to decide.
                    if try transaction.sanction(appeal.sanction)?.liftedAt != nil { throw Problem.cannotRevert }
                    try transaction.reopenAppeal(of: appeal.sanction, from: .upheld)
                    return try transaction.enqueueDecisionEmail(appeal.account, .appealReopened, audit)
                }
                var audit = audit
                (audit.note, audit.isNoteShared) = (state.answer ?? "", true)
                audit.about = try transaction.sanction(appeal.sanction)?.about
                try transaction.settleAppeal(of: appeal.sanction, .upheld, audit)
                try transaction.enqueueDecisionEmail(appeal.account, .appealUpheld, audit)
            }
        )
    }
}

/// A decision on an appeal.
enum AppealDecision: String, Sendable, CaseIterable {
    case uphold, overturn

    /// Why a member of staff may not decide.
    enum Ineligibility: String, Sendable, CaseIterable {
        case own
        /// The person is staff, about whom admins decide.
        case staff
        /// The reader imposed the sanction, and other staff can decide.
        case imposer

        var problem: Problem {
            self == .imposer ? Problem(status: .forbidden, key: "own-decision", errors: ["form": rawValue]) : .forbidden
        }
    }
}

extension Transaction {
    /// Decides on an appeal; the note is the answer that the person reads.
    /// - Throws: 404; 403 where the sanction is the staff member's own, or where they imposed it and other staff could decide;
    ///   409 where the appeal is already decided.
    func decideAppeal(_ id: Appeal.ID, _ decision: AppealDecision, by staff: Account.ID, _ audit: AuditContext) throws {
        guard let appeal = try appeal(id), let sanction = try sanction(appeal.sanction) else { throw Problem.notFound }
        if appeal.state != .open { throw ModerationActions.Failure.stale.problem }
        if let ineligibility = try decisionIneligibility(staff, on: appeal, sanction, at: audit.at) {
            throw ineligibility.problem
        }
        var audit = audit
        (audit.reason, audit.caseID) = (sanction.reason, sanction.caseID)
        switch decision {
        case .overturn: try liftSanction(sanction, audit, as: .overturn)
        case .uphold:
            let target = AuditEntry.Target.user(appeal.account)
            try recordChange(.uphold, on: target, .appeal, key: String(appeal.id), audit) { _ in
                AppealState(state: .upheld, answer: audit.note)
            }
        }
    }

    /// Why a member of staff may not decide on an appeal; nil where they may.
    func decisionIneligibility(_ staff: Account.ID, on appeal: Appeal, _ sanction: Sanction, at now: Date) throws
        -> AppealDecision.Ineligibility?
    {
        if appeal.account == staff { return .own }
        let isOfStaff = try account(appeal.account).map { $0.role > .member } ?? false
        if isOfStaff, try account(staff)?.role != .admin { return .staff }
        guard sanction.decidedBy == staff else { return nil }
        let least: Role = isOfStaff ? .admin : .moderator
        return try hasStaff(of: least, besides: [staff, appeal.account], at: now) ? .imposer : nil
    }
}
