import Foundation

extension Transaction {
    /// The reports and suggestions of an account, newest first.
    func sentReports(of account: Account.ID, limit: Int) throws -> [SentReport] {
        let reports = try sentReports(
            """
            SELECT c.target_kind, c.target_id, p.id, p.name, r.reason, r.detail, r.created_at, r.answered_at IS NOT NULL,
                c.state, \(Self.outcomeOfCase)
            FROM reports r JOIN report_cases c ON c.id = r.case_id LEFT JOIN places p ON p.id = c.place_id
            WHERE r.account_id = \(account) ORDER BY r.id DESC LIMIT \(limit)
            """,
            isSuggestion: false
        )
        let suggestions = try sentReports(
            """
            SELECT c.target_kind, c.target_id, p.id, p.name, s.kind, s.value, s.created_at, s.answered_at IS NOT NULL,
                c.state, \(Self.outcomeOfCase)
            FROM suggestions s JOIN report_cases c ON c.id = s.case_id
                LEFT JOIN places p ON p.id = COALESCE(s.place_id, c.place_id)
            WHERE s.account_id = \(account) ORDER BY s.id DESC LIMIT \(limit)
            """,
            isSuggestion: true
        )
        return Array((reports + suggestions).sorted { $0.sentAt > $1.sentAt }.prefix(limit))
    }

    private func sentReports(_ query: SQL, isSuggestion: Bool) throws -> [SentReport] {
        try rows(query).map { row -> SentReport? in
            guard let kind = AuditEntry.Target.Kind(rawValue: try row.string(0)) else { return nil }
            let outcome = try row.optionalString(9).flatMap(SentReport.State.init(rawValue:))
            let isTaken = try row.string(8) == ReportCase.State.taken.rawValue
            return SentReport(
                target: AuditEntry.Target(kind, try row.int64(1)),
                place: try row.optionalID(2),
                placeName: try row.optionalString(3),
                about: try row.string(4),
                isSuggestion: isSuggestion,
                words: try row.string(5),
                sentAt: try row.date(6),
                // The state that its sender was shown: a reopened case has been answered once.
                state: try row.bool(7) ? outcome ?? .taken : isTaken ? .taken : .open
            )
        }.compactMap(\.self)
    }
}
