import Foundation

extension Aspect {
    /// Whether staff hid a review: `hiddenAt` in milliseconds.
    static let reviewSight = sight(named: "review-sight")

    /// Whether staff hid a photo: `hiddenAt` in milliseconds.
    static let photoSight = sight(named: "photo-sight")

    /// For which causes a review waits for staff: each with the time since when.
    static let reviewHold = hold(named: "review-hold")

    /// For which causes a photo waits for staff: each with the time since when.
    static let photoHold = hold(named: "photo-hold")

    private static func sight(named name: String) -> Aspect {
        Aspect(
            name: name,
            read: { transaction, target, _ in
                guard let thing = SightTarget(target), let sight = try transaction.sight(of: thing) else { return nil }
                return Sight.state(hiddenAt: sight.hiddenAt)
            },
            write: { transaction, target, _, state, act in
                guard let thing = SightTarget(target) else { return }
                // It is a sanction too, against which one can appeal.
                if let author = try transaction.sight(of: thing)?.account {
                    try transaction.requireAuthority(of: act.actor, over: author)
                }
                let sanction = thing.sanction
                var act = act
                act.about = target
                if let hiddenAt = Sight.hiddenAt(state) {
                    try transaction.hide(thing, at: hiddenAt)
                    try transaction.imposeHiding(sanction.kind, of: sanction.id, since: hiddenAt, act)
                } else {
                    try transaction.restore(thing)
                    try transaction.liftHiding(sanction.kind, of: sanction.id, act)
                }
            },
            person: author
        )
    }

    private static func hold(named name: String) -> Aspect {
        Aspect(
            name: name,
            read: { transaction, target, _ in
                guard let thing = SightTarget(target), try transaction.sight(of: thing) != nil else { return nil }
                return Sight.state(of: try transaction.withholdings(of: thing))
            },
            write: { transaction, target, _, state, act in
                guard let thing = SightTarget(target) else { return }
                let (now, wanted) = (try transaction.withholdings(of: thing), Sight.holds(state))
                for cause in Withholding.allCases where cause.isHold {
                    if let since = wanted[cause], now[cause] == nil {
                        try transaction.withhold(thing, because: cause, at: since)
                    } else if wanted[cause] == nil, now[cause] != nil {
                        try transaction.release(thing, from: cause)
                    }
                }
                try transaction.noteHold(of: target, act)
                // Who cannot see a difference, because it is hidden or withheld besides, hears of none.
                guard wanted.isEmpty != now.allSatisfy({ !$0.key.isHold }),
                    let sight = try transaction.sight(of: thing), sight.hiddenAt == nil,
                    try transaction.withholdings(of: thing).keys.allSatisfy(\.isHold)
                else { return }
                var act = act
                act.about = target
                let kinds: (held: Letter.Kind, released: Letter.Kind) =
                    target.kind == .photo ? (.photoHeld, .photoReleased) : (.contentHeld, .contentReleased)
                try transaction.tell(sight.account, wanted.isEmpty ? kinds.released : kinds.held, act)
            },
            person: author
        )
    }

    @Sendable private static func author(
        _ transaction: Transaction,
        _ target: Deed.Target,
        _ key: String
    ) throws -> Account.ID? {
        try SightTarget(target).flatMap { try transaction.sight(of: $0)?.account }
    }
}

/// How sight stands in the log's states.
enum Sight {
    static func state(hiddenAt: Date?) -> Deed.State {
        hiddenAt.map { ["hiddenAt": String($0.milliseconds)] } ?? [:]
    }

    static func hiddenAt(_ state: Deed.State) -> Date? {
        state["hiddenAt"].flatMap { Int64($0) }.map(Date.init(milliseconds:))
    }

    static func state(of withholdings: [Withholding: Date]) -> Deed.State {
        let holds = withholdings.filter { $0.key.isHold }
        return Dictionary(uniqueKeysWithValues: holds.map { ($0.key.rawValue, String($0.value.milliseconds)) })
    }

    static func holds(_ state: Deed.State) -> [Withholding: Date] {
        let pairs = state.compactMap { name, since -> (Withholding, Date)? in
            guard let cause = Withholding(rawValue: name), let since = Int64(since) else { return nil }
            return (cause, Date(milliseconds: since))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
