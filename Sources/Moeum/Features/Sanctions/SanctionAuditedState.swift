import Foundation

extension Aspect {
    /// A sanction against a person, by its number as the key: `kind` and `until` (milliseconds) while it stands.
    static let sanction = Aspect(
        name: "sanction",
        read: { transaction, target, key in
            guard let account = target.id, try transaction.account(account) != nil else { return nil }
            guard let id = Sanction.ID(key), let sanction = try transaction.sanction(id), sanction.liftedAt == nil
            else {
                return [:]
            }
            return state(sanction.kind, until: sanction.endsAt)
        },
        write: { transaction, target, key, state, act in
            guard let account = target.id, let id = Sanction.ID(key) else { return }
            try transaction.requireAuthority(of: act.actor, over: account)
            let known = try transaction.sanction(id)
            if let kind = state["kind"].flatMap(Sanction.Kind.init(rawValue:)) {
                if kind == .suspension { try transaction.requireAnAdmin(besides: account, at: act.at) }
                if let known {
                    try transaction.resume(known, act)
                } else {
                    try transaction.insert(id, kind, against: account, target: nil, act)
                    try transaction.tell(account, kind.letter, act)
                }
            } else {
                let isAppealRight = try transaction.setLifted(id, act)
                var told = act
                told.reason = known?.reason ?? act.reason
                try transaction.tell(account, isAppealRight ? .appealOverturned : .sanctionLifted, told)
            }
            try transaction.applySuspension(of: account, at: act.at)
        },
        person: { _, target, _ in target.id }
    )

    /// How a sanction stands that is in force.
    static func state(_ kind: Sanction.Kind, until: Date?) -> Deed.State {
        var state = ["kind": kind.rawValue]
        if let until { state["until"] = String(until.milliseconds) }
        return state
    }
}

extension Sanction.Kind {
    /// What tells the person.
    var letter: Letter.Kind {
        switch self {
        case .warning: .warned
        case .noPosting: .barredFromPosting
        case .suspension: .suspended
        case .hiddenReview, .hiddenPhoto: .contentHidden
        }
    }

    /// What staff do when they impose it.
    var action: Deed.Action {
        switch self {
        case .warning: .warn
        case .noPosting: .noPosting
        case .suspension: .suspend
        case .hiddenReview, .hiddenPhoto: .hide
        }
    }
}

extension Transaction {
    /// Imposes a sanction on a person.
    @discardableResult
    func impose(_ kind: Sanction.Kind, on account: Account.ID, _ act: Act) throws -> Sanction.ID {
        let id = Identifier.next()
        try perform(kind.action, on: Deed.Target(.user, account), .sanction, key: String(id), act) { _ in
            Aspect.state(kind, until: act.until)
        }
        return id
    }

    /// Puts a sanction into force again that was taken back, and tells the person what it was; nothing where its time is
    /// over meanwhile.
    fileprivate func resume(_ sanction: Sanction, _ act: Act) throws {
        let isOver = sanction.endsAt.map { $0 <= act.at } ?? false
        try imposeAgain(sanction.id, at: act.at)
        if isOver { return try markEnded(sanction.id, at: act.at) }
        try tell(sanction.account, .sanctionResumed, act.telling(of: sanction))
    }

    /// Takes a sanction back; what was hidden is shown again, where it still stands hidden.
    func lift(_ sanction: Sanction, _ act: Act, as action: Deed.Action = .lift) throws {
        if sanction.kind == .hiddenReview, let id = sanction.target, try review(id)?.hiddenAt != nil {
            try perform(action, on: Deed.Target(.review, id), .reviewSight, act) { _ in [:] }
        } else if sanction.kind == .hiddenPhoto, let id = sanction.target, try hiddenAt(ofPhoto: id) != nil {
            try perform(action, on: Deed.Target(.photo, id), .photoSight, act) { _ in [:] }
        } else {
            let target = Deed.Target(.user, sanction.account)
            try perform(action, on: target, .sanction, key: String(sanction.id), act) { _ in [:] }
        }
    }
}

extension Act {
    /// The same in the words of a sanction, as the person read them when it was imposed.
    func telling(of sanction: Sanction) -> Act {
        var act = self
        (act.reason, act.note, act.until, act.isNoteTold) = (sanction.reason, sanction.note, sanction.endsAt, true)
        return act
    }
}
