import Foundation

extension Transaction {
    /// Oldest first, each with the outcome that its reporter was shown.
    func archivedReports(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .reports,
            """
            SELECT c.target_kind || ':' || CAST(c.target_id AS TEXT), r.reason, r.detail, r.created_at, r.answered_at,
                CASE WHEN r.answered_at IS NOT NULL THEN \(Self.outcomeOfCase) END
            FROM reports r JOIN report_cases c ON c.id = r.case_id WHERE r.account_id = \(account) ORDER BY r.id
            """
        )
    }

    func archivedSuggestions(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .suggestions,
            """
            SELECT p.id, p.name, p.district, s.kind, s.value, s.source, s.created_at, s.answered_at,
                CASE WHEN s.answered_at IS NOT NULL THEN \(Self.outcomeOfCase) END
            FROM suggestions s LEFT JOIN report_cases c ON c.id = s.case_id
                LEFT JOIN places p ON p.id = COALESCE(s.place_id, c.place_id)
            WHERE s.account_id = \(account) ORDER BY s.id
            """
        )
    }
}
