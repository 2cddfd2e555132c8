import Foundation

extension AuditedState {
    /// Whether staff hid a review: `hiddenAt` in milliseconds.
    static let reviewVisibility = visibility(named: "review-visibility")

    /// Whether staff hid a photo: `hiddenAt` in milliseconds.
    static let photoVisibility = visibility(named: "photo-visibility")

    /// For which causes a review waits for staff: each with the time since when.
    static let reviewHold = hold(named: "review-hold")

    /// For which causes a photo waits for staff: each with the time since when.
    static let photoHold = hold(named: "photo-hold")

    private static func visibility(named name: String) -> AuditedState {
        AuditedState(
            name: name,
            read: { transaction, target, _ in
                guard let content = ContentReference(target), let visibility = try transaction.visibility(of: content)
                else { return nil }
                return Visibility.state(hiddenAt: visibility.hiddenAt)
            },
            write: { transaction, target, _, state, audit in
                guard let content = ContentReference(target) else { return }
                // It is a sanction too, against which one can appeal.
                if let author = try transaction.visibility(of: content)?.account {
                    try transaction.requireAuthority(of: audit.actor, over: author)
                }
                let sanction = content.sanction
                var audit = audit
                audit.about = target
                if let hiddenAt = Visibility.hiddenAt(state) {
                    try transaction.hideByStaff(content, at: hiddenAt)
                    try transaction.imposeHidingSanction(sanction.kind, of: sanction.id, since: hiddenAt, audit)
                } else {
                    try transaction.restoreByStaff(content)
                    try transaction.liftHidingSanction(sanction.kind, of: sanction.id, audit)
                }
            },
            person: author
        )
    }

    private static func hold(named name: String) -> AuditedState {
        AuditedState(
            name: name,
            read: { transaction, target, _ in
                guard let content = ContentReference(target), try transaction.visibility(of: content) != nil else {
                    return nil
                }
                return Visibility.state(of: try transaction.hiddenReasons(of: content))
            },
            write: { transaction, target, _, state, audit in
                guard let content = ContentReference(target) else { return }
                let (now, wanted) = (try transaction.hiddenReasons(of: content), Visibility.holds(state))
                for cause in HiddenReason.allCases where cause.isHold {
                    if let since = wanted[cause], now[cause] == nil {
                        try transaction.hide(content, for: cause, at: since)
                    } else if wanted[cause] == nil, now[cause] != nil {
                        try transaction.unhide(content, for: cause)
                    }
                }
                try transaction.recordHold(of: target, audit)
                // Who cannot see a difference, because it is hidden or hidden for a reason besides, hears of none.
                guard wanted.isEmpty != now.allSatisfy({ !$0.key.isHold }),
                    let visibility = try transaction.visibility(of: content), visibility.hiddenAt == nil,
                    try transaction.hiddenReasons(of: content).keys.allSatisfy(\.isHold)
                else { return }
                var audit = audit
                audit.about = target
                let kinds: (held: EmailMessage.Kind, released: EmailMessage.Kind) =
                    target.kind == .photo ? (.photoHeld, .photoReleased) : (.contentHeld, .contentReleased)
                try transaction.enqueueDecisionEmail(
                    visibility.account,
                    wanted.isEmpty ? kinds.released : kinds.held,
                    audit
                )
            },
            person: author
        )
    }

    @Sendable private static func author(
        _ transaction: Transaction,
        _ target: AuditEntry.Target,
        _ key: String
    ) throws -> Account.ID? {
        try ContentReference(target).flatMap { try transaction.visibility(of: $0)?.account }
    }
}

/// How sight stands in the log's states.
enum Visibility {
    static func state(hiddenAt: Date?) -> AuditEntry.State {
        hiddenAt.map { ["hiddenAt": String($0.milliseconds)] } ?? [:]
    }

    static func hiddenAt(_ state: AuditEntry.State) -> Date? {
        state["hiddenAt"].flatMap { Int64($0) }.map(Date.init(milliseconds:))
    }

    static func state(of hiddenReasons: [HiddenReason: Date]) -> AuditEntry.State {
        let holds = hiddenReasons.filter { $0.key.isHold }
        return Dictionary(uniqueKeysWithValues: holds.map { ($0.key.rawValue, String($0.value.milliseconds)) })
    }

    static func holds(_ state: AuditEntry.State) -> [HiddenReason: Date] {
        let pairs = state.compactMap { name, since -> (HiddenReason, Date)? in
            guard let cause = HiddenReason(rawValue: name), let since = Int64(since) else { return nil }
            return (cause, Date(milliseconds: since))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
