import Foundation

/// When staff hid the content; nil where they did not.
struct VisibilityState: AuditedValue {
    var hiddenAt: Date?
}

extension AuditedChange<VisibilityState> {
    static var reviewVisibility: Self { visibility(named: "review-visibility") }
    static var photoVisibility: Self { visibility(named: "photo-visibility") }
    static var cardVisibility: Self { visibility(named: "card-visibility") }

    /// Whether staff hid the content.
    private static func visibility(named name: String) -> Self {
        AuditedChange(
            name: name,
            read: { transaction, target, _ in
                guard let content = ContentReference(target), let visibility = try transaction.visibility(of: content)
                else { return nil }
                return VisibilityState(hiddenAt: visibility.hiddenAt)
            },
            write: { transaction, target, _, state, audit in
                guard let content = ContentReference(target) else { return }
                // Hiding is a sanction too, which the author can appeal against.
                if let author = try transaction.visibility(of: content)?.account {
                    try transaction.requireAuthority(of: audit.actor, over: author)
                }
                var audit = audit
                audit.about = target
                try transaction.setContentHidden(content, at: state.hiddenAt)
                if let hiddenAt = state.hiddenAt {
                    try transaction.imposeHidingSanction(of: content, since: hiddenAt, audit)
                } else {
                    try transaction.liftHidingSanction(of: content, audit)
                }
            },
            person: { transaction, target, _ in try transaction.author(of: target) }
        )
    }
}

/// The hidden reasons for which content is held, each with its time.
typealias HoldState = AuditedDictionary<HiddenReason, Date>

extension HoldState {
    /// Adds a reason; one that is there already keeps its time.
    func adding(_ reason: HiddenReason, since: Date) -> Self { Self(values.merging([reason: since]) { old, _ in old }) }
}

extension AuditedChange<HoldState> {
    static var reviewHold: Self { hold(named: "review-hold") }
    static var photoHold: Self { hold(named: "photo-hold") }
    static var cardHold: Self { hold(named: "card-hold") }

    /// The reasons for which the content is held.
    private static func hold(named name: String) -> Self {
        AuditedChange(
            name: name,
            read: { transaction, target, _ in
                guard let content = ContentReference(target), try transaction.visibility(of: content) != nil else {
                    return nil
                }
                return HoldState(try transaction.hiddenReasons(of: content).filter(\.key.isHold))
            },
            write: { transaction, target, _, state, audit in
                guard let content = ContentReference(target) else { return }
                let (now, wanted) = (try transaction.hiddenReasons(of: content), state.values)
                for reason in HiddenReason.allCases where reason.isHold {
                    if let since = wanted[reason], now[reason] == nil {
                        try transaction.hideContent(content, for: reason, at: since)
                    } else if wanted[reason] == nil, now[reason] != nil {
                        try transaction.unhideContent(content, for: reason)
                    }
                }
                try transaction.updateCaseHold(of: target, audit)
                // No mail where the hold makes no difference, because the content is hidden by staff or for another reason too.
                guard wanted.isEmpty != now.allSatisfy({ !$0.key.isHold }),
                    let visibility = try transaction.visibility(of: content), visibility.hiddenAt == nil,
                    try transaction.hiddenReasons(of: content).keys.allSatisfy(\.isHold)
                else { return }
                var audit = audit
                audit.about = target
                let kinds: (held: EmailMessage.Kind, released: EmailMessage.Kind) =
                    target.kind == .photo ? (.photoHeld, .photoReleased) : (.contentHeld, .contentReleased)
                let kind = wanted.isEmpty ? kinds.released : kinds.held
                try transaction.enqueueDecisionEmail(visibility.account, kind, audit)
            },
            person: { transaction, target, _ in try transaction.author(of: target) }
        )
    }
}

extension Transaction {
    fileprivate func author(of target: AuditEntry.Target) throws -> Account.ID? {
        try ContentReference(target).flatMap { try visibility(of: $0)?.account }
    }
}
