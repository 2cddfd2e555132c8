import Foundation

/// When staff hid the content; nil where they did not.
struct VisibilityState: AuditedValue {
    var hiddenAt: Date?
}

extension AuditedChange<VisibilityState> {
    /// Whether staff hid a review.
    static var reviewVisibility: Self { visibility(named: "review-visibility") }

    /// Whether staff hid a photo.
    static var photoVisibility: Self { visibility(named: "photo-visibility") }

    /// Whether staff hid a public card.
    static var cardVisibility: Self { visibility(named: "card-visibility") }

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
                if let hiddenAt = state.hiddenAt {
                    try transaction.hideContentByStaff(content, at: hiddenAt)
                    try transaction.imposeHidingSanction(of: content, since: hiddenAt, audit)
                } else {
                    try transaction.restoreContentByStaff(content)
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
    /// The reasons for which a review is held.
    static var reviewHold: Self { hold(named: "review-hold") }

    /// The reasons for which a photo is held.
    static var photoHold: Self { hold(named: "photo-hold") }

    /// The reasons for which a public card is held.
    static var cardHold: Self { hold(named: "card-hold") }

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
                try transaction.enqueueDecisionEmail(
                    visibility.account,
                    wanted.isEmpty ? kinds.released : kinds.held,
                    audit
                )
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
