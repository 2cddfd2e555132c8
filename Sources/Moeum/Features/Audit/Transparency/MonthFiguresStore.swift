import Foundation

extension Transaction {
    /// The figures of the last months that have any, newest first.
    /// - Parameter limit: months returned; it searches three times as many.
    func monthFigures(upTo now: Date, limit: Int) throws -> [(month: CalendarMonth, figures: MonthFigures)] {
        guard let first = try firstMonthOfFigures() else { return [] }
        let kept = try savedMonthFigures()
        var found: [(CalendarMonth, MonthFigures)] = []
        var month = CalendarMonth(now)
        for _ in 0..<(3 * limit) where month >= first && found.count < limit {
            let figures = try kept[month.text] ?? countMonthFigures(of: month)
            if !figures.isEmpty { found.append((month, figures)) }
            month = month.previous
        }
        return found
    }

    /// Past months whose figures are not saved yet.
    func monthsToSave(upTo now: Date, limit: Int) throws -> [CalendarMonth] {
        guard let first = try firstMonthOfFigures() else { return [] }
        let kept = try savedMonthFigures()
        // A transaction from before the month's end may commit after it.
        var month = CalendarMonth(now - 3_600).previous
        var missing: [CalendarMonth] = []
        for _ in 0..<(3 * limit) where month >= first {
            if kept[month.text] == nil { missing.append(month) }
            month = month.previous
        }
        return missing
    }

    /// Saves the figures of a past month.
    func saveMonthFigures(of month: CalendarMonth) throws {
        let text = String(decoding: try JSONEncoder().encode(countMonthFigures(of: month)), as: UTF8.self)
        try execute("DELETE FROM month_figures WHERE month = \(month.text)")
        try execute("INSERT INTO month_figures (month, figures) VALUES (\(month.text), \(text))")
    }

    /// Deletes saved figures from this month on, because an entry of it was undone; consequences of that entry may lie in later
    /// months.
    func deleteMonthFigures(since time: Date) throws {
        try execute("DELETE FROM month_figures WHERE month >= \(CalendarMonth(time).text)")
    }

    private func savedMonthFigures() throws -> [String: MonthFigures] {
        let pairs = try rows("SELECT month, figures FROM month_figures ORDER BY month DESC LIMIT 120").map {
            (try $0.string(0), try? JSONDecoder().decode(MonthFigures.self, from: Data(try $0.string(1).utf8)))
        }
        return Dictionary(pairs.compactMap { month, figures in figures.map { (month, $0) } }) { first, _ in first }
    }

    private func firstMonthOfFigures() throws -> CalendarMonth? {
        let times = try [
            first("SELECT at FROM audit_log ORDER BY at LIMIT 1") { try $0.int64(0) },
            first("SELECT created_at FROM reports ORDER BY created_at LIMIT 1") { try $0.int64(0) },
        ]
        return times.compactMap { $0 }.min().map { CalendarMonth(Date(milliseconds: $0)) }
    }

    /// Counts the rows of the month by their times.
    func countMonthFigures(of month: CalendarMonth) throws -> MonthFigures {
        let (start, end) = (month.start.milliseconds, month.end.milliseconds)
        var figures = MonthFigures()
        try rows(
            """
            SELECT reason, COUNT(*) FROM reports WHERE created_at >= \(start) AND created_at < \(end)
            GROUP BY reason ORDER BY reason
            """
        ).forEach { figures.add(try $0.int(1), MonthFigures.Name(reported: try $0.string(0))) }
        var waits: [Int64] = []
        try rows(
            """
            SELECT \(Self.outcomeOfCase), c.closed_at - c.opened_at FROM report_cases c
            WHERE c.closed_at >= \(start) AND c.closed_at < \(end) ORDER BY c.closed_at, c.id
            """
        ).forEach { row in
            figures.add(1, MonthFigures.Name(closed: try row.optionalString(0)))
            waits.append(try row.int64(1))
        }
        figures.setMedian(of: waits)
        try rows(
            """
            SELECT action, target_kind, COUNT(*) FROM audit_log WHERE at >= \(start) AND at < \(end) AND action <> 'undo'
            GROUP BY action, target_kind ORDER BY action, target_kind
            """
        ).forEach { figures.add(try $0.int(2), MonthFigures.Name(try $0.string(0), on: try $0.string(1))) }
        for (name, count) in try revertedMonthFigures(from: start, to: end) {
            figures.add(-count, name)
            figures.add(count, .undone)
        }
        return figures
    }

    /// Counts audit entries of the month that are undone, by figure: those undone an odd number of times in turn.
    /// A CROSS JOIN keeps SQLite on the index of times: it looks into its left side first.
    private func revertedMonthFigures(from start: Int64, to end: Int64) throws -> [(
        name: MonthFigures.Name?, count: Int
    )] {
        try rows(
            """
            WITH RECURSIVE chain (origin, last, depth) AS (
                SELECT d.id, u.id, 1 FROM audit_log d CROSS JOIN audit_log u
                WHERE u.undoes = d.id AND d.at >= \(start) AND d.at < \(end) AND d.action <> 'undo'
                UNION ALL
                SELECT c.origin, u.id, c.depth + 1 FROM chain c CROSS JOIN audit_log u WHERE u.undoes = c.last
            ), ended (origin, depth) AS (SELECT origin, MAX(depth) FROM chain GROUP BY origin)
            SELECT d.action, d.target_kind, COUNT(*) FROM ended e JOIN audit_log d ON d.id = e.origin
            WHERE e.depth % 2 = 1 GROUP BY d.action, d.target_kind ORDER BY d.action, d.target_kind
            """
        ).map { (MonthFigures.Name(try $0.string(0), on: try $0.string(1)), try $0.int(2)) }
    }
}
