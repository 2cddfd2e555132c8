import Foundation

/// Carries out moderation requests: checks who may act on whom, and who was first.
struct ModerationActions: Sendable {
    let staff: Member
    let request: ModerationRequest
    let audit: AuditContext

    /// Why a valid request is refused: codes that pages explain.
    enum Failure: String, Sendable, CaseIterable {
        /// Somebody else acted since the form was shown, or the case is closed.
        case stale
        /// Nothing of this kind can be hidden.
        case notHideable = "not-hideable"
        /// There is no account to act on, or it was deleted.
        case nobody
        /// The content was deleted.
        case gone
        /// The content is hidden, so its case cannot be dismissed.
        case hidden
        /// Staff cannot restore what they have not hidden: the content is held,
        case held
        /// it is blocked by a takedown,
        case blocked
        /// or its author is suspended
        case suspended
        /// or leaving.
        case leaving

        fileprivate init?(restoring reasons: some Collection<HiddenReason>) {
            if reasons.contains(where: \.isHold) {
                self = .held
            } else if reasons.contains(.block) {
                self = .blocked
            } else if reasons.contains(.suspension) {
                self = .suspended
            } else if reasons.contains(.leaving) {
                self = .leaving
            } else {
                return nil
            }
        }

        var problem: Problem {
            switch self {
            case .stale: Problem(status: .conflict, key: "stale-case", errors: ["form": rawValue])
            case .notHideable, .nobody, .gone, .hidden, .held, .blocked, .suspended, .leaving:
                Problem.invalidForm(["action": rawValue])
            }
        }
    }

    private func audit(in caseID: ReportCase.ID?) -> AuditContext {
        var audit = audit
        (audit.reason, audit.note, audit.until, audit.caseID) = (request.reason, request.note, request.until, caseID)
        return audit
    }

    // MARK: In a case

    /// Acts in a case, which stays open unless it is closed or dismissed.
    func carryOut(in found: ReportCase, _ transaction: Transaction) throws {
        if let rev = request.rev, rev != found.rev { throw Failure.stale.problem }
        try carryOutNow(in: found, transaction)
    }

    private func carryOutNow(in found: ReportCase, _ transaction: Transaction) throws {
        if found.state == .closed { throw Failure.stale.problem }
        // Without a revision, the form does not show whether its sender knew the assignee.
        if request.rev == nil, found.state == .taken, found.assignee != staff.id { throw Failure.stale.problem }
        try forbidOwn(found.account)
        let audit = audit(in: found.id)
        switch request.action {
        case .take: try move(found, to: .taken, assignee: staff.id, audit, transaction)
        case .release: try move(found, to: .open, assignee: nil, audit, transaction)
        case .dismiss:
            if try isHidden(found.target, transaction) { throw Failure.hidden.problem }
            try release(found, audit, transaction)
            try close(found, .approved, audit, transaction)
        case .close:
            try release(found, audit, transaction)
            // Content that was hidden before anybody reported it counts as acted on too.
            let isActed = try isHidden(found.target, transaction) || transaction.hasActions(in: found)
            let unacted: ReportCase.Outcome = try isGone(found.target, transaction) ? .gone : .approved
            try close(found, isActed ? .acted : unacted, audit, transaction)
        case .hide, .restore: try changeVisibility(of: found.target, audit, transaction)
        case .warn, .noPosting, .suspend, .lift:
            guard let account = found.account else { throw Failure.nobody.problem }
            try sanction(account, audit, transaction)
        }
        try transaction.touchReportCase(of: found.id)
    }

    private func move(
        _ found: ReportCase,
        to state: ReportCase.State,
        assignee: Account.ID?,
        _ audit: AuditContext,
        _ transaction: Transaction
    ) throws {
        let action: AuditEntry.Action = state == .taken ? .take : .release
        try transaction.recordChange(action, on: found.target, .caseState, key: String(found.id), audit) { _ in
            CaseState(state: state, assignee: assignee)
        }
    }

    private func close(
        _ found: ReportCase,
        _ outcome: ReportCase.Outcome,
        _ audit: AuditContext,
        _ transaction: Transaction
    ) throws {
        let action: AuditEntry.Action = request.action == .dismiss ? .dismiss : .close
        try transaction.recordChange(action, on: found.target, .caseState, key: String(found.id), audit) { _ in
            CaseState(state: .closed, assignee: staff.id, outcome: outcome)
        }
    }

    /// Ends the hold on the case's content.
    private func release(_ found: ReportCase, _ audit: AuditContext, _ transaction: Transaction) throws {
        if let auditedChange = AuditedChange.hold(of: found.target.kind),
            try auditedChange.read(transaction, found.target, "") != nil
        {
            try transaction.recordChange(.unhold, on: found.target, auditedChange, audit) { _ in HoldState() }
        }
        if found.isHeld { try transaction.setCaseHeld(false, found.id) }
    }

    // MARK: Without a case

    /// Acts on content or an account, reported or not.
    func carryOut(on target: AuditEntry.Target, _ transaction: Transaction) throws {
        if let rev = request.rev, rev != (try transaction.latestAuditEntry(on: target)).rawValue {
            throw Failure.stale.problem
        }
        let currentCase = try transaction.openCase(of: target)
        let audit = audit(in: currentCase?.id)
        switch request.action {
        case .take, .release, .dismiss, .close:
            guard let currentCase else { throw Failure.stale.problem }
            try carryOutNow(in: currentCase, transaction)
        case .hide, .restore:
            try forbidOwn(try author(of: target, transaction))
            try changeVisibility(of: target, audit, transaction)
        case .warn, .noPosting, .suspend, .lift:
            guard let account = try author(of: target, transaction) else { throw Failure.nobody.problem }
            try forbidOwn(account)
            try sanction(account, audit, transaction)
        }
        if let currentCase { try transaction.touchReportCase(of: currentCase.id) }
    }

    private func author(of target: AuditEntry.Target, _ transaction: Transaction) throws -> Account.ID? {
        if let account = target.accountID { return try transaction.account(account)?.id }
        guard let auditedChange = AuditedChange.visibility(of: target.kind) else { return nil }
        guard try auditedChange.read(transaction, target, "") != nil else { throw Failure.gone.problem }
        return try auditedChange.person(transaction, target, "")
    }

    // MARK: Both

    private func isHidden(_ target: AuditEntry.Target, _ transaction: Transaction) throws -> Bool {
        guard let auditedChange = AuditedChange.visibility(of: target.kind) else { return false }
        return try auditedChange.read(transaction, target, "")?.hiddenAt != nil
    }

    /// Whether the target was deleted; places never are, and a suggestion exists as long as its case.
    private func isGone(_ target: AuditEntry.Target, _ transaction: Transaction) throws -> Bool {
        if let account = target.accountID { return try transaction.account(account) == nil }
        guard let auditedChange = AuditedChange.visibility(of: target.kind) else { return false }
        return try auditedChange.read(transaction, target, "") == nil
    }

    private func changeVisibility(of target: AuditEntry.Target, _ audit: AuditContext, _ transaction: Transaction)
        throws
    {
        guard let auditedChange = AuditedChange.visibility(of: target.kind) else { throw Failure.notHideable.problem }
        if try isGone(target, transaction) { throw Failure.gone.problem }
        if request.action == .restore, try !isHidden(target, transaction), let content = ContentReference(target),
            let failure = Failure(restoring: try transaction.hiddenReasons(of: content).keys)
        {
            throw failure.problem
        }
        let wanted = VisibilityState(hiddenAt: request.action == .hide ? audit.at : nil)
        try transaction.recordChange(request.action == .hide ? .hide : .restore, on: target, auditedChange, audit) {
            before in
            // What is hidden already keeps its time of hiding.
            (before.hiddenAt == nil) == (wanted.hiddenAt == nil) ? before : wanted
        }
    }

    private func sanction(_ account: Account.ID, _ audit: AuditContext, _ transaction: Transaction) throws {
        guard let person = try transaction.account(account) else { throw Failure.nobody.problem }
        if person.role > .member, staff.role < .admin { throw Problem.forbidden }
        if let kind = request.action.sanction {
            try transaction.imposeSanction(kind, on: account, audit)
        } else {
            let sanctions = try transaction.sanctions(of: account).filter {
                $0.kind.isPersonal && $0.isInForce(at: audit.at)
            }
            // Warnings bar nobody from anything: they are lifted only where nothing else is in force.
            let limiting = sanctions.filter { $0.kind != .warning }
            for sanction in limiting.isEmpty ? sanctions : limiting { try transaction.liftSanction(sanction, audit) }
        }
    }

    /// Nobody decides about themselves.
    private func forbidOwn(_ account: Account.ID?) throws {
        if account == staff.id { throw Problem.forbidden }
    }
}
