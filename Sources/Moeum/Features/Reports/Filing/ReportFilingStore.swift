import Foundation

/// New reports.
extension Transaction {
    /// Whether an account reported the case's target.
    func hasReported(_ account: Account.ID, in caseID: ReportCase.ID) throws -> Bool {
        try first("SELECT 1 FROM reports WHERE case_id = \(caseID) AND account_id = \(account)") { try $0.int(0) }
            != nil
    }

    /// Whether an account has a report or suggestion in the case.
    private func hasReportedOrSuggested(_ account: Account.ID, in caseID: ReportCase.ID) throws -> Bool {
        if try hasReported(account, in: caseID) { return true }
        return try first("SELECT 1 FROM suggestions WHERE case_id = \(caseID) AND account_id = \(account) LIMIT 1") {
            try $0.int(0)
        } != nil
    }

    /// How many reports and suggestions an account has.
    func countReports(of account: Account.ID) throws -> Int {
        try first(
            """
            SELECT (SELECT COUNT(*) FROM reports WHERE account_id = \(account))
                + (SELECT COUNT(*) FROM suggestions WHERE account_id = \(account))
            """
        ) { try $0.int(0) } ?? 0
    }

    /// The present weight of an account's reports, in hundredths.
    func reporterWeight(of account: Account, at now: Date) throws -> Int {
        let record = try first(
            "SELECT right_count, wrong_count FROM reporter_records WHERE account_id = \(account.id)"
        ) { (right: try $0.int(0), wrong: try $0.int(1)) }
        return ReporterWeight.of(
            age: now.timeIntervalSince(account.createdAt),
            right: record?.right ?? 0,
            wrong: record?.wrong ?? 0
        )
    }

    /// Adds a reason and the weight of its reporter to the case, the weight once per account. To be called before the report is
    /// inserted.
    func countReporter(
        _ account: Account.ID,
        _ weight: Int,
        _ reason: ModerationReason,
        in caseID: ReportCase.ID,
        at now: Date
    ) throws {
        let isNew = try !hasReportedOrSuggested(account, in: caseID)
        try execute(
            """
            UPDATE report_cases SET weight = weight + \(isNew ? weight : 0),
                report_count = report_count + \(isNew ? 1 : 0), reported_at = \(now.milliseconds)
            WHERE id = \(caseID)
            """
        )
        try execute(
            """
            INSERT INTO report_case_reasons (case_id, reason, report_count) VALUES (\(caseID), \(reason.rawValue), 1)
            ON CONFLICT (case_id, reason) DO UPDATE SET report_count = report_case_reasons.report_count + 1
            """
        )
        try reorderReportCase(caseID)
    }

    /// Inserts a report.
    /// - Parameter snapshot: what the reporter saw.
    func insertReport(
        _ report: Report,
        by account: Account.ID,
        in caseID: ReportCase.ID,
        _ snapshot: FiledSnapshot.ID,
        weight: Int,
        at now: Date
    ) throws {
        try execute(
            """
            INSERT INTO reports (id, case_id, account_id, snapshot_id, reason, detail, weight, created_at)
            VALUES (\(Identifier<FiledReport>.next()), \(caseID), \(account), \(snapshot), \(report.reason.rawValue),
                \(report.detail), \(weight), \(now.milliseconds))
            """
        )
    }

    /// Whether the case's content was held before: what staff restored is not held again.
    func wasHeld(in caseID: ReportCase.ID) throws -> Bool {
        try first(
            "SELECT 1 FROM audit_log WHERE case_id = \(caseID) AND action = \(AuditEntry.Action.hold.rawValue) LIMIT 1"
        ) { try $0.int(0) } != nil
    }

    // MARK: Snapshots

    /// Adds a snapshot to a case; an equal one is not added twice.
    /// - Returns: the snapshot's id.
    func saveSnapshot(_ snapshot: Snapshot, in caseID: ReportCase.ID, at now: Date) throws -> FiledSnapshot.ID {
        let fingerprint = snapshot.fingerprint
        let known = try first(
            "SELECT id FROM report_snapshots WHERE case_id = \(caseID) AND fingerprint = \(fingerprint)"
        ) { try $0.id(0) as FiledSnapshot.ID }
        if let known { return known }
        let id = FiledSnapshot.ID.next()
        try execute(
            """
            INSERT INTO report_snapshots (id, case_id, fingerprint, nickname, stars, body, visited_on, taken_at)
            VALUES (\(id), \(caseID), \(fingerprint), \(snapshot.nickname), \(snapshot.stars), \(snapshot.body),
                \(snapshot.visitedOn), \(now.milliseconds))
            """
        )
        for (position, picture) in snapshot.pictures.enumerated() {
            try execute(
                """
                INSERT INTO snapshot_photos (name, snapshot_id, position, photo_id, blob_hash, alt)
                VALUES (\(SystemRandom.name()), \(id), \(position), \(picture.photo), \(picture.blob), \(picture.alt))
                """
            )
        }
        return id
    }

    func deleteOldSnapshots(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - Snapshot.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM report_snapshots WHERE id IN (
                SELECT s.id FROM report_snapshots s JOIN report_cases c ON c.id = s.case_id
                WHERE c.closed_at IS NOT NULL AND c.closed_at <= \(oldest) ORDER BY s.id LIMIT \(limit))
            """
        )
    }
}
