/// Something about a thing that staff change: how it stands now, and how to make it stand otherwise. Doing and undoing are the
/// same: an audit entry notes how the audited state stood before and after, and to undo it is to set what was before, unless something
/// else has happened to it since.
struct AuditedState<Value: AuditedValue>: Sendable {
    /// In the log; never changed once used.
    let name: String
    /// How it stands now; nil where there is no such target any more.
    let read: @Sendable (Transaction, AuditEntry.Target, _ key: String) throws -> Value?
    /// Makes it stand like that, with everything that follows: counts, e-mails, sessions.
    let write: @Sendable (Transaction, AuditEntry.Target, _ key: String, Value, AuditContext) throws -> Void
    /// Whom it concerns; nil where nobody or where the person has left.
    let person: @Sendable (Transaction, AuditEntry.Target, _ key: String) throws -> Account.ID?
    /// Whether it still stands as an audit entry left it, so that this can be undone: besides what changes without any audit entry.
    var isStill: @Sendable (_ now: Value, _ then: Value) -> Bool = { $0 == $1 }
}

/// An audited state of whatever values, for the log, which takes back what was done to any.
struct AnyAuditedState: Sendable {
    let name: String
    /// Whether it still stands as an audit entry left it.
    let isStill: @Sendable (Transaction, AuditEntry) throws -> Bool
    /// Makes it stand as before an audit entry; nil where it does already, or where nobody can tell how that was.
    let revert: @Sendable (Transaction, AuditEntry, AuditContext) throws -> AuditEntry.ID?

    private init<Value>(_ auditedState: AuditedState<Value>) {
        name = auditedState.name
        isStill = { transaction, entry in
            guard let now = try auditedState.read(transaction, entry.target, entry.stateKey),
                let then = Value(entry.after),
                // What has a name that nobody knows any more cannot stand like that.
                AuditedValues.text(then) == AuditedValues.text(entry.after)
            else { return false }
            return auditedState.isStill(now, then)
        }
        revert = { transaction, entry, audit in
            guard let before = Value(entry.before) else { return nil }
            return try transaction.recordChange(
                .undo,
                on: entry.target,
                auditedState,
                key: entry.stateKey,
                undoing: entry.id,
                audit
            ) { _ in before }
        }
    }

    /// Every audited state by its name.
    static let all: [String: AnyAuditedState] = {
        let auditedStates = [
            AnyAuditedState(.reviewVisibility),
            AnyAuditedState(.photoVisibility),
            AnyAuditedState(.reviewHold),
            AnyAuditedState(.photoHold),
            AnyAuditedState(.sanction),
            AnyAuditedState(.appeal),
            AnyAuditedState(.role),
            AnyAuditedState(.caseState),
            AnyAuditedState(.setting),
            AnyAuditedState(.placeFacts),
            AnyAuditedState(.placeStatus),
            AnyAuditedState(.placeMerge),
            AnyAuditedState(.placeAddition),
            AnyAuditedState(.keyword),
            AnyAuditedState(.keywordOrder),
            AnyAuditedState(.blockedWord),
            AnyAuditedState(.mailDomain),
            AnyAuditedState(.block),
        ]
        return Dictionary(uniqueKeysWithValues: auditedStates.map { ($0.name, $0) })
    }()
}
