import Foundation

extension Transaction {
    /// Answers each reporter of a case once and records whether they were right. Nobody is notified of sanctions.
    func settleReports(of found: ReportCase, _ outcome: ReportCase.Outcome?, _ audit: AuditContext) throws {
        let outcome = outcome ?? .approved
        if outcome == .approved {
            try execute(
                "UPDATE report_cases SET target_rev = \(try contentVersion(of: found.target)) WHERE id = \(found.id)"
            )
        }
        let answer = AuditContext(actor: audit.actor, at: audit.at, emailRenderer: audit.emailRenderer)
        let place = try found.place.flatMap { try self.place($0)?.name } ?? ""
        for reporter in try reporters(of: found.id) {
            try countJudgement(reporter.account, outcome, by: 1)
            guard !reporter.isAnswered else { continue }
            // Other people's content is not quoted; the answer only links to it.
            let kind = "reported-\(found.target.kind.rawValue)"
            let isNamed = found.target.kind == .user || !place.isEmpty
            let about = isNamed ? EmailMessage.About(kind: kind, place: place, day: reporter.reportedAt) : nil
            try enqueueDecisionEmail(reporter.account, outcome.message, answer, link: "/about/guidelines", about: about)
        }
        try execute(
            "UPDATE reports SET answered_at = \(audit.at.milliseconds) WHERE case_id = \(found.id) AND answered_at IS NULL"
        )
        try settleSuggestions(of: found, isTaken: outcome == .acted, answer)
    }

    /// Reopens the reports of a reopened case: their reporters are neither right nor wrong yet.
    func unsettleReports(of found: ReportCase) throws {
        try execute("UPDATE report_cases SET target_rev = NULL WHERE id = \(found.id)")
        guard let outcome = found.outcome else { return }
        for reporter in try reporters(of: found.id) { try countJudgement(reporter.account, outcome, by: -1) }
    }

    private func reporters(of id: ReportCase.ID) throws -> [(account: Account.ID, isAnswered: Bool, reportedAt: Date)] {
        try rows(
            """
            SELECT account_id, answered_at IS NOT NULL, created_at FROM reports
            WHERE case_id = \(id) AND account_id IS NOT NULL ORDER BY id
            """
        ).map { (try $0.id(0), try $0.bool(1), try $0.date(2)) }
    }

    private func countJudgement(_ account: Account.ID, _ outcome: ReportCase.Outcome, by change: Int) throws {
        let (right, wrong) = (outcome == .acted ? change : 0, outcome == .approved ? change : 0)
        guard right != 0 || wrong != 0 else { return }
        try execute(
            """
            INSERT INTO reporter_records (account_id, right_count, wrong_count) VALUES (\(account), \(right), \(wrong))
            ON CONFLICT (account_id) DO UPDATE SET right_count = reporter_records.right_count + \(right),
                wrong_count = reporter_records.wrong_count + \(wrong)
            """
        )
    }
}

extension ReportCase.Outcome {
    /// The e-mail message for reporters.
    fileprivate var message: EmailMessage.Kind {
        switch self {
        case .acted: .reportActed
        case .approved: .reportApproved
        case .gone: .reportGone
        }
    }
}

extension EmailMessage.Kind {
    /// The outcome of a report, without sanctions. Takes a link to the guidelines.
    static let reportActed = Self("report-acted")
    static let reportApproved = Self("report-approved")
    static let reportGone = Self("report-gone")
    /// The outcome of a suggestion. Takes a link to the place.
    static let suggestionActed = Self("suggestion-acted")
    static let suggestionDeclined = Self("suggestion-declined")
}
