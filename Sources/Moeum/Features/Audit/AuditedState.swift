/// Something about a thing that staff change: how it stands now, and how to make it stand otherwise. Doing and undoing are the
/// same: an audit entry notes how the audited state stood before and after, and to undo it is to set what was before, unless something
/// else has happened to it since.
struct AuditedState: Sendable {
    /// In the log; never changed once used.
    let name: String
    /// How it stands now; nil where there is no such target any more.
    let read: @Sendable (Transaction, AuditEntry.Target, _ key: String) throws -> AuditEntry.State?
    /// Makes it stand like that, with everything that follows: counts, e-mails, sessions.
    let write: @Sendable (Transaction, AuditEntry.Target, _ key: String, AuditEntry.State, AuditContext) throws -> Void
    /// Whom it concerns; nil where nobody or where the person has left.
    let person: @Sendable (Transaction, AuditEntry.Target, _ key: String) throws -> Account.ID?
    /// Whether it still stands as an audit entry left it, so that this can be undone: besides what changes without any audit entry.
    var isStill: @Sendable (_ now: AuditEntry.State, _ then: AuditEntry.State) -> Bool = { $0 == $1 }

    /// Every audited state by its name, for the log's undo.
    static let all: [String: AuditedState] = {
        let auditedStates = [
            reviewVisibility,
            photoVisibility,
            reviewHold,
            photoHold,
            sanction,
            appeal,
            role,
            caseState,
            setting,
            placeFacts,
            placeStatus,
            placeMerge,
            placeAddition,
            keyword,
            keywordOrder,
            blockedWord,
            mailDomain,
            block,
        ]
        return Dictionary(uniqueKeysWithValues: auditedStates.map { ($0.name, $0) })
    }()
}
