import Foundation

/// Carries out what staff ask, by the rules of who may do what to whom and of who was first.
struct ModerationDesk: Sendable {
    let staff: Member
    let order: ModerationOrder
    let now: Date
    let press: LetterPress

    /// Why something is not done although the form is right: codes that pages explain.
    enum Refusal: String, Sendable, CaseIterable {
        /// Somebody else acted since the form was shown, or the case is closed.
        case stale
        /// Nothing of this kind can be hidden.
        case notHideable = "not-hideable"
        /// There is nobody to whom it could be done, or they have left.
        case nobody
        /// What it is about is gone.
        case gone
        /// It stands hidden, so it cannot be called fine.
        case hidden
        /// It was never hidden by staff, and what keeps it from readers ends otherwise: it waits for a look,
        case held
        /// somebody whom it concerns asked for it,
        case blocked
        /// or its author is suspended.
        case suspended

        fileprivate init?(restoring causes: some Collection<Withholding>) {
            if causes.contains(where: \.isHold) {
                self = .held
            } else if causes.contains(.block) {
                self = .blocked
            } else if causes.contains(.suspension) {
                self = .suspended
            } else {
                return nil
            }
        }

        var problem: Problem {
            switch self {
            case .stale: Problem(status: .conflict, key: "stale-case", errors: ["form": rawValue])
            case .notHideable, .nobody, .gone, .hidden, .held, .blocked, .suspended:
                Problem(status: .unprocessableContent, key: "invalid-form", errors: ["action": rawValue])
            }
        }
    }

    private func act(in caseID: ReportCase.ID?) -> Act {
        Act(
            actor: .staff(staff.id),
            reason: order.reason,
            note: order.note,
            caseID: caseID,
            until: order.until,
            at: now,
            press: press
        )
    }

    // MARK: In a case

    /// Does it in a case, which stays open unless it is closed or dismissed.
    func carryOut(in found: ReportCase, _ transaction: Transaction) throws {
        if let rev = order.rev, rev != found.rev { throw Refusal.stale.problem }
        try carryOutNow(in: found, transaction)
    }

    private func carryOutNow(in found: ReportCase, _ transaction: Transaction) throws {
        if found.state == .closed { throw Refusal.stale.problem }
        // Without a number nobody says that they saw who has it.
        if order.rev == nil, found.state == .taken, found.assignee != staff.id { throw Refusal.stale.problem }
        try forbidOwn(found.account)
        let act = act(in: found.id)
        switch order.action {
        case .take: try move(found, to: .taken, assignee: staff.id, act, transaction)
        case .release: try move(found, to: .open, assignee: nil, act, transaction)
        case .dismiss:
            if try isHidden(found.target, transaction) { throw Refusal.hidden.problem }
            try release(found, act, transaction)
            try close(found, .approved, act, transaction)
        case .close:
            try release(found, act, transaction)
            // What stands hidden is no less so for having been hidden before anybody reported it.
            let isActed = try isHidden(found.target, transaction) || transaction.wasActed(in: found)
            let unacted: ReportCase.Outcome = try isGone(found.target, transaction) ? .gone : .approved
            try close(found, isActed ? .acted : unacted, act, transaction)
        case .hide, .restore: try changeSight(of: found.target, act, transaction)
        case .warn, .noPosting, .suspend, .lift:
            guard let account = found.account else { throw Refusal.nobody.problem }
            try sanction(account, act, transaction)
        }
        try transaction.noteChange(of: found.id)
    }

    private func move(
        _ found: ReportCase,
        to state: ReportCase.State,
        assignee: Account.ID?,
        _ act: Act,
        _ transaction: Transaction
    ) throws {
        let action: Deed.Action = state == .taken ? .take : .release
        try transaction.perform(action, on: found.target, .caseState, key: String(found.id), act) { _ in
            Aspect.state(state, assignee: assignee)
        }
    }

    private func close(
        _ found: ReportCase,
        _ outcome: ReportCase.Outcome,
        _ act: Act,
        _ transaction: Transaction
    ) throws {
        let action: Deed.Action = order.action == .dismiss ? .dismiss : .close
        try transaction.perform(action, on: found.target, .caseState, key: String(found.id), act) { _ in
            Aspect.state(.closed, assignee: staff.id, outcome)
        }
    }

    /// Lets go what the site held until staff had looked.
    private func release(_ found: ReportCase, _ act: Act, _ transaction: Transaction) throws {
        if let aspect = Aspect.hold(of: found.target.kind), try aspect.read(transaction, found.target, "") != nil {
            try transaction.perform(.unhold, on: found.target, aspect, act) { _ in [:] }
        }
        if found.isHeld { try transaction.setHeld(false, found.id) }
    }

    // MARK: Without a case

    /// Does it to something or somebody, whether or not it was reported.
    func carryOut(on target: Deed.Target, _ transaction: Transaction) throws {
        if let rev = order.rev, rev != (try transaction.latestDeed(on: target)) { throw Refusal.stale.problem }
        let living = try transaction.livingCase(of: target)
        let act = act(in: living?.id)
        switch order.action {
        case .take, .release, .dismiss, .close:
            guard let living else { throw Refusal.stale.problem }
            try carryOutNow(in: living, transaction)
        case .hide, .restore:
            try forbidOwn(try author(of: target, transaction))
            try changeSight(of: target, act, transaction)
        case .warn, .noPosting, .suspend, .lift:
            guard let account = try author(of: target, transaction) else { throw Refusal.nobody.problem }
            try forbidOwn(account)
            try sanction(account, act, transaction)
        }
        if let living { try transaction.noteChange(of: living.id) }
    }

    private func author(of target: Deed.Target, _ transaction: Transaction) throws -> Account.ID? {
        if target.kind == .user { return try target.id.flatMap { try transaction.account($0)?.id } }
        guard let aspect = Aspect.sight(of: target.kind) else { return nil }
        guard try aspect.read(transaction, target, "") != nil else { throw Refusal.gone.problem }
        return try aspect.person(transaction, target, "")
    }

    // MARK: Both

    private func isHidden(_ target: Deed.Target, _ transaction: Transaction) throws -> Bool {
        guard let aspect = Aspect.sight(of: target.kind) else { return false }
        return try aspect.read(transaction, target, "").map { !$0.isEmpty } ?? false
    }

    /// Whether what can be deleted was; places stay, and a suggestion is nothing but its case.
    private func isGone(_ target: Deed.Target, _ transaction: Transaction) throws -> Bool {
        if target.kind == .user { return try target.id.flatMap { try transaction.account($0) } == nil }
        guard let aspect = Aspect.sight(of: target.kind) else { return false }
        return try aspect.read(transaction, target, "") == nil
    }

    private func changeSight(of target: Deed.Target, _ act: Act, _ transaction: Transaction) throws {
        guard let aspect = Aspect.sight(of: target.kind) else { throw Refusal.notHideable.problem }
        if try isGone(target, transaction) { throw Refusal.gone.problem }
        if order.action == .restore, try !isHidden(target, transaction), let thing = SightTarget(target),
            let refusal = Refusal(restoring: try transaction.withholdings(of: thing).keys)
        {
            throw refusal.problem
        }
        let wanted = order.action == .hide ? Sight.state(hiddenAt: now) : [:]
        try transaction.perform(order.action == .hide ? .hide : .restore, on: target, aspect, act) { before in
            // Hidden already, it stays hidden since then.
            before.isEmpty == wanted.isEmpty ? before : wanted
        }
    }

    private func sanction(_ account: Account.ID, _ act: Act, _ transaction: Transaction) throws {
        guard let person = try transaction.account(account) else { throw Refusal.nobody.problem }
        if person.role > .member, staff.role < .admin { throw Problem.forbidden }
        if let kind = order.action.sanction {
            try transaction.impose(kind, on: account, act)
        } else {
            let standing = try transaction.sanctions(of: account).filter {
                $0.kind.isPersonal && $0.isInForce(at: now)
            }
            // Warnings keep nobody from anything: they are taken back where there is nothing else to lift.
            let barring = standing.filter { $0.kind != .warning }
            for sanction in barring.isEmpty ? standing : barring { try transaction.lift(sanction, act) }
        }
    }

    /// Nobody judges what concerns themselves.
    private func forbidOwn(_ account: Account.ID?) throws {
        if account == staff.id { throw Problem.forbidden }
    }
}

extension Aspect {
    /// What hides things of this kind; nil where they cannot be hidden.
    static func sight(of kind: Deed.Target.Kind) -> Aspect? {
        switch kind {
        case .review: .reviewSight
        case .photo: .photoSight
        default: nil
        }
    }

    /// What holds things of this kind until staff have looked.
    static func hold(of kind: Deed.Target.Kind) -> Aspect? {
        switch kind {
        case .review: .reviewHold
        case .photo: .photoHold
        default: nil
        }
    }
}
