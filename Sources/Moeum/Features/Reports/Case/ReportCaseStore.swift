import Foundation

extension Transaction {
    func reportCase(_ id: ReportCase.ID) throws -> ReportCase? { try reportCases(where: "c.id = \(id)").first }

    /// The case of a thing that is not closed.
    func openCase(of target: AuditEntry.Target) throws -> ReportCase? {
        try reportCases(
            where: "c.target_kind = \(target.kind.rawValue) AND c.target_id = \(target.id) AND c.closed_at IS NULL"
        ).first
    }

    /// - Parameter condition: on `report_cases c`, narrow enough to be read whole.
    func reportCases(where condition: SQL) throws -> [ReportCase] {
        try rows("SELECT \(Self.caseColumns) FROM report_cases c WHERE \(condition) ORDER BY c.id DESC").map(
            ReportCase.init
        )
    }

    /// Columns of `report_cases c`, in the order in which a case is read from a row.
    static let caseColumns: SQL = """
        c.id, c.target_kind, c.target_id, c.account_id, c.place_id, c.state, \(outcomeOfCase), c.assignee_id, c.weight,
        c.report_count, c.is_held, c.opened_at, c.reported_at, c.taken_at, c.closed_at, c.rev
        """

    /// Of `report_cases c`, as `ReportCase.Outcome` names it.
    static let outcomeOfCase: SQL = "CASE WHEN c.is_gone = 1 THEN 'gone' ELSE c.outcome END"

    /// The living case of a thing, made where there is none.
    /// - Parameters:
    ///   - account: whose it is.
    ///   - place: where it is shown.
    func findOrInsertCase(of target: AuditEntry.Target, account: Account.ID?, place: Place.ID?, at now: Date) throws
        -> ReportCase
    {
        if let living = try openCase(of: target) { return living }
        let id = Identifier.next()
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

    /// Notes whether the site holds what a case is about.
    func setHeld(_ isHeld: Bool, _ id: ReportCase.ID) throws {
        try execute("UPDATE report_cases SET is_held = \(isHeld), rev = rev + 1 WHERE id = \(id)")
        try reorderReportCase(id)
    }

    /// Notes that something was done in a case, so that whoever has its older page notices.
    func touchReportCase(of id: ReportCase.ID) throws {
        try execute("UPDATE report_cases SET rev = rev + 1 WHERE id = \(id)")
    }

    /// Whether something was done that still stands, besides looking at it: in the case itself, or since it was opened to
    /// what it is about or to whoever wrote that, by another page or by a command.
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
        ).map { try $0.int64(0) }.contains { try isInEffect($0) }
    }

    /// Works a case's place in the queue out anew from what is known of it.
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

    /// Says of each reason of a case what the case says, for the queue's filters; after each change of a case that they show.
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

    /// How many cases are in each state.
    func caseCounts() throws -> [ReportCase.State: Int] {
        let pairs = try rows("SELECT state, count FROM report_case_counts ORDER BY state").map {
            (ReportCase.State(rawValue: try $0.string(0)), try $0.int(1))
        }
        return Dictionary(pairs.compactMap { state, count in state.map { ($0, count) } }) { $0 + $1 }
    }

    func countCases(_ state: ReportCase.State, by change: Int) throws {
        try execute("UPDATE report_case_counts SET count = count + \(change) WHERE state = \(state.rawValue)")
    }

    /// Gives a case another state; everything else follows in `AuditedState.caseState`.
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

/// Where a case stands.
struct CaseState: AuditedValue {
    var state: ReportCase.State
    @AuditedNumber var assignee: Account.ID?
    var outcome: ReportCase.Outcome?
}

extension AuditedState<CaseState> {
    /// Where a case stands, by its number as the key. The target is what was reported.
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
                // Reopened while another case of the same thing lives, the two would be one.
                if state != .closed, found.state == .closed, let living = try transaction.openCase(of: found.target) {
                    guard try transaction.removeEmptyCase(living) else { throw Problem.cannotRevert }
                }
                if let former = assignee, try (transaction.account(former)?.role ?? .member) < .moderator {
                    guard found.state == .closed || state == .closed else { throw Problem.cannotRevert }
                    // Whoever had it is of the staff no more: it is for anybody to take.
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
                if state == .closed || found.state == .closed { try transaction.recordHold(of: found.target, audit) }
            },
            person: { transaction, _, key in try ReportCase.ID(key).flatMap { try transaction.reportCase($0)?.account }
            },
            isStill: { now, then in
                // Whoever had it may have left since.
                now == then || now == CaseState(state: then.state, assignee: nil, outcome: then.outcome)
            }
        )
    }
}

extension ReportCase {
    /// From `Transaction.caseColumns`.
    init(_ row: any Row) throws {
        guard let kind = AuditEntry.Target.Kind(rawValue: try row.string(1)),
            let state = State(rawValue: try row.string(5))
        else {
            throw DatabaseError.decoding(column: 1, expected: "a case")
        }
        id = try row.int64(0)
        target = AuditEntry.Target(kind, try row.int64(2))
        account = try row.optionalInt64(3)
        place = try row.optionalInt64(4)
        self.state = state
        outcome = try row.optionalString(6).flatMap(Outcome.init(rawValue:))
        assignee = try row.optionalInt64(7)
        weight = try row.int(8)
        reportCount = try row.int(9)
        isHeld = try row.bool(10)
        openedAt = Date(milliseconds: try row.int64(11))
        reportedAt = Date(milliseconds: try row.int64(12))
        takenAt = try row.optionalInt64(13).map(Date.init(milliseconds:))
        closedAt = try row.optionalInt64(14).map(Date.init(milliseconds:))
        rev = try row.int(15)
    }
}
