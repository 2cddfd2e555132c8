import Foundation

extension Transaction {
    /// Changes an audited state and writes an audit entry, or does nothing where the state is already so.
    /// - Parameters:
    ///   - key: tells the states apart where the target has several of this kind.
    ///   - change: returns the new state, given the current one.
    ///   - undoes: the audit entry that this change undoes.
    /// - Returns: the audit entry; nil where nothing changed.
    /// - Throws: `Problem.notFound` where there is no such target.
    @discardableResult
    func recordChange<Value>(
        _ action: AuditEntry.Action,
        on target: AuditEntry.Target,
        _ auditedChange: AuditedChange<Value>,
        key: String = "",
        undoing undoes: AuditEntry.ID? = nil,
        _ audit: AuditContext,
        _ change: (Value) throws -> Value
    ) throws -> AuditEntry.ID? {
        guard let before = try auditedChange.read(self, target, key) else { throw Problem.notFound }
        let wanted = try change(before)
        guard wanted != before else { return nil }
        let person = try auditedChange.person(self, target, key)
        try auditedChange.write(self, target, key, wanted, audit)
        let after = try auditedChange.read(self, target, key)
        return try insertAuditEntry(
            action,
            target,
            person,
            audit,
            auditedChange: auditedChange.name,
            key: key,
            before: AuditedValues.text(before),
            after: after.map(AuditedValues.text) ?? "{}",
            undoing: undoes
        )
    }

    /// Writes an audit entry of something that cannot be undone, such as ended sessions.
    @discardableResult
    func recordEvent(
        _ action: AuditEntry.Action,
        on target: AuditEntry.Target,
        of person: Account.ID? = nil,
        _ audit: AuditContext,
        before: some Encodable = AuditEntry.State(),
        after: some Encodable = AuditEntry.State()
    ) throws -> AuditEntry.ID {
        try insertAuditEntry(
            action,
            target,
            person,
            audit,
            before: AuditedValues.text(before),
            after: AuditedValues.text(after)
        )
    }

    /// Undoes an audit entry: restores the state before it. That writes an audit entry too, which can be undone as well.
    /// - Throws: `Problem.notFound`; 409 where it was undone already, or where the state has changed since.
    @discardableResult
    func revertChange(_ id: AuditEntry.ID, _ audit: AuditContext) throws -> AuditEntry.ID {
        guard let entry = try auditEntry(id) else { throw Problem.notFound }
        guard let auditedChange = entry.auditedChange.flatMap({ AnyAuditedChange.all[$0] }) else {
            throw Problem.cannotRevert
        }
        guard try canRevert(entry) else { throw Problem.cannotRevert }
        var audit = audit
        audit.caseID = entry.caseID
        audit.isNoteShared = false
        if audit.reason == nil { audit.reason = entry.reason }
        guard let undone = try auditedChange.revert(self, entry, audit) else { throw Problem.cannotRevert }
        if let caseID = entry.caseID { try touchReportCase(of: caseID) }
        try deleteMonthFigures(since: try originalEntry(of: entry).at)
        return undone
    }

    /// The first audit entry of a chain of undoing; itself where it undoes nothing.
    func originalEntry(of entry: AuditEntry) throws -> AuditEntry {
        var first = entry
        while let before = try first.undoes.flatMap({ try self.auditEntry($0) }) { first = before }
        return first
    }

    /// Whether an audit entry is in effect: nothing undid it, or what did was undone itself.
    func isInEffect(_ id: AuditEntry.ID) throws -> Bool {
        var (isIntact, last) = (true, id)
        while let next = try first("SELECT id FROM audit_log WHERE undoes = \(last)", { try $0.id(0) as AuditEntry.ID })
        {
            (isIntact, last) = (!isIntact, next)
        }
        return isIntact
    }

    /// Whether an audit entry can be undone now.
    func canRevert(_ entry: AuditEntry) throws -> Bool {
        guard !entry.isUndone, let auditedChange = entry.auditedChange.flatMap({ AnyAuditedChange.all[$0] }) else {
            return false
        }
        return try auditedChange.isStill(self, entry)
    }

    func auditEntry(_ id: AuditEntry.ID) throws -> AuditEntry? {
        try auditEntries(where: "d.id = \(id)", limit: 1).first
    }

    /// Newest first.
    /// - Parameter condition: on `audit_log d`.
    func auditEntries(where condition: SQL, limit: Int) throws -> [AuditEntry] {
        try rows(
            """
            SELECT \(AuditEntry.columns) FROM audit_log d WHERE \(condition) ORDER BY d.at DESC, d.id DESC LIMIT \(limit)
            """
        ).map(AuditEntry.init)
    }

    /// The number of the newest audit entry on a target; a form carries it to notice a change by somebody else.
    func latestAuditEntry(on target: AuditEntry.Target) throws -> AuditEntry.ID {
        try first(
            """
            SELECT id FROM audit_log WHERE target_kind = \(target.kind.rawValue) AND target_key = \(target.key)
            ORDER BY id DESC LIMIT 1
            """
        ) { try $0.id(0) } ?? .absent
    }

    private func insertAuditEntry(
        _ action: AuditEntry.Action,
        _ target: AuditEntry.Target,
        _ person: Account.ID?,
        _ audit: AuditContext,
        auditedChange: String? = nil,
        key: String = "",
        before: String,
        after: String,
        undoing undoes: AuditEntry.ID? = nil
    ) throws -> AuditEntry.ID {
        let id = AuditEntry.ID.next()
        try execute(
            """
            INSERT INTO audit_log (id, at, actor_kind, actor_id, action, target_kind, target_key, person_id, case_id, reason,
                note, audited_state, state_key, before_state, after_state, undoes)
            VALUES (\(id), \(audit.at.milliseconds), \(audit.actor.name), \(audit.actor.account), \(action.rawValue),
                \(target.kind.rawValue), \(target.key), \(person), \(audit.caseID), \(audit.reason?.rawValue), \(audit.note),
                \(auditedChange), \(key), \(before), \(after), \(undoes))
            """
        )
        return id
    }
}

extension AuditEntry {
    /// Of `audit_log d`.
    fileprivate static let columns: SQL = """
        d.id, d.at, d.actor_kind, d.actor_id, d.action, d.target_kind, d.target_key, d.person_id, d.case_id, d.reason,
        d.note, d.audited_state, d.state_key, d.before_state, d.after_state, d.undoes,
        (SELECT u.id FROM audit_log u WHERE u.undoes = d.id)
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        id = try row.id(0)
        at = try row.date(1)
        switch try row.string(2) {
        case "staff": actor = .staff(try row.id(3))
        case "command": actor = .command
        default: actor = .site
        }
        guard let action = Action(rawValue: try row.string(4)) else {
            throw DatabaseError.decoding(column: 4, expected: "an action")
        }
        guard let kind = Target.Kind(rawValue: try row.string(5)) else {
            throw DatabaseError.decoding(column: 5, expected: "a kind of target")
        }
        self.action = action
        target = Target(kind, try row.string(6))
        person = try row.optionalID(7)
        caseID = try row.optionalID(8)
        reason = try row.optionalString(9).flatMap(ModerationReason.init(rawValue:))
        note = try row.string(10)
        auditedChange = try row.optionalString(11)
        stateKey = try row.string(12)
        before = AuditedValues.state(try row.string(13))
        after = AuditedValues.state(try row.string(14))
        undoes = try row.optionalID(15)
        undoneBy = try row.optionalID(16)
    }
}
