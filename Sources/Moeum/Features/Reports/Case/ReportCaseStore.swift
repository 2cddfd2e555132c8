import Foundation

extension Transaction {
    func reportCase(_ id: ReportCase.ID) throws -> ReportCase? { try reportCases(where: "c.id = \(id)").first }

    /// The open or assigned case of a target.
    func openCase(of target: AuditEntry.Target) throws -> ReportCase? {
        try reportCases(
            where: "c.target_kind = \(target.kind.rawValue) AND c.target_id = \(target.id) AND c.closed_at IS NULL"
        ).first
    }

    /// Newest first.
    /// - Parameter condition: on `report_cases c`; without a limit narrow enough to be read whole.
    func reportCases(where condition: SQL, limit: Int = .max) throws -> [ReportCase] {
        try rows(
            "SELECT \(ReportCase.columns) FROM report_cases c WHERE \(condition) ORDER BY c.id DESC LIMIT \(limit)"
        ).map(ReportCase.init)
    }

    /// The outcome of `report_cases c`, as `ReportCase.Outcome` names it.
    static let outcomeOfCase: SQL = "CASE WHEN c.is_gone = 1 THEN 'gone' ELSE c.outcome END"

    /// The open or assigned case of a target; a new one where there is none.
    /// - Parameters:
    ///   - account: the author or the reported account.
    ///   - place: the place that shows the content.
    func findOrInsertCase(of target: AuditEntry.Target, account: Account.ID?, place: Place.ID?, at now: Date) throws
        -> ReportCase
    {
        if let currentCase = try openCase(of: target) { return currentCase }
        let id = ReportCase.ID.next()
        try execute(
            """
            INSERT INTO report_cases (id, target_kind, target_id, account_id, place_id, state, opened_at, reported_at)
            VALUES (\(id), \(target.kind.rawValue), \(target.id), \(account), \(place), 'open', \(now.milliseconds),
                \(now.milliseconds))
            """
        )
        try countCases(.open, by: 1)
        guard let made = try reportCase(id) else { throw Problem.notFound }
        return made
    }

    /// Records whether the case's content is held.
    func setCaseHeld(_ isHeld: Bool, _ id: ReportCase.ID) throws {
        try execute("UPDATE report_cases SET is_held = \(isHeld), rev = rev + 1 WHERE id = \(id)")
        try reorderReportCase(id)
    }

    /// Holds the content of a case until staff have looked.
    func holdContent(
        of target: AuditEntry.Target,
        in caseID: ReportCase.ID,
        for reasons: Set<HiddenReason>,
        at now: Date,
        _ emailRenderer: EmailRenderer
    ) throws {
        guard let hold = AuditedChange.hold(of: target.kind) else { return }
        let audit = AuditContext(actor: .site, caseID: caseID, at: now, emailRenderer: emailRenderer)
        try recordChange(.hold, on: target, hold, audit) { before in
            reasons.reduce(before) { $0.adding($1, since: now) }
        }
        try setCaseHeld(true, caseID)
    }

    /// Raises the case's revision, so that forms of older pages become stale.
    func touchReportCase(of id: ReportCase.ID) throws {
        try execute("UPDATE report_cases SET rev = rev + 1 WHERE id = \(id)")
    }

    /// Whether an action other than taking the case is still in force: in the case itself, or on its target or that one's
    /// author by another page or command since the case was opened.
    func hasActions(in found: ReportCase) throws -> Bool {
        let entries: [AuditEntry.Action] = [
            .hide, .warn, .noPosting, .suspend, .correctPlace, .setStatus, .mergePlaces, .addPlace, .block,
        ]
        let actions = entries.map(\.rawValue)
        let since = found.openedAt.milliseconds
        let (kind, key) = (found.target.kind.rawValue, found.target.key)
        return try rows(
            """
            SELECT d.id FROM audit_log d WHERE d.case_id = \(found.id) AND d.action IN \(list: actions)
            UNION
            SELECT d.id FROM audit_log d
            WHERE d.target_kind = \(kind) AND d.target_key = \(key) AND d.at >= \(since) AND d.action IN \(list: actions)
            UNION
            SELECT d.id FROM audit_log d
            WHERE d.person_id = \(found.account) AND d.at >= \(since) AND d.action IN \(list: actions)
            ORDER BY 1
            """
        ).map { try $0.id(0) }.contains { try isInEffect($0) }
    }

    /// Recomputes the case's position in the queue.
    func reorderReportCase(_ id: ReportCase.ID) throws {
        guard let found = try reportCase(id) else { return }
        let reasons = try rows("SELECT reason FROM report_case_reasons WHERE case_id = \(id) ORDER BY reason").map {
            ModerationReason(rawValue: try $0.string(0))
        }
        let isUrgent = reasons.contains { $0?.isUrgent == true }
        let order = ReportCase.queueOrder(weight: found.weight, isHeld: found.isHeld, isUrgent: isUrgent)
        try execute("UPDATE report_cases SET queue_order = \(order) WHERE id = \(id)")
        try copyCaseToReasons(id)
    }

    /// Copies the case's columns to each of its reasons, for the queue's filters; needed after each change of those columns.
    private func copyCaseToReasons(_ id: ReportCase.ID) throws {
        try execute(
            """
            UPDATE report_case_reasons SET
                state = (SELECT c.state FROM report_cases c WHERE c.id = \(id)),
                target_kind = (SELECT c.target_kind FROM report_cases c WHERE c.id = \(id)),
                queue_order = (SELECT c.queue_order FROM report_cases c WHERE c.id = \(id)),
                reported_at = (SELECT c.reported_at FROM report_cases c WHERE c.id = \(id)),
                case_count = (SELECT c.report_count FROM report_cases c WHERE c.id = \(id))
            WHERE case_id = \(id)
            """
        )
    }

    /// The number of cases in each state.
    func caseCounts() throws -> [ReportCase.State: Int] {
        let pairs = try rows("SELECT state, count FROM report_case_counts ORDER BY state").map {
            (ReportCase.State(rawValue: try $0.string(0)), try $0.int(1))
        }
        return Dictionary(pairs.compactMap { state, count in state.map { ($0, count) } }) { $0 + $1 }
    }

    /// When the oldest case was opened that nobody has decided.
    func oldestOpenCase() throws -> Date? {
        try first("SELECT MIN(opened_at) FROM report_cases WHERE state IN ('open', 'taken')") { try $0.optionalDate(0) }
            ?? nil
    }

    func countCases(_ state: ReportCase.State, by change: Int) throws {
        try execute("UPDATE report_case_counts SET count = count + \(change) WHERE state = \(state.rawValue)")
    }

    /// Changes the state of a case; what follows from it is in `AuditedChange.caseState`.
    fileprivate func setCaseState(
        _ found: ReportCase,
        to state: ReportCase.State,
        assignee: Account.ID?,
        outcome: ReportCase.Outcome?,
        at now: Date
    ) throws {
        let isGone = outcome == .gone
        let word = (isGone ? .approved : outcome)?.rawValue
        let takenAt = state == .open ? nil : found.takenAt ?? now
        let closedAt = state == .closed ? now : nil
        try execute(
            """
            UPDATE report_cases SET state = \(state.rawValue), assignee_id = \(assignee), outcome = \(word),
                is_gone = \(isGone),
                taken_at = \(takenAt?.milliseconds), closed_at = \(closedAt?.milliseconds), rev = rev + 1
            WHERE id = \(found.id)
            """
        )
        try countCases(found.state, by: -1)
        try countCases(state, by: 1)
        try copyCaseToReasons(found.id)
    }
}

/// The state of a case: open, assigned or closed.
struct CaseState: AuditedValue {
    var state: ReportCase.State
    @AuditedNumber var assignee: Account.ID?
    var outcome: ReportCase.Outcome?
}

extension AuditedChange<CaseState> {
    /// The state of a case, with its id as the key. The target is what was reported.
    static var caseState: Self {
        Self(
            name: "case",
            read: { transaction, _, key in
                guard let id = ReportCase.ID(key), let found = try transaction.reportCase(id) else { return nil }
                return CaseState(state: found.state, assignee: found.assignee, outcome: found.outcome)
            },
            write: { transaction, _, key, wanted, audit in
                guard let id = ReportCase.ID(key), let found = try transaction.reportCase(id) else { return }
                var (state, assignee) = (wanted.state, wanted.assignee)
                // There may be only one open case of a target, so a closed one stays closed while another is open.
                if state != .closed, found.state == .closed,
                    let currentCase = try transaction.openCase(of: found.target)
                {
                    guard try transaction.removeEmptyCase(currentCase) else { throw Problem.cannotRevert }
                }
                if let former = assignee, try (transaction.account(former)?.role ?? .member) < .moderator {
                    guard found.state == .closed || state == .closed else { throw Problem.cannotRevert }
                    // The former assignee is no longer staff: anybody may take the case.
                    assignee = nil
                    if state == .taken { state = .open }
                }
                try transaction.setCaseState(
                    found,
                    to: state,
                    assignee: assignee,
                    outcome: wanted.outcome,
                    at: audit.at
                )
                if state == .closed { try transaction.settleReports(of: found, wanted.outcome, audit) }
                if found.state == .closed { try transaction.unsettleReports(of: found) }
                if state == .closed || found.state == .closed {
                    try transaction.updateCaseHold(of: found.target, audit)
                }
            },
            person: { transaction, _, key in try ReportCase.ID(key).flatMap { try transaction.reportCase($0)?.account }
            },
            isStill: { now, then in
                // The former assignee may have left the staff since.
                now == then || now == CaseState(state: then.state, assignee: nil, outcome: then.outcome)
            }
        )
    }
}

extension ReportCase {
    /// Of `report_cases c`.
    static let columns: SQL = """
        c.id, c.target_kind, c.target_id, c.account_id, c.place_id, c.state, \(Transaction.outcomeOfCase), c.assignee_id,
        c.weight, c.report_count, c.is_held, c.opened_at, c.reported_at, c.taken_at, c.closed_at, c.rev
        """

    /// From its columns.
    init(_ row: any Row) throws {
        guard let kind = AuditEntry.Target.Kind(rawValue: try row.string(1)),
            let state = State(rawValue: try row.string(5))
        else {
            throw DatabaseError.decoding(column: 1, expected: "a case")
        }
        id = try row.id(0)
        target = AuditEntry.Target(kind, try row.int64(2))
        account = try row.optionalID(3)
        place = try row.optionalID(4)
        self.state = state
        outcome = try row.optionalString(6).flatMap(Outcome.init(rawValue:))
        assignee = try row.optionalID(7)
        weight = try row.int(8)
        reportCount = try row.int(9)
        isHeld = try row.bool(10)
        openedAt = try row.date(11)
        reportedAt = try row.date(12)
        takenAt = try row.optionalDate(13)
        closedAt = try row.optionalDate(14)
        rev = try row.int(15)
    }
}
