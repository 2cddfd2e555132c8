import Foundation

extension Transaction {
    /// The open case in which this account has sent the same suggestion already.
    func caseOfUnanswered(_ suggestion: Suggestion, by account: Account.ID, at place: Place.ID?) throws
        -> ReportCase.ID?
    {
        let ofPlace: SQL = place.map { "s.place_id = \($0)" } ?? "s.place_id IS NULL"
        return try first(
            """
            SELECT c.id FROM suggestions s JOIN report_cases c ON c.id = s.case_id
            WHERE s.account_id = \(account) AND \(ofPlace) AND s.kind = \(suggestion.kind.rawValue)
                AND s.field = \(suggestion.field) AND s.value = \(suggestion.value) AND c.closed_at IS NULL
            ORDER BY s.id LIMIT 1
            """
        ) { try $0.id(0) }
    }

    func insertSuggestion(
        _ id: FiledSuggestion.ID,
        _ suggestion: Suggestion,
        by account: Account.ID,
        at place: Place.ID?,
        in caseID: ReportCase.ID,
        _ now: Date
    ) throws {
        try execute(
            """
            INSERT INTO suggestions (id, case_id, account_id, place_id, kind, field, value, source, created_at)
            VALUES (\(id), \(caseID), \(account), \(place), \(suggestion.kind.rawValue), \(suggestion.field),
                \(suggestion.value), \(suggestion.source), \(now.milliseconds))
            """
        )
    }

    /// Answers each sender of suggestions in a case once.
    /// - Parameter isTaken: whether the suggestion led to a change.
    func settleSuggestions(of found: ReportCase, isTaken: Bool, _ answer: AuditContext) throws {
        let waiting = try rows(
            """
            SELECT DISTINCT account_id FROM suggestions
            WHERE case_id = \(found.id) AND account_id IS NOT NULL AND answered_at IS NULL ORDER BY account_id
            """
        ).map { try $0.id(0) as Account.ID }
        let link = found.place.map { "/places/\($0)" } ?? "/places?kind=bookshop"
        for account in waiting {
            try enqueueDecisionEmail(account, isTaken ? .suggestionActed : .suggestionDeclined, answer, link: link)
        }
        try execute(
            """
            UPDATE suggestions SET answered_at = \(answer.at.milliseconds)
            WHERE case_id = \(found.id) AND answered_at IS NULL
            """
        )
    }
}
