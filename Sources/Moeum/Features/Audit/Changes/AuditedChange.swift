/// A kind of state that staff change: how to read it, and how to set it. Doing and undoing are the same: an audit entry keeps
/// the state before and after, and undoing sets the one before, unless the state has changed since.
struct AuditedChange<Value: AuditedValue>: Sendable {
    /// The name in the log; never changed once used.
    let name: String
    /// The current state; nil where the target is gone.
    let read: @Sendable (Transaction, AuditEntry.Target, _ key: String) throws -> Value?
    /// Sets the state, with all consequences: counts, e-mails, sessions.
    let write: @Sendable (Transaction, AuditEntry.Target, _ key: String, Value, AuditContext) throws -> Void
    /// The person concerned: by default the account that is the target; nil where there is none or the account is gone.
    var person: @Sendable (Transaction, AuditEntry.Target, _ key: String) throws -> Account.ID? = { _, target, _ in
        target.accountID
    }
    /// Whether the current state is the one that an audit entry left, so that the entry can be undone; ignores values that
    /// change without audit entries.
    var isStill: @Sendable (_ now: Value, _ then: Value) -> Bool = { $0 == $1 }
}

/// An audited change of any value type, for undoing in the log.
struct AnyAuditedChange: Sendable {
    let name: String
    /// Whether the current state is the one that an audit entry left.
    let isStill: @Sendable (Transaction, AuditEntry) throws -> Bool
    /// Restores the state before an audit entry; nil where it is so already, or where that state is unknown.
    let revert: @Sendable (Transaction, AuditEntry, AuditContext) throws -> AuditEntry.ID?

    private init<Value>(_ auditedChange: AuditedChange<Value>) {
        name = auditedChange.name
        isStill = { transaction, entry in
            let after = AuditedValues.text(entry.after)
            guard let now = try auditedChange.read(transaction, entry.target, entry.stateKey),
                let then = Value(text: after),
                // A value with a name that is no longer known cannot be compared.
                AuditedValues.text(then) == after
            else { return false }
            return auditedChange.isStill(now, then)
        }
        revert = { transaction, entry, audit in
            guard let before = Value(entry.before) else { return nil }
            return try transaction.recordChange(
                .undo,
                on: entry.target,
                auditedChange,
                key: entry.stateKey,
                undoing: entry.id,
                audit
            ) { _ in before }
        }
    }

    /// All audited changes by name.
    static let all: [String: AnyAuditedChange] = {
        let auditedChanges = [
            AnyAuditedChange(.reviewVisibility),
            AnyAuditedChange(.photoVisibility),
            AnyAuditedChange(.cardVisibility),
            AnyAuditedChange(.reviewHold),
            AnyAuditedChange(.photoHold),
            AnyAuditedChange(.cardHold),
            AnyAuditedChange(.sanction),
            AnyAuditedChange(.appeal),
            AnyAuditedChange(.role),
            AnyAuditedChange(.caseState),
            AnyAuditedChange(.setting),
            AnyAuditedChange(.placeFacts),
            AnyAuditedChange(.placeAttributes),
            AnyAuditedChange(.placeStatus),
            AnyAuditedChange(.placeMerge),
            AnyAuditedChange(.placeAddition),
            AnyAuditedChange(.keyword),
            AnyAuditedChange(.keywordOrder),
            AnyAuditedChange(.blockedWord),
            AnyAuditedChange(.mailDomain),
            AnyAuditedChange(.block),
        ]
        return Dictionary(uniqueKeysWithValues: auditedChanges.map { ($0.name, $0) })
    }()
}

extension AuditedChange<VisibilityState> {
    /// The audited state that hides targets of this kind; nil where they cannot be hidden.
    static func visibility(of kind: AuditEntry.Target.Kind) -> Self? {
        switch kind {
        case .review: .reviewVisibility
        case .photo: .photoVisibility
        case .card: .cardVisibility
        default: nil
        }
    }
}

extension AuditedChange<HoldState> {
    /// The audited state that holds targets of this kind until staff have looked.
    static func hold(of kind: AuditEntry.Target.Kind) -> Self? {
        switch kind {
        case .review: .reviewHold
        case .photo: .photoHold
        case .card: .cardHold
        default: nil
        }
    }
}
