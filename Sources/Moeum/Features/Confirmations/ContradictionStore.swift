import Foundation

/// Answers that a place has closed, and the case that enough of them open.
extension Transaction {
    /// Opens a case about a place that enough people said has closed. While it is open, more of them change nothing about it.
    func fileContradictions(of place: Place.ID, at now: Date) throws {
        let contradictions = try contradictions(of: place, at: now)
        guard Contradiction.areEnough(contradictions) else { return }
        let known = try contradictions.lazy.compactMap(\.caseID).first.flatMap { try reportCase($0) }
        let found = try known ?? findOrInsertCase(of: .place(place), account: nil, place: place, at: now)
        try execute(
            """
            UPDATE confirmations SET case_id = \(found.id)
            WHERE id IN \(list: contradictions.map(\.id)) AND case_id IS NULL
            """
        )
        try countContradictions(in: found.id, at: now)
    }

    /// Takes an answer that was deleted out of the case that it counted in, unless staff have closed it. Another answer counts
    /// in its place; a case that nobody is behind any more is removed.
    func withdrawContradiction(_ answer: Contradiction) throws {
        guard answer.isCounted, let found = try answer.caseID.flatMap({ try reportCase($0) }), found.closedAt == nil
        else { return }
        try changeCase(found.id, count: -1, weight: -answer.weight)
        try countContradictions(in: found.id)
        if let left = try reportCase(found.id), left.reportCount == 0, !left.isHeld { try removeUnusedCase(left) }
    }

    /// Newest first; only those that have a weight.
    func contradictions(of place: Place.ID, at now: Date) throws -> [Contradiction] {
        let lastOpen = try first(
            "SELECT o.created_at, o.id FROM confirmations o WHERE \(Self.isWeightedOpen(at: "\(place)")) \(Self.newestOpen)"
        ) { (at: try $0.int64(0), id: try $0.id(1) as Confirmation.ID) }
        return try rows(
            """
            SELECT \(Contradiction.columns) FROM confirmations c LEFT JOIN report_cases r ON r.id = c.case_id
            WHERE c.place_id = \(place) AND \(Self.isContradiction(at: now))
                AND (c.created_at, c.id) > (\(lastOpen?.at ?? 0), \(lastOpen?.id ?? .absent))
            ORDER BY c.created_at DESC, c.id DESC LIMIT 100
            """
        ).map { try Contradiction($0) }
    }

    /// Whether a place is said to have closed, as `ConfirmationCounts` has it, asked of each of many places.
    /// - Parameter place: the column with its number.
    func isSaidClosed(_ place: SQL, at now: Date) -> SQL {
        """
        EXISTS (SELECT c.place_id FROM confirmations c LEFT JOIN report_cases r ON r.id = c.case_id
            WHERE c.place_id = \(place) AND \(Self.isContradiction(at: now))
                AND ((c.created_at, c.id) > (SELECT o.created_at, o.id FROM confirmations o
                    WHERE \(Self.isWeightedOpen(at: place)) \(Self.newestOpen))) IS NOT FALSE
            GROUP BY c.place_id
            HAVING COUNT(*) >= \(Contradiction.least.count)
                AND CAST(SUM(c.weight) AS BIGINT) >= \(Contradiction.least.weight)
                AND MAX(c.confirmed_on) > \(Confirmation.day(Contradiction.daysShown, before: now)))
        """
    }

    /// Of `confirmations c LEFT JOIN report_cases r`: it says closed, counts, and staff have not decided about it.
    private static func isContradiction(at now: Date) -> SQL {
        """
        c.state = 'closed' AND c.weight > 0 AND c.confirmed_on > \(Confirmation.day(Confirmation.daysCounted, before: now))
            AND r.closed_at IS NULL AND \(isLatestConfirmation)
        """
    }

    /// Of `confirmations o`.
    private static func isWeightedOpen(at place: SQL) -> SQL {
        "o.place_id = \(place) AND o.state = 'open' AND o.weight > 0"
    }

    private static let newestOpen: SQL = "ORDER BY o.created_at DESC, o.id DESC LIMIT 1"

    /// Counts answers of a case, the oldest first, until they are enough: more of them do not make it more urgent.
    /// - Parameter now: when somebody answered; nil where an answer was taken back.
    private func countContradictions(in caseID: ReportCase.ID, at now: Date? = nil) throws {
        var counted = try contradictions(in: caseID, areCounted: true)
        let known = counted.count
        for answer in try contradictions(in: caseID, areCounted: false) where !Contradiction.areEnough(counted) {
            counted.append(answer)
        }
        let added = counted[known...]
        guard !added.isEmpty else { return }
        try execute("UPDATE confirmations SET is_counted = 1 WHERE id IN \(list: added.map(\.id))")
        try changeCase(caseID, count: added.count, weight: added.reduce(0) { $0 + $1.weight }, at: now)
    }

    /// The oldest first.
    private func contradictions(in caseID: ReportCase.ID, areCounted: Bool) throws -> [Contradiction] {
        try rows(
            """
            SELECT \(Contradiction.columns) FROM confirmations c
            WHERE c.case_id = \(caseID) AND c.is_counted = \(areCounted ? 1 : 0) ORDER BY c.created_at, c.id LIMIT 100
            """
        ).map { try Contradiction($0) }
    }

    private func changeCase(_ id: ReportCase.ID, count: Int, weight: Int, at now: Date? = nil) throws {
        try execute(
            """
            UPDATE report_cases SET weight = weight + \(weight), report_count = report_count + \(count),
                reported_at = COALESCE(\(now?.milliseconds), reported_at)
            WHERE id = \(id)
            """
        )
        let reason = Suggestion.Kind.closed.reason.rawValue
        try execute(
            """
            INSERT INTO report_case_reasons (case_id, reason, report_count) VALUES (\(id), \(reason), \(count))
            ON CONFLICT (case_id, reason) DO UPDATE SET report_count = report_case_reasons.report_count + \(count)
            """
        )
        try execute(
            "DELETE FROM report_case_reasons WHERE case_id = \(id) AND reason = \(reason) AND report_count <= 0"
        )
        try reorderReportCase(id)
    }
}

extension Contradiction {
    /// Of `confirmations c`.
    static let columns: SQL = "c.id, c.weight, c.confirmed_on, c.case_id, c.is_counted"

    /// From its columns.
    init(_ row: any Row) throws {
        (id, weight, on, caseID) = (try row.id(0), try row.int(1), try row.string(2), try row.optionalID(3))
        isCounted = try row.int(4) == 1
    }
}
